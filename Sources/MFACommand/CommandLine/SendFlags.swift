import MFACore

extension FlagTable {
  static let sending: [Flag] = [
    .value("endpoint", .endpoint) { $0.send.endpoint = $1 }
      .help("the service's address; for login, enroll an origin")
      .details(
        "It has its path: respond and listen send decisions to it, device registrations or events; for inbox it is "
          + "that of the notifications. There is no default, and the variable stands for decisions alone. {id} in it "
          + "becomes the id of the push. A plain push that is answered may name a callbackUrl, which is used when no "
          + "endpoint is given. For login and enroll it is an origin (http[s]://HOST[:PORT]) that replaces the one in "
          + "the code; the path stays the code's. Without it nothing of yours is sent there."
      )
      // The variable names where decisions go; a device is registered elsewhere.
      .common.variable("MFA_ENDPOINT") { $0.command.has(.sendsDecisions) },
    .value("header", letter: "H", .header) { $0.send.headers.append($1) }
      .help("add a header 'Name: value'; @FILE has lines of them")
      .details("May be repeated. It replaces a header of ours; 'Name:' removes one. Sent to --endpoint only.")
      .common,
    .file("bearer-token-file") { $0.send.bearerTokenFile = $1 }
      .help("send 'Authorization: Bearer' with the token in this file")
      .details(
        "A file, so that the token shows up in no process list. Sent to --endpoint only; "
          + "login and enroll look at the variable only where that is given."
      )
      // The address is whatever the text of a code says, unless an origin is typed: nothing is read for that.
      .variable("MFA_BEARER_TOKEN_FILE") { !$0.command.has(.sendsToCode) || $0.has("endpoint") },
    .value("connect-timeout", .seconds(from: 0.001)) { $0.send.connectTimeout = $1 }
      .help("time limit for connecting, TLS included (default 10)"),
    .value("max-time", letter: "m", .seconds(from: 0.001)) { $0.send.maxTime = $1 }
      .help("time limit for the whole exchange (default 30)"),
    .file("cacert") { $0.send.caFile = $1 }
      .help("trust the certificate authorities in this PEM file")
      .details("Instead of the system's.").variable("MFA_CACERT"),
    .file("cert") { $0.send.certificateFile = $1 }
      .help("client certificate, PEM; may hold the key as well")
      .details("Shown to --endpoint only."),
    .file("key") { $0.send.keyFile = $1 }
      .help("the client certificate's key, PEM"),
    .file("key-password-file") { $0.send.keyPasswordFile = $1 }
      .help("the password of an encrypted key is in this file")
      .details("The first line of it. Nothing ever asks for the password on the terminal."),
    .value("proxy", .proxy) { $0.send.proxy = $1 }
      .help("send through this proxy, loopback too")
      .details(
        "[SCHEME://][USER:PASSWORD@]HOST[:PORT]; schemes http, https, socks4, socks4a, socks5, socks5h. "
          + "Overrules http_proxy, HTTPS_PROXY, ALL_PROXY and NO_PROXY; an empty one means none at all."
      ).takingEmpty,
    .value("resolve", .hostOverride) { $0.send.hostOverrides.append($1) }
      .help("use this address for the host instead of the name service's")
      .details("May be repeated; several addresses are separated by commas."),
    .value("retry", .count("COUNT", in: 0...1000)) { $0.send.retry.retries = $1 }
      .help("send again after a transient error (default 0)")
      .details(
        "Transient are: not reached, 408, 429, 500, 502, 503, 504. Waits 1 s, then 2, 4, … or as long as "
          + "Retry-After says, up to 600 s. Never after a certificate that fails, never beyond the push's expiry."
      ),
    .value("retry-delay", .seconds(from: 0)) { $0.send.retry.fixedDelay = $1 }
      .help("wait this long before each retry"),
    .value("retry-max-time", .seconds(from: 0.001)) { $0.send.retry.maxTime = $1 }
      .help("begin no retry after this time"),
    .toggle("retry-all-errors") { $0.send.retry.allErrors = true }
      .help("retry after any error; may send the decision twice")
      .details(
        "For testing: it also repeats what a service without idempotency keys takes for a second decision."
      ),
    .toggle("insecure", letter: "k") { $0.send.insecure = true }
      .help("don't verify the server's certificate; always warns"),
    .toggle("dry-run", letter: "n") { $0.send.dryRun = true }
      .help("print the request instead of sending it")
      .details("Everything else happens as usual, the question included. Secrets are masked.")
      .of(
        .respond,
        .listen,
        .deviceRegister,
        .deviceClearToken,
        .devicePair,
        .deviceUnpair,
        .deviceTap,
        .deviceDismiss,
        .enroll
      ),
  ]
}
