import MFACore
import MFASystem
import Testing

/// The signatures of a server's push, checked by the phone.
@Suite("The pushes of a push token")
struct PushTokenPushTests {
  private let exchange = PushTokenExchange()

  @Test("What the server signed is verified, in whichever order its members come")
  func verifies() throws {
    #expect(try exchange.state(exchange.members()) == .verified)
    var plain = try exchange.members()
    plain["capabilities"] = nil
    plain["capabilities_signature"] = nil
    #expect(try exchange.state(plain) == .verified)
  }

  @Test("What another key signed, or the server for another credential, is wrong")
  func refusesOtherKeys() throws {
    #expect(try exchange.state(exchange.members(by: Made.other)) == .wrong)
    #expect(try exchange.state(exchange.members(), exchange.credential(server: Made.other)) == .wrong)
    #expect(try exchange.state(exchange.members(by: Made.phones[0])) == .wrong)
  }

  @Test(
    "One character more or less in what is signed is wrong",
    arguments: PushTokenExchange.signed.map(\.name)
  )
  func refusesChanges(_ name: String) throws {
    let members = try exchange.members()
    let value = try #require(members[name])
    for changed in [value + "0", value.dropLast() + "0", String(value.dropLast())] where changed != value {
      var other = members
      other[name] = changed
      #expect(try exchange.state(other) == .wrong, "\(name): \(changed)")
    }
  }

  /// A choice that is taken away would turn the question into a plain one.
  @Test(arguments: ["require_presence", "title", "sslverify"])
  func refusesMissing(_ name: String) throws {
    var members = try exchange.members()
    members[name] = nil
    #expect(try exchange.state(members) == .wrong)
  }

  /// The signed bytes are the same each time: only where a field ends has moved.
  @Test("A challenge whose numbers were made a part of another field is no verified plain push")
  func refusesRejoined() throws {
    let numbers = try #require(exchange.members()["require_presence"])
    func rewritten(_ change: (inout [String: String]) -> Void) throws -> SignatureState {
      var members = try exchange.members()
      members["require_presence"] = nil
      change(&members)
      return try exchange.state(members)
    }
    #expect(try rewritten { $0["sslverify"] = "\($0["sslverify"] ?? "")|\(numbers)" } == .wrong)
    #expect(try rewritten { $0["display_code"] = numbers } == .wrong)
    let one = try exchange.sign(
      ["nonce", "url", "serial", "question", "title", "sslverify"].map { try exchange.members()[$0] ?? "" }
        .joined(separator: "|") + "|A"
    )
    #expect(try rewritten { ($0["display_code"], $0["signature"]) = ("A", one) } == .wrong)
    #expect(try rewritten { ($0["require_presence"], $0["signature"]) = ("A", one) } == .verified)
    #expect(
      try rewritten {
        $0["title"] = "\($0["title"] ?? "")|\($0["sslverify"] ?? "")"
        $0["sslverify"] = numbers
      } == .wrong
    )
  }

  @Test(
    "Bars in a text are believed only while the text can be split in one way",
    arguments: [
      ("Log in to a|b?", "Example", nil, SignatureState.verified), ("a|b", "c|d", "07,41", .verified),
      // The title could be "1" and the code "1", or the last number a title's.
      ("a|1", "", nil, .wrong), ("a|b", "1", nil, .wrong), ("a", "b", "7", .wrong),
    ] as [(String, String, String?, SignatureState)]
  )
  func bars(_ question: String, _ title: String, _ presence: String?, _ state: SignatureState) throws {
    var changes = ["question": question, "title": title]
    changes["require_presence"] = presence
    #expect(try exchange.state(exchange.members(changes)) == state)
  }

  @Test("A changed signature is wrong, not a failure", arguments: ["signature", "capabilities_signature"])
  func refusesChangedSignatures(_ name: String) throws {
    var members = try exchange.members()
    for signature in ["AE======", String(repeating: "A", count: 8000), try exchange.sign("something else")] {
      members[name] = signature
      #expect(try exchange.state(members) == .wrong)
    }
    members[name] = ""
    // An empty text is a missing one, and a push without the first of them is nobody's that is known.
    let push = try? exchange.push(members)
    if push?.request.content(as: PushTokenRequest.self) != nil { Issue.record("\(name) is there") }
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
    var members = try exchange.members()
    members["capabilities"] = text
    #expect(try exchange.state(members) == state)
  }

  @Test("Capabilities of another challenge are wrong")
  func capabilitiesOfAnotherChallenge() throws {
    var members = try exchange.members()
    members["capabilities_signature"] = try exchange.sign(
      #"{"capabilities":{"decline_reason":true},"nonce":"OTHER"}"#
    )
    #expect(try exchange.state(members) == .wrong)
  }
}
