package import MFACore

/// One request with the terms on which it is sent.
package struct HTTPTransfer: Sendable, Equatable {
  package let request: HTTPRequest
  /// Seconds until a connection must stand, TLS included.
  package let connectTimeout: Double
  /// Seconds until the whole exchange must be over.
  package let maxTime: Double
  /// A PEM file with the certificate authorities to trust instead of the system's.
  package let caFile: FilePath?
  /// Don't verify the server's certificate.
  package let insecure: Bool
  package let proxy: ProxyRule
  /// What this side shows when the service asks who is calling.
  package let clientCertificate: ClientCertificate?
  /// Addresses to use instead of the name service's.
  package let hostOverrides: [HostOverride]

  package init(
    request: HTTPRequest,
    connectTimeout: Double,
    maxTime: Double,
    caFile: FilePath?,
    insecure: Bool,
    proxy: ProxyRule,
    clientCertificate: ClientCertificate? = nil,
    hostOverrides: [HostOverride] = []
  ) {
    self.request = request
    self.connectTimeout = connectTimeout
    self.maxTime = maxTime
    self.caFile = caFile
    self.insecure = insecure
    self.proxy = proxy
    self.clientCertificate = clientCertificate
    self.hostOverrides = hostOverrides
  }
}

/// Whether a request goes through a proxy.
package enum ProxyRule: Sendable, Equatable {
  /// Straight to the host, whatever the environment says.
  case direct
  /// As `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` say.
  case environment
  /// Through this one, whatever the environment says.
  case through(ProxyURL)

  var address: ProxyURL? {
    if case .through(let proxy) = self { proxy } else { nil }
  }
}

/// A client certificate and its key, as PEM files.
package struct ClientCertificate: Sendable, Equatable {
  package let certificateFile: FilePath
  /// Nil when the certificate's file holds the key as well.
  package let keyFile: FilePath?
  /// For an encrypted key.
  package let keyPassword: Secret?

  package init(certificateFile: FilePath, keyFile: FilePath?, keyPassword: Secret?) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    self.keyPassword = keyPassword
  }
}

/// What came back from one attempt.
package struct HTTPResult: Sendable, Equatable {
  /// The reply, once a final status (200 or above) has arrived, even if its body then broke off.
  package let reply: HTTPReply?
  /// What went wrong; with a reply it says why the body is incomplete.
  package let failure: TransferFailure?
  /// Whether the service may have seen the request: exact, never guessed from the kind of failure.
  package let mayHaveArrived: Bool
  /// Milliseconds from the start to the end of the attempt.
  package let durationMilliseconds: Int

  package init(reply: HTTPReply?, failure: TransferFailure?, mayHaveArrived: Bool, durationMilliseconds: Int)
  {
    self.reply = reply
    self.failure = failure
    self.mayHaveArrived = mayHaveArrived
    self.durationMilliseconds = durationMilliseconds
  }
}

/// Why an exchange ended without a whole reply.
package struct TransferFailure: Error, Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    /// The HTTP library is not on this machine; the file names that were tried.
    case libraryMissing(names: [String])
    case hostNotResolved
    case proxyNotResolved
    case notConnected
    /// The proxy's answer to CONNECT, when it was not 200.
    case proxyRefused(status: Int)
    case timedOut
    case certificate(CertificateProblem)
    case tlsHandshake
    /// The client certificate or its key can't be used: wrong password, or the two don't belong together.
    case unusableClientCertificate
    /// The service ended the TLS handshake for want of a client certificate, or does not accept ours.
    case clientCertificateRefused
    /// `--cacert` names a file that the TLS library can't use.
    case unusableCAFile
    /// What came back is not HTTP.
    case notHTTP
    /// The reply's head was larger than any sensible one.
    case headTooLarge
    /// The connection broke or ended before a final status had arrived.
    case connectionLost
    /// The reply's body was cut at the limit.
    case bodyTooLarge
    /// A stop signal was caught, and the exchange did not end soon enough by itself.
    case stopped
    /// The reply's body is in a content coding (RFC 9110, section 8.4) that the library does not know, or is not what
    /// it says.
    case unknownCoding
    /// Anything else, by libcurl's number.
    case other(code: Int)
  }

  package let cause: Cause
  /// The HTTP library's own words; untrusted, and not for machines.
  package let detail: String

  package init(cause: Cause, detail: String) {
    self.cause = cause
    self.detail = detail
  }
}

/// What is wrong with a server's certificate.
package enum CertificateProblem: Sendable, Equatable {
  case selfSigned
  case unknownAuthority
  case expired
  case notYetValid
  case wrongHost
  case other
}
