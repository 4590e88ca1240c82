import Foundation
import MFACore
import MFASystem

/// A stand-in for privacyIDEA: it holds pushes that it signed, gives them to whoever asks with the phone's signature, and
/// takes answers as the real one does, a 200 for everything. What the real one does is what `Scripts/test-services` runs.
final class PushTokenServer: Sendable {
  static let serial = "PIPU0001"
  private static let keys = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Data/credentials")

  /// What the server has and does, changed while it runs.
  struct State: Sendable {
    /// The pushes that wait, each as the JSON of one element.
    var waiting: [String] = []
    /// Replies to the polls before the ordinary ones, in order.
    var pollReplies: [LoopbackServer.Action] = []
    /// Members of `detail` in the reply to an answer.
    var detail = "{}"
    var polls = 0
    /// The forms of the answers.
    var answers: [[String: String]] = []
    /// The polls and answers whose signature is the phone's.
    var verified = 0
  }

  private let state: Locked<State>
  private let server: LoopbackServer
  /// The address of the enrolment.
  var url: String { server.url("/ttype/push") }

  init() throws {
    let state = Locked(State())
    self.state = state
    let phone = try Keys.cryptography.readPublicKey(Array(Self.key("phone-public.pem").utf8))
    server = try LoopbackServer { request in
      request.method == "GET"
        ? Self.poll(request, phone, state) : Self.answer(request, phone, state)
    }
  }

  /// All that it got.
  var requests: [RecordedRequest] { server.requests }

  /// Reads or changes the state.
  func with<Result>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  static func key(_ name: String) throws -> String {
    try String(contentsOf: keys.appending(path: name), encoding: .utf8)
  }

  /// A push as the server signs it, with other members behind.
  func push(_ nonce: String, presence: String? = nil, signedAs question: String = "Confirm?") throws -> String
  {
    var parts = [nonce, url, Self.serial, question, "privacyIDEA", "0"]
    if let presence { parts.append(presence) }
    let key = try Keys.cryptography.readPrivateKey(SecretBytes(Array(Self.key("server.pem").utf8)))
    let signature = try Keys.cryptography.sign(key.signing, Array(parts.joined(separator: "|").utf8))
    var push = [
      "nonce": nonce, "url": url, "serial": Self.serial, "question": "Confirm?", "title": "privacyIDEA",
      "sslverify": "0", "signature": Base32.encode(signature),
    ]
    push["require_presence"] = presence
    return String(decoding: try JSONSerialization.data(withJSONObject: push), as: UTF8.self)
  }

  /// The credential of the phone, in a file with its key beside it.
  ///
  /// - Parameter others: servers of one further credential each, behind the first.
  func credentials(
    _ folder: TemporaryFolder,
    isLocked: Bool = false,
    count: Int = 1,
    others: [PushTokenServer] = []
  ) throws -> String {
    _ = try folder.write("phone.pem", Self.key("phone.pem"))
    let serverPrivate = try Keys.cryptography.readPrivateKey(
      SecretBytes(Array(Self.key("server.pem").utf8))
    )
    let urls = Array(repeating: url, count: count) + others.map(\.url)
    let list = urls.enumerated().map { index, url in
      [
        "provider": "privacyidea", "id": index == 0 ? Self.serial : "PIPU000\(index + 1)", "endpoint": url,
        "locked": isLocked, "algorithm": "RS256", "privateKeyFile": "phone.pem",
        "serverKey": serverPrivate.publicKey.pem, "pollOnly": true,
      ] as [String: Any]
    }
    let file = try JSONSerialization.data(withJSONObject: ["version": 1, "credentials": list])
    return try folder.write("credentials.json", String(decoding: file, as: UTF8.self))
  }

  static func reply(_ value: String, detail: String = "null") -> LoopbackServer.Action {
    .status(
      "200 OK",
      headers: ["Content-Type: application/json"],
      body:
        #"{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":\#(value)},"detail":\#(detail)}"#
    )
  }

  private static func poll(_ request: RecordedRequest, _ phone: PublicKey, _ state: Locked<State>)
    -> LoopbackServer.Action
  {
    let query = form(request.path.split(separator: "?").last.map { String($0) } ?? "")
    let text = "\(query["serial"] ?? "")|\(query["timestamp"] ?? "")"
    let isVerified = verifies(text, query["signature"], phone)
    return state.withLock { state in
      state.polls += 1
      if isVerified { state.verified += 1 }
      if !state.pollReplies.isEmpty { return state.pollReplies.removeFirst() }
      return reply("[\(state.waiting.joined(separator: ","))]")
    }
  }

  private static func answer(_ request: RecordedRequest, _ phone: PublicKey, _ state: Locked<State>)
    -> LoopbackServer.Action
  {
    let form = form(request.bodyText)
    var parts = [form["nonce"] ?? "", form["serial"] ?? ""]
    if form["decline"] != nil { parts += ["decline"] + [form["decline_reason"]].compactMap { $0 } }
    parts += [form["presence_answer"]].compactMap { $0 }
    let isVerified = verifies(parts.joined(separator: "|"), form["signature"], phone)
    return state.withLock { state in
      state.answers.append(form)
      if isVerified { state.verified += 1 }
      state.waiting.removeAll { $0.contains(form["nonce"] ?? "-") }
      return reply(isVerified ? "true" : "false", detail: state.detail)
    }
  }

  private static func form(_ text: String) -> [String: String] {
    var form: [String: String] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      form[String(pair[0])] = pair.count > 1 ? String(pair[1]).removingPercentEncoding : ""
    }
    return form
  }

  private static func verifies(_ text: String, _ signature: String?, _ phone: PublicKey) -> Bool {
    guard let bytes = signature.flatMap({ Base32.decode($0) }) else { return false }
    return (try? Keys.cryptography.verify(phone, Array(text.utf8), bytes)) ?? false
  }
}
