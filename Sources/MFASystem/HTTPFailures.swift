import CLibraries
import MFACommand
import MFACore

/// What libcurl's numbers mean to a person who sends a decision.
enum HTTPFailures {
  /// Why the exchange is incomplete; nil when a whole reply arrived.
  static func failure(of answer: mfa_http_reply) -> TransferFailure? {
    guard answer.library_found != 0 else {
      return TransferFailure(
        cause: .libraryMissing(names: CStrings.texts(mfa_http_library_names())),
        detail: ""
      )
    }
    // Before the code, which then only says that a callback ended the exchange.
    if let cause = causeOfStop(answer.stop) { return TransferFailure(cause: cause, detail: "") }
    let detail = text(answer.detail)
    if answer.code == 0 {
      // An exchange that went well without a final reply: some libcurl releases take a 101 for one.
      if answer.status == 0 { return TransferFailure(cause: .notHTTP, detail: detail) }
      return answer.head_complete == 0 ? TransferFailure(cause: .connectionLost, detail: detail) : nil
    }
    let cause = cause(of: answer, detail)
    // "Out of memory" would be wrong, where that is the code for a line that is too long.
    return TransferFailure(cause: cause, detail: cause == .headTooLarge ? "" : detail)
  }

  private static func causeOfStop(_ stop: mfa_http_stop) -> TransferFailure.Cause? {
    switch stop {
    case MFA_HTTP_STOP_HEAD_LIMIT: .headTooLarge
    case MFA_HTTP_STOP_BODY_LIMIT: .bodyTooLarge
    case MFA_HTTP_STOP_NO_HEAD: .notHTTP
    case MFA_HTTP_STOP_NO_MEMORY: .other(code: 27)
    case MFA_HTTP_STOP_SIGNAL: .stopped
    default: nil
    }
  }

  private static func cause(of answer: mfa_http_reply, _ detail: String) -> TransferFailure.Cause {
    switch answer.code {
    // UNSUPPORTED_PROTOCOL: of the address, or, once the request is out, of the reply: HTTP/0.9 and
    // versions that there are not.
    case 1 where answer.may_have_arrived != 0: .notHTTP
    // COULDNT_RESOLVE_PROXY, COULDNT_RESOLVE_HOST
    case 5: .proxyNotResolved
    case 6: .hostNotResolved
    // COULDNT_CONNECT, and PROXY: a SOCKS proxy that could not or would not connect.
    case 7, 97: .notConnected
    // WEIRD_SERVER_REPLY
    case 8: .notHTTP
    // PARTIAL_FILE, GOT_NOTHING, SEND_ERROR
    case 18, 52, 55: .connectionLost
    // OUT_OF_MEMORY: how releases before 8.6 report a header line that is longer than they take.
    case 27 where answer.may_have_arrived != 0: .headTooLarge
    // OPERATION_TIMEDOUT
    case 28: .timedOut
    // BAD_CONTENT_ENCODING
    case 61: .unknownCoding
    // SSL_CONNECT_ERROR
    case 35: refusesClient(detail) ? .clientCertificateRefused : .tlsHandshake
    // PEER_FAILED_VERIFICATION (51 before 7.62), SSL_ISSUER_ERROR, SSL_INVALIDCERTSTATUS
    case 51, 60, 83, 91: .certificate(problem(answer.verify_result, detail))
    // RECV_ERROR
    case 56: causeOfReceiving(answer, detail)
    // SSL_CERTPROBLEM: the client's certificate or key.
    case 58: .unusableClientCertificate
    // SSL_CACERT_BADFILE
    case 77: .unusableCAFile
    // TOO_LARGE
    case 100: .headTooLarge
    default: .other(code: Int(answer.code))
    }
  }

  private static func causeOfReceiving(_ answer: mfa_http_reply, _ detail: String) -> TransferFailure.Cause {
    if answer.may_have_arrived == 0, answer.proxy_status != 0, answer.proxy_status != 200 {
      return .proxyRefused(status: answer.proxy_status)
    }
    // With TLS 1.3 the service's refusal comes after the handshake.
    if refusesClient(detail) { return .clientCertificateRefused }
    // Releases from 8.3 on, and older ones with the correction of CVE-2023-38039.
    return detail.hasPrefix("Too large response headers") ? .headTooLarge : .connectionLost
  }

  /// By the names that OpenSSL and GnuTLS give to the alerts of RFC 8446, section 6.2.
  private static func refusesClient(_ detail: String) -> Bool {
    let alerts = ["certificate required", "bad certificate", "unknown ca", "certificate unknown"]
    let text = detail.lowercased()
    return text.containsText("alert") && alerts.contains { text.containsText($0) }
  }

  /// By the number of OpenSSL and LibreSSL first (x509_vfy.h), since texts change; the name of the host
  /// is compared by libcurl itself, which has no number for it, and GnuTLS has other numbers.
  private static func problem(_ number: Int, _ detail: String) -> CertificateProblem {
    if detail.hasPrefix("server certificate verification failed") { return gnuTLSProblem(number) }
    return switch number {
    case 9: .notYetValid
    case 10: .expired
    case 18, 19: .selfSigned
    case 2, 20, 21: .unknownAuthority
    case 62: .wrongHost
    default: namesWrongHost(detail) ? .wrongHost : .other
    }
  }

  /// GnuTLS's status is a set of bits (gnutls_certificate_status_t).
  private static func gnuTLSProblem(_ status: Int) -> CertificateProblem {
    if status & 1 << 10 != 0 { return .expired }
    if status & 1 << 9 != 0 { return .notYetValid }
    return status & 1 << 6 != 0 ? .unknownAuthority : .other
  }

  private static func namesWrongHost(_ detail: String) -> Bool {
    let telling = ["subject name matches", "does not match target host", "certificate subject name"]
    return telling.contains { detail.containsText($0) }
  }

  /// A C array, which Swift sees as a tuple, as text; what is not UTF-8 is repaired.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
