import MFACore

enum SendingFlags {
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
      commands: [.respond],
      common: true,
      help: "where the decision is posted to",
      details: "{id} in it becomes the push's id. There is no default. A plain push may name a callbackUrl, "
        + "which is used when no endpoint is given."
    ),
    Flag(
      "header",
      letter: "H",
      .value(.init("LINE|@FILE")) { (raw, text, origin) throws(BadValue) in
        if text.hasPrefix("@") {
          guard text.count > 1 else { throw .empty }
          raw.headers.append(.file(FilePath(String(text.dropFirst()))))
        } else {
          raw.headers.append(.line(try HeaderLine(text)))
        }
      },
      group: .sending,
      commands: [.respond],
      common: true,
      help: "add a header 'Name: value'; @FILE reads lines of them",
      details: "May be repeated. It replaces a header of ours; 'Name:' removes one. Sent to --endpoint only."
    ),
    Flag(
      "bearer-token-file",
      .file(.init("FILE")) { raw, path, origin in raw.bearerTokenFile = RawSettings.Entry(path, origin) },
      environment: "MFA_BEARER_TOKEN_FILE",
      group: .sending,
      commands: [.respond],
      help: "send 'Authorization: Bearer' with the token in this file",
      details: "A file, so that the token shows up in no process list. Sent to --endpoint only."
    ),
    Flag(
      "connect-timeout",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.connectTimeout = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .sending,
      commands: [.respond],
      help: "time limit for connecting, TLS included (default 10)"
    ),
    Flag(
      "max-time",
      letter: "m",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.maxTime = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .sending,
      commands: [.respond],
      help: "time limit for the whole exchange (default 30)"
    ),
    Flag(
      "cacert",
      .file(.init("FILE")) { raw, path, origin in raw.caFile = RawSettings.Entry(path, origin) },
      environment: "MFA_CACERT",
      group: .sending,
      commands: [.respond],
      help: "trust the certificate authorities in this PEM file",
      details: "Instead of the system's."
    ),
    Flag(
      "insecure",
      letter: "k",
      .toggle { $0.insecure = true },
      group: .sending,
      commands: [.respond],
      help: "don't verify the server's certificate; always warns"
    ),
    Flag(
      "dry-run",
      letter: "n",
      .toggle { $0.dryRun = true },
      group: .sending,
      commands: [.respond],
      common: true,
      help: "print the request instead of sending it",
      details: "Everything else happens as usual, the question included. Secrets are masked."
    ),
  ]
}
