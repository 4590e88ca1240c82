import MFACore

enum SendingFlags {
  /// Those that send something to a service.
  static let commands: Set<Command> = [
    .respond, .listen, .deviceRegister, .deviceClearToken, .devicePair, .deviceUnpair, .deviceTap,
    .deviceDismiss, .inboxList, .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete,
    .inboxWatch, .login, .enroll,
  ]

  private static let longest = 86_400.0

  static let rows: [Flag] = [
    Flag(
      "endpoint",
      .value(.init("URL")) { (raw, text, origin) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        do throws(EndpointURL.Problem) {
          raw.endpoint = RawSettings.Entry(try EndpointURL(text), origin)
        } catch { throw .endpoint(error) }
      },
      environment: "MFA_ENDPOINT",
      group: .sending,
      commands: commands,
      common: true,
      help: "the service's address; for login, enroll an origin",
      details:
        "It has its path: respond and listen send decisions to it, device registrations or events; for inbox it is that of the "
        + "notifications. There is no default, and the variable stands for decisions alone. {id} in it becomes the id "
        + "of the push. A plain push that is answered may name a callbackUrl, which is used when no endpoint is given. "
        + "For login and enroll it is an origin (http[s]://HOST[:PORT]) that replaces the one in the code; the path "
        + "stays the code's. Without it nothing of yours is sent there."
    ),
    Flag(
      "header",
      letter: "H",
      .value(.init("LINE|@FILE")) { (raw, text, origin) throws(BadValue) in
        if text.beginsWith("@") {
          guard text.utf8.count > 1 else { throw .empty }
          raw.headers.append(.file(FilePath(bytes: Array(text.utf8.dropFirst()))))
        } else {
          raw.headers.append(.line(try HeaderLine(text)))
        }
      },
      group: .sending,
      commands: commands,
      common: true,
      help: "add a header 'Name: value'; @FILE has lines of them",
      details: "May be repeated. It replaces a header of ours; 'Name:' removes one. Sent to --endpoint only."
    ),
    Flag(
      "bearer-token-file",
      .file(.init("FILE")) { raw, path, origin in raw.bearerTokenFile = RawSettings.Entry(path, origin) },
      environment: "MFA_BEARER_TOKEN_FILE",
      group: .sending,
      commands: commands,
      help: "send 'Authorization: Bearer' with the token in this file",
      details: "A file, so that the token shows up in no process list. Sent to --endpoint only; "
        + "login and enroll look at the variable only where that is given."
    ),
    Flag(
      "connect-timeout",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.connectTimeout = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .sending,
      commands: commands,
      help: "time limit for connecting, TLS included (default 10)"
    ),
    Flag(
      "max-time",
      letter: "m",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.maxTime = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .sending,
      commands: commands,
      help: "time limit for the whole exchange (default 30)"
    ),
    Flag(
      "cacert",
      .file(.init("FILE")) { raw, path, origin in raw.caFile = RawSettings.Entry(path, origin) },
      environment: "MFA_CACERT",
      group: .sending,
      commands: commands,
      help: "trust the certificate authorities in this PEM file",
      details: "Instead of the system's."
    ),
    Flag(
      "cert",
      .file(.init("FILE")) { raw, path, _ in raw.certificateFile = path },
      group: .sending,
      commands: commands,
      help: "client certificate, PEM; may hold the key as well",
      details: "Shown to --endpoint only."
    ),
    Flag(
      "key",
      .file(.init("FILE")) { raw, path, _ in raw.keyFile = path },
      group: .sending,
      commands: commands,
      help: "the client certificate's key, PEM"
    ),
    Flag(
      "key-password-file",
      .file(.init("FILE")) { raw, path, _ in raw.keyPasswordFile = path },
      group: .sending,
      commands: commands,
      help: "the password of an encrypted key is in this file",
      details: "The first line of it. Nothing ever asks for the password on the terminal."
    ),
    Flag(
      "proxy",
      .value(.init("URL")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { return raw.proxy = .direct }
        do throws(ProxyURL.Problem) { raw.proxy = .through(try ProxyURL(text)) } catch { throw .proxy(error) }
      },
      group: .sending,
      commands: commands,
      takesEmpty: true,
      help: "send through this proxy, loopback too",
      details:
        "[SCHEME://][USER:PASSWORD@]HOST[:PORT]; schemes http, https, socks4, socks4a, socks5, socks5h. "
        + "Overrules http_proxy, HTTPS_PROXY, ALL_PROXY and NO_PROXY; an empty one means none at all."
    ),
    Flag(
      "resolve",
      .value(.init("HOST:PORT:ADDR")) { (raw, text, _) throws(BadValue) in
        guard let override = HostOverride(text) else { throw .notAHostOverride }
        raw.hostOverrides.append(override)
      },
      group: .sending,
      commands: commands,
      help: "use this address for the host instead of the name service's",
      details: "May be repeated; several addresses are separated by commas."
    ),
    Flag(
      "retry",
      .value(.init("COUNT")) { (raw, text, _) throws(BadValue) in
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
          let count = Int(text),
          count <= 1000
        else { throw .notACount(minimum: 0, maximum: 1000) }
        raw.retries = count
      },
      group: .sending,
      commands: commands,
      help: "send again after a transient error (default 0)",
      details:
        "Transient are: not reached, 408, 429, 500, 502, 503, 504. Waits 1 s, then 2, 4, … or as long as "
        + "Retry-After says, up to 600 s. Never after a certificate that fails, never beyond the push's expiry."
    ),
    Flag(
      "retry-delay",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.retryDelay = try Seconds.parse(text, in: 0...longest)
      },
      group: .sending,
      commands: commands,
      help: "wait this long before each retry"
    ),
    Flag(
      "retry-max-time",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.retryMaxTime = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .sending,
      commands: commands,
      help: "begin no retry after this time"
    ),
    Flag(
      "retry-all-errors",
      .toggle { $0.retryAllErrors = true },
      group: .sending,
      commands: commands,
      help: "retry after any error; may send the decision twice",
      details:
        "For testing: it also repeats what a service without idempotency keys takes for a second decision."
    ),
    Flag(
      "insecure",
      letter: "k",
      .toggle { $0.insecure = true },
      group: .sending,
      commands: commands,
      help: "don't verify the server's certificate; always warns"
    ),
    Flag(
      "dry-run",
      letter: "n",
      .toggle { $0.dryRun = true },
      group: .sending,
      commands: [
        .respond, .listen, .deviceRegister, .deviceClearToken, .devicePair, .deviceUnpair, .deviceTap,
        .deviceDismiss, .enroll,
      ],
      help: "print the request instead of sending it",
      details: "Everything else happens as usual, the question included. Secrets are masked."
    ),
  ]
}
