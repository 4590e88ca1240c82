import MFACore
import MFASystem
import Testing

/// The keys of both sides, made once: those of RSA take a while.
private enum Made {
  static let server = make(.rsa(bits: 2048))
  static let other = make(.rsa(bits: 2048))
  static let phones = [make(.rsa(bits: 2048)), make(.p256)]

  private static func make(_ order: NewKey) -> PrivateKey {
    guard let key = try? Keys.cryptography.makeKey(order) else { preconditionFailure("no key was made") }
    return key
  }
}

/// A whole exchange with a push token, in which the test is the server of privacyIDEA.
@Suite("An exchange with a push token")
struct PushTokenExchangeTests {
  private let live = Keys.cryptography

  /// The members that the server signs, in its order.
  private static let signed: [(name: String, value: String)] = [
    ("nonce", "NMHYWQMRXCQXZTV6CYHG7UHT5JKCNPQ4"), ("url", "https://mfa.example.com/ttype/push"),
    ("serial", "PIPU0001"), ("question", "Do you want to confirm the login?"), ("title", "privacyIDEA"),
    ("sslverify", "1"), ("require_presence", "07,41,90"),
  ]
  private static let capabilities = #"{"decline_reason": true}"#

  private func sign(_ text: String, by key: PrivateKey = Made.server) throws -> String {
    Base32.encode(try live.sign(key, Array(text.utf8)))
  }

  /// The push as the server sends it.
  private func members(by key: PrivateKey = Made.server) throws -> [String: String] {
    var members = Dictionary(uniqueKeysWithValues: Self.signed.map { ($0.name, $0.value) })
    members["version"] = "2"
    members["signature"] = try sign(Self.signed.map(\.value).joined(separator: "|"), by: key)
    members["capabilities"] = Self.capabilities
    let nonce = Self.signed[0].value
    members["capabilities_signature"] = try sign(
      #"{"capabilities":{"decline_reason":true},"nonce":"\#(nonce)"}"#,
      by: key
    )
    return members
  }

  private func push(_ members: [String: String]) throws -> Push {
    let object = JSONObject(members.map { .init(key: $0.key, value: .string($0.value)) })
    let now = Timestamp(clamping: 1_893_456_000_000)
    var warnings: [Warning] = []
    return try Recognition.read(
      JSONWriter.bytes(.object(object)),
      isSimulatorFile: false,
      reception: Reception(receivedAt: now, now: now, freshID: "fresh"),
      warnings: &warnings
    )
  }

  private func credential(_ phone: PrivateKey = Made.phones[0], server: PrivateKey = Made.server) throws
    -> Credential
  {
    Credential(
      id: "PIPU0001",
      issuer: nil,
      account: nil,
      endpoint: try EndpointURL("https://mfa.example.com/ttype/push"),
      keys: .pushToken(keys(phone, server: server))
    )
  }

  private func keys(_ phone: PrivateKey, server: PrivateKey = Made.server) -> PushTokenKeys {
    PushTokenKeys(
      service: .privacyIDEA,
      privateKey: phone.pem,
      algorithm: phone.kind,
      serverKey: server.publicKey,
      isPollOnly: false
    )
  }

  private var answering: EnrolledAnswering {
    get throws {
      guard case .enrolled(let answering) = Provider.named(.privacyidea).answering else {
        throw NoEnrolment()
      }
      return answering
    }
  }

  private struct NoEnrolment: Error {}

  private func state(_ members: [String: String], _ credential: Credential? = nil) throws -> SignatureState {
    try answering.check(push(members), credential ?? self.credential(), live)
  }

  // MARK: The server's side

  @Test("What the server signed is verified, in whichever order its members come")
  func verifies() throws {
    #expect(try state(members()) == .verified)
    var plain = try members()
    plain["capabilities"] = nil
    plain["capabilities_signature"] = nil
    #expect(try state(plain) == .verified)
  }

  @Test("What another key signed, or the server for another credential, is wrong")
  func refusesOtherKeys() throws {
    #expect(try state(members(by: Made.other)) == .wrong)
    #expect(try state(members(), credential(server: Made.other)) == .wrong)
    #expect(try state(members(by: Made.phones[0])) == .wrong)
  }

  @Test("One character more or less in what is signed is wrong", arguments: signed.map(\.name))
  func refusesChanges(_ name: String) throws {
    let members = try members()
    let value = try #require(members[name])
    for changed in [value + "0", value.dropLast() + "0", String(value.dropLast())] where changed != value {
      var other = members
      other[name] = changed
      #expect(try state(other) == .wrong, "\(name): \(changed)")
    }
  }

  /// A choice that is taken away would turn the question into a plain one.
  @Test(arguments: ["require_presence", "title", "sslverify"])
  func refusesMissing(_ name: String) throws {
    var members = try members()
    members[name] = nil
    #expect(try state(members) == .wrong)
  }

  @Test("A changed signature is wrong, not a failure")
  func refusesChangedSignatures() throws {
    for name in ["signature", "capabilities_signature"] {
      for signature in ["", "AE======", String(repeating: "A", count: 8000)] + [try sign("something else")] {
        var members = try members()
        members[name] = signature
        guard !signature.isEmpty else {
          members[name] = Base32.encode([])
          // An empty text is a missing one, so there is nothing to check.
          let request = try? push(members).request
          if case .pushToken? = request { Issue.record("\(name) is there") }
          continue
        }
        #expect(try state(members) == .wrong, "\(name)")
      }
    }
  }

  @Test(
    "Capabilities are told from others, whatever blanks they have",
    arguments: [
      (#"{"decline_reason":true}"#, SignatureState.verified), (#" { "decline_reason" : true } "#, .verified),
      (#"{"decline_reason": false}"#, .wrong), ("{}", .wrong),
      (#"{"decline_reason":true,"more":true}"#, .wrong),
      (#"{"decline_reason":1}"#, .wrong),
    ]
  )
  func checksCapabilities(_ text: String, _ state: SignatureState) throws {
    var members = try members()
    members["capabilities"] = text
    #expect(try self.state(members) == state)
  }

  @Test("Capabilities of another challenge are wrong")
  func capabilitiesOfAnotherChallenge() throws {
    var members = try members()
    members["capabilities_signature"] = try sign(#"{"capabilities":{"decline_reason":true},"nonce":"OTHER"}"#)
    #expect(try state(members) == .wrong)
  }

  // MARK: The phone's side

  private func fields(_ body: [UInt8]) -> [String: String] {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return (String(name), PercentEncoding.decode(part.dropFirst(name.count + 1)))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// What Python's `b32decode` takes: capitals, and the last group filled.
  private func signature(_ text: String?) throws -> [UInt8] {
    let text = try #require(text)
    #expect(text.utf8.count.isMultiple(of: 8))
    #expect(text == text.uppercased())
    return try #require(Base32.decode(text))
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let action: Decision.Action
    let reason: String?
    let signed: String
    let fields: [String: String]

    var testDescription: String { signed }
  }

  private static let nonce = signed[0].value

  @Test(
    "The answer is signed by the phone",
    arguments: [
      Answer(action: .approve(number: nil), reason: nil, signed: "\(nonce)|PIPU0001", fields: [:]),
      Answer(action: .deny, reason: nil, signed: "\(nonce)|PIPU0001|decline", fields: ["decline": "1"]),
      Answer(
        action: .deny,
        reason: "cancelled",
        signed: "\(nonce)|PIPU0001|decline|cancelled",
        fields: ["decline": "1", "decline_reason": "cancelled"]
      ),
      Answer(
        action: .approve(number: MatchValue("07")),
        reason: nil,
        signed: "\(nonce)|PIPU0001|07",
        fields: ["presence_answer": "07"]
      ),
    ]
  )
  func answers(_ answer: Answer) throws {
    let push = try push(members())
    let decision = Decision(
      action: answer.action,
      authMethod: "user",
      denyReason: answer.reason,
      source: .flag
    )
    let now = Timestamp(clamping: 0)
    for phone in Made.phones {
      let request = try answering.request(
        decision,
        push,
        credential(phone),
        live,
        EndpointURL("https://mfa.example.com/ttype/push"),
        now
      )
      var fields = fields(request.body)
      let signature = try signature(fields.removeValue(forKey: "signature"))
      #expect(fields == answer.fields.merging(["serial": "PIPU0001", "nonce": Self.nonce]) { $1 })
      #expect(try live.verify(phone.publicKey, Array(answer.signed.utf8), signature))
      #expect(try !live.verify(phone.publicKey, Array((answer.signed + "|").utf8), signature))
      #expect(try !live.verify(Made.server.publicKey, Array(answer.signed.utf8), signature))
    }
  }

  @Test("Polls and changes of the push token are signed by the phone")
  func upkeep() throws {
    let now = Timestamp(clamping: 1_893_456_001_999)
    for phone in Made.phones {
      let credential = try credential(phone)
      let endpoint = try #require(credential.endpoint)
      let poll = try PushTokenUpkeep.poll(credential, keys: keys(phone), at: endpoint, now: now, live)
      let query = fields(Array(poll.url.wireText.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
      #expect(query["timestamp"] == "2030-01-01T00:00:01Z")
      #expect(
        try live.verify(
          phone.publicKey,
          Array("PIPU0001|2030-01-01T00:00:01Z".utf8),
          signature(query["signature"])
        )
      )

      let token = PushToken(random: ((1, 2), (3, 4)))
      let change = try PushTokenUpkeep.tokenChange(
        credential,
        keys: keys(phone),
        at: endpoint,
        token: token,
        now: now,
        live
      )
      let form = fields(change.body)
      #expect(form["new_fb_token"] == token.hex)
      #expect(
        try live.verify(
          phone.publicKey,
          Array("\(token.hex)|PIPU0001|2030-01-01T00:00:01Z".utf8),
          signature(form["signature"])
        )
      )
    }
  }

  @Test("An enrolment hands over a key that the server can read, and takes the server's in its own form")
  func enrols() throws {
    let uri =
      "otpauth://pipush/PIPU0001?url=https%3A//mfa.example.com/ttype/push&enrollment_credential=c&serial=PIPU0001&v=1"
    guard case .pushToken(let enrolment) = try Enrolment(uri) else { throw NoEnrolment() }
    for phone in Made.phones {
      let form = fields(
        enrolment.request(key: phone.publicKey, token: PushToken(random: ((0, 0), (0, 0)))).body
      )
      let key = try live.readPublicKey(try #require(form["pubkey"].flatMap { Base64.decode($0) }))
      #expect(key == phone.publicKey)
      // RSAPublicKey with line breaks, as the server strips it from its PEM.
      let reply = HTTPReply(
        status: 200,
        headers: [],
        body: JSONWriter.bytes(
          .object(
            JSONObject(["detail": .object(JSONObject(["public_key": .string(KeySamples.rsaPublicDER)]))])
          )
        ),
        retryAfterSeconds: nil
      )
      let serverKey = try live.readPublicKey(try #require(PushTokenReply(reply).serverKey))
      #expect(serverKey.pem == KeySamples.rsaPublic)
      guard case .pushToken(let kept) = enrolment.credential(key: phone, serverKey: serverKey).keys else {
        throw NoEnrolment()
      }
      #expect(kept.algorithm == phone.kind)
      #expect(kept.serverKey == serverKey)
      #expect(try live.readPrivateKey(kept.privateKey).publicKey == phone.publicKey)
    }
  }
}
