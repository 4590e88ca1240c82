import MFACore
import MFAService

/// Somebody who talks to a practice service of their own and remembers the push that they ordered.
struct Client {
  private var service = PracticeService(seed: 1)
  private(set) var id = "none"
  /// The number that the sign-on page shows.
  private(set) var number = "none"
  private(set) var payload: JSONValue?

  /// 2030-01-01T00:00:00Z, some seconds later.
  static func time(_ seconds: Double) -> Timestamp {
    guard let start = Timestamp(milliseconds: Int64(1_893_456_000_000)) else {
      preconditionFailure("the year 2030 can be written")
    }
    return start.advanced(bySeconds: seconds)
  }

  /// Sends one request; `{id}` and `{number}` in it stand for those of the push.
  mutating func send(_ step: Step) -> (status: Int, body: JSONObject) {
    func filled(_ text: String) -> String {
      text.replacingAll("{id}", with: id).replacingAll("{number}", with: number)
    }
    var headers: [String: String] = [:]
    headers["content-type"] = step.type
    headers["idempotency-key"] = step.key
    let request = ServiceRequest(
      method: step.method,
      path: filled(step.path),
      headers: headers,
      body: Array(filled(step.body).utf8)
    )
    let response = service.respond(request, now: Client.time(step.seconds))
    let text = String(decoding: response.body, as: UTF8.self)
    let body = (try? JSONReader.read(text))?.value.object ?? JSONObject()
    if response.status == 201 {
      id = body["id"]?.string ?? "none"
      number = body["number"]?.string ?? "none"
    }
    payload = body["payload"] ?? payload
    return (response.status, body)
  }

  /// What the service says of the push at that time.
  mutating func status(at seconds: Double) -> String? {
    send(Step("GET", "/pushes/{id}", at: seconds)).body["status"]?.string
  }
}

/// One request.
struct Step: Sendable {
  let method: String
  let path: String
  let body: String
  let key: String?
  let type: String?
  /// When it is sent.
  let seconds: Double

  init(
    _ method: String,
    _ path: String,
    _ body: String = "",
    key: String? = nil,
    type: String? = "application/json",
    at seconds: Double = 0
  ) {
    (self.method, self.path, self.body) = (method, path, body)
    (self.key, self.type, self.seconds) = (key, type, seconds)
  }

  static func order(_ body: String = "{}") -> Step { Step("POST", "/pushes", body) }

  static func decide(_ decision: String, _ more: String = "", key: String? = nil, at seconds: Double = 0)
    -> Step
  {
    Step("POST", "/decisions", #"{"id":"{id}","decision":"\#(decision)"\#(more)}"#, key: key, at: seconds)
  }

  static func cancel(at seconds: Double = 0) -> Step {
    Step("POST", "/pushes/{id}/cancel", at: seconds)
  }
}
