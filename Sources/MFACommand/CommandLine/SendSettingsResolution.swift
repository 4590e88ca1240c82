import MFACore

/// The settings of sending, and the files that they name: authorities, certificates, tokens, headers.
extension SettingsResolution {
  /// A PEM bundle of all public authorities has about 250 KB.
  private static let caFileLimit = 16 << 20
  private static let headerFileLimit = 64 << 10

  func sending() throws(UsageError) -> SendSettings {
    let send = options.send
    if let path = send.caFile { try checkCAFile(path) }
    let headers = try headerLines()
    let token = try send.bearerTokenFile.map { path throws(UsageError) in try bearerToken(path) }
    if token != nil, headers.contains(where: { $0.isAuthorization }) { throw .twoAuthorizations }
    return SendSettings(
      options: send,
      endpoint: Address(typed: send),
      identity: CallerIdentity(
        .init(headers: headers, bearerToken: token, clientCertificate: try clientCertificate())
      ),
      environmentProxySecrets: environmentProxySecrets,
      provenance: provenance
    )
  }

  /// The variables that libcurl reads; a proxy may send back the password that it got.
  private var environmentProxySecrets: [Secret] {
    ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].flatMap { name in
      system.environment[name].map(proxySecrets) ?? []
    }
  }

  /// libcurl quotes one that it can't use, as it is written: what stands before its last @ is a secret, in whatever form
  /// it has, and all of it where none is an @.
  private func proxySecrets(_ text: String) -> [Secret] {
    if let url = try? ProxyURL(text) { return url.secrets }
    let rest = text.range(of: "://").map { text[$0.upperBound...] } ?? text[...]
    // By bytes, since a character may be an @ and 128 KiB of marks.
    guard let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) else { return [Secret(String(rest))] }
    let userInfo = rest[..<at]
    let parts = [userInfo] + userInfo.split(separator: ":", maxSplits: 1)
    return parts.flatMap { [Secret(String($0)), Secret(PercentEncoding.decode($0))] }
  }

  private func checkCAFile(_ path: FilePath) throws(UsageError) {
    // The names that OpenSSL reads; a key alone is no authority.
    let names = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"]
    let marks = names.map { "-----BEGIN \($0)-----" }
    try check(path, of: invocation.origin(of: "cacert"), holds: marks, orElse: .noCertificate)
  }

  private func clientCertificate() throws(UsageError) -> ClientCertificate? {
    let send = options.send
    guard let certificate = send.certificateFile else { return nil }
    try check(certificate, of: .flag("--cert"), holds: ["-----BEGIN CERTIFICATE"], orElse: .noCertificate)
    try check(
      send.keyFile ?? certificate,
      of: .flag(send.keyFile == nil ? "--cert" : "--key"),
      holds: ["PRIVATE KEY-----"],
      orElse: .noKey
    )
    let password = try send.keyPasswordFile.map { path throws(UsageError) in
      try firstLine(of: path, flag: "--key-password-file")
    }
    return ClientCertificate(certificateFile: certificate, keyFile: send.keyFile, keyPassword: password)
  }

  private func check(
    _ path: FilePath,
    of origin: SettingOrigin,
    holds marks: [String],
    orElse problem: UnusableFile
  ) throws(UsageError) {
    let bytes = try read(path, limit: SettingsResolution.caFileLimit, origin: origin)
    // The TLS library reads the file by itself, and knows no marks.
    let isMarked = bytes.starts(with: Array("\u{FEFF}-----BEGIN".utf8))
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    guard !isMarked, !isUTF16 else { throw .unusableFile(origin: origin, path: path, .markBeforePEM) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard marks.contains(where: { text.containsText($0) }) else {
      throw .unusableFile(origin: origin, path: path, problem)
    }
  }

  /// The text of a file that a flag names, read as payloads are: with a mark, or in UTF-16.
  private func text(_ path: FilePath, _ origin: SettingOrigin) throws(UsageError) -> String {
    let bytes = try read(path, limit: SettingsResolution.headerFileLimit, origin: origin)
    guard let text = try? SourceText.decode(bytes) else {
      throw .unusableFile(origin: origin, path: path, .notText)
    }
    return text
  }

  /// The first line, whatever is in it: a password may have blanks at its ends.
  func firstLine(of path: FilePath, flag: String) throws(UsageError) -> Secret {
    let origin = SettingOrigin.flag(flag)
    let line = try text(path, origin).utf8.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, !line.contains(0) else {
      throw .unusableFile(origin: origin, path: path, .notOneLine)
    }
    return Secret(String(decoding: line, as: UTF8.self))
  }

  private func bearerToken(_ path: FilePath) throws(UsageError) -> Secret {
    let origin = invocation.origin(of: "bearer-token-file")
    let text = try text(path, origin).trimmed
    guard !text.isEmpty else { throw .unusableFile(origin: origin, path: path, .empty) }
    guard !text.unicodeScalars.contains(where: \.properties.isWhitespace) else {
      throw .unusableFile(origin: origin, path: path, .severalWords)
    }
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else {
      throw .unusableFile(origin: origin, path: path, .notAToken)
    }
    return Secret(text)
  }

  private func headerLines() throws(UsageError) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for source in options.send.headers {
      switch source {
      case .line(let line): lines.append(line)
      case .file(let path): lines += try headerFile(path)
      }
    }
    return lines
  }

  private func headerFile(_ path: FilePath) throws(UsageError) -> [HeaderLine] {
    let origin = SettingOrigin.flag("--header")
    let texts = try text(path, origin).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines: [HeaderLine] = []
    for (index, text) in texts.enumerated() where !String(text).trimmed.isEmpty {
      do { lines.append(try HeaderLine(String(text))) } catch {
        throw .unusableFile(origin: origin, path: path, .header(line: index + 1, error))
      }
    }
    return lines
  }

  private func read(_ path: FilePath, limit: Int, origin: SettingOrigin) throws(UsageError) -> [UInt8] {
    do { return try system.read(.file(path), limit) } catch {
      throw .unreadableFile(origin: origin, path: path, error)
    }
  }

  private var provenance: [SendSettings.Provenance] {
    let send = options.send
    let shown: [(String, String?)] =
      [
        ("endpoint", send.endpoint?.description), ("auth-method", options.answer.authMethod),
        ("bearer-token-file", send.bearerTokenFile?.text), ("cacert", send.caFile?.text),
        ("connect-timeout", Seconds.shown(send.connectTimeout)), ("max-time", Seconds.shown(send.maxTime)),
        ("proxy", send.proxy.map { $0.address?.description ?? "none" }),
        ("cert", send.certificateFile?.text), ("key", send.keyFile?.text),
        ("key-password-file", send.keyPasswordFile?.text),
        ("retry", invocation.has("retry") ? "\(send.retry.retries)" : nil),
        ("retry-delay", send.retry.fixedDelay.map { Seconds.shown($0) }),
        ("retry-max-time", send.retry.maxTime.map { Seconds.shown($0) }),
        ("retry-all-errors", send.retry.allErrors ? "yes" : nil), ("insecure", send.insecure ? "yes" : nil),
      ] + send.hostOverrides.map { ("resolve", $0.text) }
    return shown.compactMap { flag, value in
      value.map { .init(setting: flag, shown: $0, origin: invocation.origin(of: flag)) }
    }
  }
}

extension HeaderLine {
  var isAuthorization: Bool {
    if case .set(let name, _) = self { name.lowercased() == "authorization" } else { false }
  }
}
