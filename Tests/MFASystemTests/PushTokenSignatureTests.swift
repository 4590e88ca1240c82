import MFACore
import MFASystem
import Testing

/// The signatures of the phone, checked by the server.
@Suite("The answers of a push token")
struct PushTokenSignatureTests {
  private let exchange = PushTokenExchange()
  private let live = Keys.cryptography

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

  private static let nonce = PushTokenExchange.signed[0].value

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
    let push = try exchange.push(exchange.members())
    let decision = Decision(
      action: answer.action,
      authMethod: "user",
      denyReason: answer.reason,
      source: .flag
    )
    let now = Timestamp(clamping: 0)
    for phone in Made.phones {
      let request = try exchange.answering.request(
        decision,
        push,
        exchange.credential(phone),
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
      let credential = try exchange.credential(phone)
      let endpoint = try #require(credential.endpoint)
      let poll = try PushTokenUpkeep.poll(
        credential,
        at: endpoint,
        now: now,
        live
      )
      let query = fields(Array(poll.url.wireText.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
      #expect(query["timestamp"] == "2030-01-01T00:00:01Z")
      #expect(
        try live.verify(
          phone.publicKey,
          Array("PIPU0001|2030-01-01T00:00:01Z".utf8),
          signature(query["signature"])
        )
      )

      let token = DeviceToken(random: ((1, 2), (3, 4)))
      let change = try PushTokenUpkeep.tokenChange(
        credential,
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
    guard let enrolment = try Provider.all.enrollment(uri) as? PushTokenEnrolment else {
      throw PushTokenExchange.NoEnrolment()
    }
    for phone in Made.phones {
      let form = fields(
        enrolment.request(key: phone.publicKey, token: DeviceToken(random: ((0, 0), (0, 0)))).body
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
      let credential = enrolment.credential(key: phone, serverKey: serverKey)
      guard let kept = credential.keys(as: PushTokenKeys.self), case .pem(let pem)? = credential.privateKey
      else { throw PushTokenExchange.NoEnrolment() }
      #expect(kept.algorithm == phone.kind)
      #expect(kept.serverKey == serverKey)
      #expect(try live.readPrivateKey(pem).publicKey == phone.publicKey)
    }
  }
}
