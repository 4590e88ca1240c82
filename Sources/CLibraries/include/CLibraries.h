#ifndef MFA_CLIBRARIES_H
#define MFA_CLIBRARIES_H
#endif
