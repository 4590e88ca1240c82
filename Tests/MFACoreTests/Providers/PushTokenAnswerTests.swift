import MFACore
import Testing

/// The answer to a push of privacyIDEA or eduMFA, and what else their push tokens ask for.
@Suite("Answers of a push token")
struct PushTokenAnswerTests {
  private static let address = "https://mfa.example.com/ttype/push"

  private func push(presence: String? = nil, capabilities: String? = nil, url: String = address) throws
    -> Push
  {
    var members: [JSONObject.Member] = [
      ("nonce", "NONCE"), ("question", "Q"), ("title", "T"), ("serial", "PIPU0001"), ("sslverify", "1"),
      ("url", url), ("signature", "AE======"),
    ].map { .init(key: $0.0, value: .string($0.1)) }
    if let presence { members.append(.init(key: "require_presence", value: .string(presence))) }
    if let capabilities {
      members.append(.init(key: "capabilities", value: .string(capabilities)))
      members.append(.init(key: "capabilities_signature", value: .string("AE======")))
    }
    return try Reading(JSONWriter.write(.object(JSONObject(members)))).result.get()
  }

  struct Case: NamedCase {
    let name: String
    let presence: String?
    let decision: Decision
    let signed: String
    let form: String

    init(_ name: String, _ decision: Decision, presence: String? = nil, _ signed: String, _ form: String = "")
    {
      (self.name, self.decision, self.presence) = (name, decision, presence)
      (self.signed, self.form) = (signed, form)
    }
  }

  /// Only the parts that apply, in the server's order; the form says each of them too, or it could not be checked.
  @Test(arguments: [
    Case("approve", .approve(), "NONCE|PIPU0001"),
    Case("decline", .deny(), "NONCE|PIPU0001|decline", "&decline=1"),
    Case(
      "decline with a reason",
      .deny("unknown_trigger"),
      "NONCE|PIPU0001|decline|unknown_trigger",
      "&decline=1&decline_reason=unknown_trigger"
    ),
    Case(
      "a reason beyond ASCII",
      .deny("não & fui +1"),
      "NONCE|PIPU0001|decline|não & fui +1",
      "&decline=1&decline_reason=n%C3%A3o%20%26%20fui%20%2B1"
    ),
    // The server leaves it out of what it checks.
    Case("an empty reason", .deny(""), "NONCE|PIPU0001|decline", "&decline=1"),
    Case("a letter", .approve("B"), presence: "A,B", "NONCE|PIPU0001|B", "&presence_answer=B"),
    Case("a zero in front", .approve("07"), presence: "07,41", "NONCE|PIPU0001|07", "&presence_answer=07"),
    Case(
      "an option with blanks around it, as its policy spells it",
      .approve("red apple"),
      presence: "pear, red apple ",
      "NONCE|PIPU0001| red apple ",
      "&presence_answer=%20red%20apple%20"
    ),
    Case(
      "one that was not offered",
      .approve("C"),
      presence: "A,B",
      "NONCE|PIPU0001|C",
      "&presence_answer=C"
    ),
    Case("decline a choice", .deny(), presence: "A,B", "NONCE|PIPU0001|decline", "&decline=1"),
  ])
  func signs(_ row: Case) throws {
    let push = try push(presence: row.presence)
    let request = try enrolled(.privacyidea)
      .request(row.decision, push, .pushToken(), .echoing, EndpointURL(Self.address), .sample)
    let signature = Base32.encode(Array(row.signed.utf8)).replacingAll("=", with: "%3D")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "serial=PIPU0001&nonce=NONCE&signature=\(signature)\(row.form)"
    )
    #expect(request.method == "POST")
    #expect(request.url.wireText == Self.address)
    #expect(
      request.headers == [
        HTTPHeader("Content-Type", .plain("application/x-www-form-urlencoded")),
        HTTPHeader("Accept", .plain("application/json")),
      ]
    )
  }

  @Test("The address is that of the enrolment until the push is verified")
  func address() throws {
    let answering = try enrolled(.privacyidea)
    let elsewhere = "https://evil.example/ttype/push"
    var push = try push(url: elsewhere)
    let enrolment = try AnswerAddress.enrolled(EndpointURL(Self.address))
    for state in [SignatureState.unverified, .wrong, .none] {
      push.signature = state
      #expect(try answering.address(push, .pushToken()) == enrolment)
    }
    push.signature = .verified
    #expect(try answering.address(push, .pushToken()) == .push(EndpointURL(elsewhere)))
    var same = try self.push()
    same.signature = .verified
    #expect(try answering.address(same, .pushToken()) == enrolment)
  }

  @Test("A reason is taken where the push offers it")
  func reasons() throws {
    for provider in [ProviderName.privacyidea, .edumfa] {
      let answering = try enrolled(provider)
      #expect(try answering.denyReason(push()) == .notOffered)
      #expect(try answering.denyReason(push(capabilities: #"{"decline_reason":true}"#)) == .taken)
    }
  }

  @Test("What is signed by the wrong key is wrong, and so is either half of it")
  func checks() throws {
    let answering = try enrolled(.privacyidea)
    let push = try push(capabilities: "{}")
    var cryptography = Cryptography.missing([])
    func state() throws -> SignatureState { try answering.check(push, .pushToken(), cryptography) }
    cryptography.verify = { _, _, _ in true }
    #expect(try state() == .verified)
    cryptography.verify = { _, _, _ in false }
    #expect(try state() == .wrong)
    cryptography.verify = { _, message, _ in message.first == UInt8(ascii: "{") }
    #expect(try state() == .wrong)
    cryptography.verify = { _, message, _ in message.first != UInt8(ascii: "{") }
    #expect(try state() == .wrong)
    #expect(try answering.check(push, .guardian(), cryptography) == .unverified)
  }

  // MARK: Upkeep

  @Test("A poll and a new push token are signed with the time, in whole seconds")
  func upkeep() throws {
    let credential = try Credential.pushToken(endpoint: "https://mfa.example.com/ttype/push?tenant=1")
    let endpoint = try #require(credential.endpoint)
    let now = Timestamp.sample(plus: 1.999)
    let poll = try PushTokenUpkeep.poll(credential, at: endpoint, now: now, .echoing)
    let signed = Base32.encode(Array("PIPU0001|2030-01-01T00:00:01Z".utf8)).replacingAll("=", with: "%3D")
    #expect(poll.method == "GET")
    #expect(poll.body.isEmpty)
    #expect(
      poll.url.wireText
        == "https://mfa.example.com/ttype/push?tenant=1&serial=PIPU0001&timestamp=2030-01-01T00%3A00%3A01Z&signature=\(signed)"
    )
    #expect(!"\(poll.url)".contains(signed))

    let token = DeviceToken(random: ((0, 0), (0, 1)))
    let change = try PushTokenUpkeep.tokenChange(
      credential,
      at: endpoint,
      token: token,
      now: now,
      .echoing
    )
    let text = "\(token.hex)|PIPU0001|2030-01-01T00:00:01Z"
    let signature = Base32.encode(Array(text.utf8)).replacingAll("=", with: "%3D")
    #expect(change.method == "POST")
    #expect(
      String(decoding: change.body, as: UTF8.self)
        == "new_fb_token=\(token.hex)&serial=PIPU0001&timestamp=2030-01-01T00%3A00%3A01Z&signature=\(signature)"
    )
  }
}
