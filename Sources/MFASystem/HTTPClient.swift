import CLibraries
import MFACommand
import MFACore

/// The HTTP client: what is asked for, in C's terms, and what came of it, in ours.
enum HTTPClient {
  /// Bytes of a reply's body that are kept.
  private static let bodyLimit = 1024 * 1024
  /// Bytes of heads over one exchange. The largest that browsers take is a quarter of it.
  private static let headLimit = 256 * 1024

  /// Sends one request and waits for what comes of it.
  static func send(_ transfer: HTTPTransfer) -> HTTPResult {
    let start = Clock.elapsed()
    guard var answer = perform(transfer) else {
      // Whoever built the request has refused such text before; this is the last gate.
      let failure = TransferFailure(
        cause: .other(code: badFunctionArgument),
        detail: "NUL or line end in a request"
      )
      return HTTPResult(reply: nil, failure: failure, mayHaveArrived: false, durationMilliseconds: 0)
    }
    defer { mfa_http_reply_free(&answer) }
    return HTTPResult(
      reply: reply(answer),
      failure: HTTPFailures.failure(of: answer),
      mayHaveArrived: answer.may_have_arrived != 0,
      durationMilliseconds: Int(((Clock.elapsed() - start) * 1000).rounded())
    )
  }

  /// The library's own name and version with those of the libraries under it.
  static func libraryVersion() -> String? {
    mfa_http_library_version().map { String(cString: $0) }
  }

  /// libcurl's number for an argument that it can't take.
  private static let badFunctionArgument = 43

  /// Nil when a text can't be put on the wire as it is.
  private static func perform(_ transfer: HTTPTransfer) -> mfa_http_reply? {
    let request = transfer.request
    let lines = headerLines(of: request)
    let texts = [request.method, request.url.wireText]
    // A line end in a header would start another header.
    guard !(texts + lines).contains(where: { $0.utf8.contains { $0 == 10 || $0 == 13 } }),
      let texts = CStrings(texts), let lines = CStrings(lines),
      let overrides = CStrings(transfer.hostOverrides.map(\.text)),
      let options = CStrings(optional: options(of: transfer))
    else { return nil }

    var answer = mfa_http_reply()
    texts.withPointers { texts in
      lines.withPointers { lines in
        options.withPointers { options in
          overrides.withPointers { overrides in
            request.body.withUnsafeBytes { body in
              var call = mfa_http_request()
              call.method = texts[0]
              call.url = texts[1]
              call.headers = lines.baseAddress
              call.header_count = lines.count
              call.body = body.baseAddress
              call.body_length = body.count
              call.connect_timeout_ms = milliseconds(transfer.connectTimeout)
              call.max_time_ms = milliseconds(transfer.maxTime)
              call.ca_file = options[0]
              call.certificate_file = options[1]
              call.key_file = options[2]
              call.key_password = options[3]
              call.proxy = options[4]
              call.host_overrides = overrides.baseAddress
              call.host_override_count = overrides.count
              call.insecure = transfer.insecure ? 1 : 0
              call.direct = transfer.proxy == .direct ? 1 : 0
              call.head_limit = headLimit
              call.body_limit = bodyLimit
              mfa_http_send(&call, &answer)
            }
          }
        }
      }
    }
    return answer
  }

  /// What need not be there, in the order in which `perform` takes it: CA file, certificate, key, password, proxy.
  private static func options(of transfer: HTTPTransfer) -> [[UInt8]?] {
    let identity = transfer.clientCertificate
    let password = identity?.keyPassword?.reveal() ?? ""
    var proxy: [UInt8]?
    if case .through(let address) = transfer.proxy { proxy = Array(address.wireText.utf8) }
    return [
      transfer.caFile?.bytes, identity?.certificateFile.bytes, identity?.keyFile?.bytes, Array(password.utf8),
      proxy,
    ]
  }

  /// The headers in libcurl's spelling: "Name: value", "Name;" for an empty value, and "Name:" for one
  /// that libcurl would add by itself and must not.
  private static func headerLines(of request: HTTPRequest) -> [String] {
    let ours = request.headers.map { header in
      let value = header.wireValue
      return value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        ? "\(header.name);" : "\(header.name): \(value)"
    }
    let names = request.headers.map { $0.name.lowercased() }
    // Expect would cost a second with every service that does not know it.
    // A coded body is decoded when one comes, and none is asked for.
    let unwanted = ["Accept", "Accept-Encoding", "Content-Type", "Expect"].filter {
      !names.contains($0.lowercased())
    }
    return ours + unwanted.map { "\($0):" }
  }

  /// At least 1, because 0 means "no limit" to libcurl, and at most what it takes.
  private static func milliseconds(_ seconds: Double) -> Int {
    guard seconds > 0 else { return 1 }
    return Int(min((seconds * 1000).rounded(.up), Double(Int32.max)))
  }

  private static func reply(_ answer: mfa_http_reply) -> HTTPReply? {
    guard answer.status >= 200 else { return nil }
    let headers = HTTPReplyHead.headers(in: bytes(answer.head, answer.head_length))
    return HTTPReply(
      status: answer.status,
      headers: headers,
      body: bytes(answer.body, answer.body_length),
      retryAfterSeconds: retryAfterSeconds(Int(clamping: answer.retry_after), headers)
    )
  }

  /// The library's number is 0 without a Retry-After too, and for one that can't be read, and may stem from an interim
  /// reply: it counts when the reply has the header and that is a date. Digits are read here, since the library makes 0
  /// of too many of them.
  private static func retryAfterSeconds(_ seconds: Int, _ headers: [HTTPReply.Header]) -> Int? {
    guard let header = headers.last(where: { $0.name.isSameName(as: "retry-after") }) else { return nil }
    let value = header.value.utf8
    if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) { return Int(header.value) ?? .max }
    // A date begins with the name of a day (RFC 9110, section 5.6.7).
    return seconds > 0 && header.value.first?.isLetter ?? false ? seconds : nil
  }

  private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
