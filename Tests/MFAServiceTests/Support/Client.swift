import MFACore
import MFAService
import Testing

/// Somebody who talks to a practice service of their own and remembers the push that they ordered.
///
/// The service's changes reach it by way of their lines, as they would from a journal, so that every test here is one
/// of the journal too.
struct Client {
  var service: PracticeService
  private(set) var journal = ServiceJournal.header + [UInt8(ascii: "\n")]
  private(set) var id = "none"
  /// The number that the sign-on page shows.
  private(set) var number = "none"
  private(set) var pairingKey = "none"
  private(set) var payload: JSONValue?
  /// What else the replies named: `notification`, `login`, `authenticationKey`, `session`.
  private(set) var places: [String: String] = [:]
  /// Of the last answer.
  private(set) var deliveries: [ServiceDelivery] = []

  /// - Parameter cryptography: what the service computes with, where a test needs it to.
  init(seed: UInt64 = 1, cryptography: Cryptography = .missing(["libcrypto.so.3"])) {
    service = PracticeService(seed: seed, cryptography: cryptography)
  }

  struct Reply {
    let status: Int
    let headers: [HTTPHeader]
    let body: JSONObject
  }

  /// 2030-01-01T00:00:00Z, some seconds later.
  static func time(_ seconds: Double) -> Timestamp {
    Timestamp(clamping: 1_893_456_000_000).advanced(bySeconds: seconds)
  }

  /// Sends one request; `{id}`, `{number}` and `{key}` in it stand for those of the push and the pairing key, other
  /// names for those of `places`.
  mutating func send(_ step: Step) -> Reply {
    let answer = answer(step)
    guard case .response(let response) = answer.reply else {
      Issue.record("\(step.method) \(step.path) waits")
      return Reply(status: 0, headers: [], body: JSONObject())
    }
    #expect(response.body.last == UInt8(ascii: "\n"))
    let body = (try? JSONReader.read(String(decoding: response.body, as: UTF8.self)))?.value.object
    if body == nil { Issue.record("the body of \(step.method) \(step.path) is no object") }
    let reply = Reply(status: response.status, headers: response.headers, body: body ?? JSONObject())
    remember(reply)
    return reply
  }

  /// The same, without a look at the reply.
  mutating func answer(_ step: Step, arrivedAt: Double? = nil) -> ServiceAnswer {
    let now = Client.time(step.seconds)
    let arrival = arrivedAt.map { Client.time($0) } ?? now
    let answer = service.answer(request(step), arrivedAt: arrival, now: now)
    let lines = ServiceJournal.bytes(of: answer.changes)
    journal += lines
    let changes = lines.split(separator: UInt8(ascii: "\n")).compactMap {
      try? ServiceChange(line: Array($0))
    }
    #expect(changes == answer.changes)
    service.apply(changes)
    deliveries = answer.deliveries
    return answer
  }

  private func request(_ step: Step) -> ServiceRequest {
    func filled(_ text: String) -> String {
      text.replacingAll("{id}", with: id).replacingAll("{number}", with: number)
        .replacingAll("{key}", with: pairingKey).filled(from: places)
    }
    let target = filled(step.path).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return ServiceRequest(
      method: step.method,
      path: target.first.map { String($0) } ?? "",
      query: target.count > 1 ? String(target[1]) : nil,
      contentType: step.type,
      idempotencyKey: step.key,
      authority: step.host,
      cookie: step.cookie,
      apiVersion: step.version,
      body: Array(filled(step.body).utf8)
    )
  }

  private mutating func remember(_ reply: Reply) {
    if let payload = reply.body["payload"] {
      self.payload = payload
      id = payload.object?["messageId"]?.string ?? "none"
      number = reply.body["number"]?.string ?? "none"
    }
    pairingKey = reply.body["pairingKey"]?.string ?? pairingKey
    for (name, value) in reply.body.inboxPlaces { places[name] = value }
  }

  /// What the service says of the push at that time.
  mutating func status(at seconds: Double) -> String? {
    send(Step("GET", "/pushes/{id}", at: seconds)).body["status"]?.string
  }

  /// That the journal makes the service what it is, and so does a compacted one.
  func checkJournal(_ location: SourceLocation = #_sourceLocation) throws {
    let replayed = try ServiceJournal.read(journal, seed: 99)
    #expect(!replayed.droppedTornLine && !replayed.isNew, sourceLocation: location)
    let lines = service.compacted()
    #expect(replayed.service.compacted() == lines, sourceLocation: location)
    let compacted = try ServiceJournal.read(Array(lines.map { $0 + [10] }.joined()), seed: 98)
    #expect(compacted.service.compacted() == lines, sourceLocation: location)
  }
}

/// One request.
struct Step: Sendable {
  let method: String
  /// With its query.
  let path: String
  let body: String
  let key: String?
  let type: String?
  let host: String?
  let cookie: String?
  /// `Accept-API-Version`.
  let version: String?
  /// When it is sent.
  let seconds: Double

  init(
    _ method: String,
    _ path: String,
    _ body: String = "",
    key: String? = nil,
    type: String? = "application/json",
    host: String? = "127.0.0.1:8090",
    cookie: String? = nil,
    version: String? = nil,
    at seconds: Double = 0
  ) {
    (self.method, self.path, self.body) = (method, path, body)
    (self.key, self.type, self.host, self.seconds) = (key, type, host, seconds)
    (self.cookie, self.version) = (cookie, version)
  }

  static func order(_ body: String = "{}", at seconds: Double = 0) -> Step {
    Step("POST", "/pushes", body, at: seconds)
  }

  static func decide(_ decision: String, _ more: String = "", key: String? = nil, at seconds: Double = 0)
    -> Step
  {
    Step("POST", "/decisions", #"{"id":"{id}","decision":"\#(decision)"\#(more)}"#, key: key, at: seconds)
  }

  static func cancel(at seconds: Double = 0) -> Step {
    Step("POST", "/pushes/{id}/cancel", at: seconds)
  }

  /// A registration of the device `phone`.
  static func register(_ more: String = "", at seconds: Double = 0) -> Step {
    Step(
      "POST",
      "/devices",
      #"{"identifierForVendor":"phone","token":"0123456789abcdef"\#(more)}"#,
      at: seconds
    )
  }

  static func confirm(_ push: String = "{id}", at seconds: Double = 0) -> Step {
    Step("POST", "/devices/phone/registration", #"{"id":"\#(push)"}"#, at: seconds)
  }

  static func pair(_ key: String = "{key}", at seconds: Double = 0) -> Step {
    Step("POST", "/devices/phone/pairing", #"{"pairingKey":"\#(key)"}"#, at: seconds)
  }
}

/// A request, after some others, and what it gets.
struct Exchange: CustomTestStringConvertible, Sendable {
  let name: String
  let before: [Step]
  let step: Step
  let status: Int
  /// What the sentence of an error has to name.
  let sentence: String?
  /// What the code beside the sentence has to be.
  let code: String?

  var testDescription: String { name }

  init(
    _ name: String,
    after before: [Step] = [],
    _ step: Step,
    _ status: Int,
    says sentence: String? = nil,
    code: String? = nil
  ) {
    (self.name, self.before, self.step, self.status, self.sentence) = (name, before, step, status, sentence)
    self.code = code
  }

  /// Sends all of them. A refusal changes nothing.
  @discardableResult
  func check(_ location: SourceLocation = #_sourceLocation) throws -> Client {
    var client = Client()
    for step in before { #expect(client.send(step).status < 300, sourceLocation: location) }
    // Any request at that time notices what has expired by then.
    _ = client.send(Step("GET", "/", at: step.seconds))
    let lines = client.service.compacted()
    let reply = client.send(step)
    #expect(reply.status == status, sourceLocation: location)
    if status >= 400 {
      let error = reply.body["error"]?.string ?? ""
      #expect(error.containsText(sentence ?? " "), "\(error)", sourceLocation: location)
      #expect(reply.body["code"]?.string == code, sourceLocation: location)
      #expect(client.service.compacted() == lines, sourceLocation: location)
      #expect(client.deliveries.isEmpty, sourceLocation: location)
    }
    try client.checkJournal(location)
    return client
  }
}
