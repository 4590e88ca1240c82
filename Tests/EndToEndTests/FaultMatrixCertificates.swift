/// Certificates, the service's and ours.
extension FaultMatrix {
  private static let trusting = ["--cacert", Certificates.authority]

  static let certificates: [Fault] =
    [
      certificate("self-signed", .selfSigned, says: "self-signed"),
      certificate("unknown authority", .unknownAuthority, says: "unknown authority"),
      certificate("expired", .expired, says: "expired"),
      certificate("wrong host", .wrongHost, says: "another host"),
      .unsent("a handshake that hangs", code: "timed-out", says: "time limit", waits: true) {
        FaultyPlace(
          try LoopbackServer(tls: .good, welcome: .hang),
          trusting + ["--connect-timeout", "0.3"]
        )
      },
      .unsent("a handshake that is closed", code: "tls", says: "handshake failed") {
        FaultyPlace(try LoopbackServer(tls: .good, welcome: .closeAtOnce), trusting)
      },
      .unsent("https to a service without TLS", code: "tls", says: "does the port speak TLS") {
        let refusal = text("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nThis is no TLS.")
        return FaultyPlace(try LoopbackServer(tls: .good, welcome: .say(refusal)), trusting)
      },
      Fault(
        name: "a hang behind TLS",
        exit: 7,
        code: "timed-out",
        mayHaveArrived: true,
        says: "may have arrived",
        waits: true
      ) {
        FaultyPlace(try LoopbackServer(tls: .good) { _ in .hang }, trusting + hanging)
      },
      Fault(
        name: "closed without TLS's goodbye",
        exit: 0,
        status: 200,
        mayHaveArrived: true,
        says: "broke off"
      ) {
        FaultyPlace(try LoopbackServer(tls: .good) { _ in .replyThen(head + text("half"), .reset) }, trusting)
      },
    ]

  static let clientCertificates: [Fault] = [
    refusedClient("none", []),
    refusedClient("of another authority", identity(Certificates.otherClient, Certificates.otherClientKey)),
    unusableClient("an encrypted key without its password", encrypted),
    unusableClient("an encrypted key with a wrong password", encrypted, password: "canary-wrong"),
    unusableClient(
      "the key of another certificate",
      identity(Certificates.client, Certificates.otherClientKey)
    ),
    acceptedClient("as it should be", identity(Certificates.client, Certificates.clientKey)),
    acceptedClient(
      "an encrypted key with its password",
      encrypted + ["--key-password-file", Certificates.clientKeyPassword]
    ),
  ]

  private static let encrypted = identity(Certificates.client, Certificates.encryptedClientKey)

  private static func identity(_ certificate: String, _ key: String) -> [String] {
    ["--cert", certificate, "--key", key]
  }

  private static func certificate(_ name: String, _ identity: TLSIdentity, says: String) -> Fault {
    .unsent("certificate: \(name)", code: "certificate", says: says) {
      FaultyPlace(try LoopbackServer(tls: identity), trusting)
    }
  }

  /// With TLS 1.3 the client has sent its request before it learns that it is not let in: the service has
  /// not read it, but the client can't know.
  private static func refusedClient(_ name: String, _ flags: [String]) -> Fault {
    Fault(
      name: "client certificate: \(name)",
      exit: 7,
      code: "client-certificate-refused",
      mayHaveArrived: true,
      requests: 0,
      says: "client certificate"
    ) {
      FaultyPlace(try LoopbackServer(tls: .clientsOnly), trusting + flags)
    }
  }

  private static func unusableClient(_ name: String, _ flags: [String], password: String? = nil) -> Fault {
    .unsent(
      "client certificate: \(name)",
      exit: 10,
      code: "client-certificate-unusable",
      says: "client certificate or its key"
    ) {
      var place = FaultyPlace(try LoopbackServer(tls: .clientsOnly), trusting + flags)
      if let password {
        let folder = try TemporaryFolder()
        place.flags += ["--key-password-file", try folder.write("password", password)]
        place.keptAlive = [folder]
      }
      return place
    }
  }

  private static func acceptedClient(_ name: String, _ flags: [String]) -> Fault {
    Fault(name: "client certificate: \(name)", exit: 0, status: 200, mayHaveArrived: true) {
      FaultyPlace(try LoopbackServer(tls: .clientsOnly), trusting + flags)
    }
  }
}
