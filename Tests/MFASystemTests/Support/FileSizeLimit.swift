import Foundation

/// `RLIMIT_FSIZE`, as the systems' calls take it.
#if canImport(Glibc)
  let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  let fileSizeLimit = RLIMIT_FSIZE
#endif
