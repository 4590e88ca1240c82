import MFACore

/// The demonstration's other side: the page that somebody signs on at, which talks to the practice service.
struct SignOnPage: Sendable {
  /// A request for a confirmation that the service made.
  struct Created: Sendable {
    let id: String
    /// What a push provider would deliver.
    let payload: JSONValue
    /// What the page shows for number matching.
    let number: String?
  }

  /// The service's address, without a path.
  let url: String
  let system: System
  let console: Console

  func create(_ scenario: DemoScenario) throws(Failure) -> Created {
    let reply = try call("POST", "/pushes", body: SignOnPage.request(scenario))
    guard let id = reply["id"]?.string, let payload = reply["payload"] else {
      throw .demo(.unexpectedReply(status: 200))
    }
    return Created(id: id, payload: payload, number: reply["number"]?.string)
  }

  /// Withdraws the request; the result is the push that says so.
  func cancel(_ id: String) throws(Failure) -> JSONValue {
    let reply = try call("POST", "/pushes/\(PercentEncoding.encode(id))/cancel", body: .object(JSONObject()))
    return reply["payload"] ?? .null
  }

  /// A QR code that the page shows.
  struct Code: Sendable {
    let id: String
    let deepLink: String
  }

  /// Begins a sign-on that a phone starts by reading a code; its request comes `delay` seconds after that.
  func createLogin(delay: Double) throws(Failure) -> Code {
    let body: JSONValue = .object(
      JSONObject([
        "clientName": .string("Example Portal"), "demands": .string("pin"),
        "credentialTypes": .array([.string("badge")]),
        "delay": .number(JSONNumber(spelling: Seconds.shown(delay))),
      ])
    )
    let reply = try call("POST", "/logins", body: body)
    guard let id = reply["id"]?.string, let link = reply["deepLink"]?.string else {
      throw .demo(.unexpectedReply(status: 201))
    }
    return Code(id: id, deepLink: link)
  }

  func loginStatus(of id: String) throws(Failure) -> String {
    try call("GET", "/logins/\(PercentEncoding.encode(id))", body: nil)["status"]?.string ?? ""
  }

  func status(of id: String) throws(Failure) -> String {
    let reply = try call("GET", "/pushes/\(PercentEncoding.encode(id))", body: nil)
    return reply["status"]?.string ?? ""
  }

  /// How the phone sends its decisions to this service.
  func sendSettings() throws(Failure) -> SendSettings {
    SendSettings(endpoint: Address(practice: try address("/decisions")), identity: CallerIdentity(.init()))
  }

  private static func request(_ scenario: DemoScenario) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(key: "title", value: .string("Sign-in request")),
      .init(key: "message", value: .string("Approve the sign-in to Example Portal?")),
    ]
    switch scenario {
    case .default, .cancel: members.append(.init(key: "kind", value: .string("default")))
    case .challenge: members.append(.init(key: "kind", value: .string("challenge")))
    case .dry: members.append(.init(key: "kind", value: .string("dry")))
    case .manual:
      members.append(.init(key: "kind", value: .string("challenge")))
      members.append(.init(key: "manualEntry", value: .bool(true)))
    case .login: break
    case .expired:
      members.append(.init(key: "kind", value: .string("default")))
      members.append(.init(key: "lifetime", value: .number(JSONNumber(0))))
    }
    return .object(JSONObject(members))
  }

  private func call(_ method: String, _ path: String, body: JSONValue?) throws(Failure) -> JSONObject {
    let request = HTTPRequest(
      method: method,
      url: try address(path),
      headers: [
        HTTPHeader("Content-Type", .plain("application/json")),
        HTTPHeader("User-Agent", .plain(Version.userAgent)),
      ],
      body: body.map { JSONWriter.bytes($0) } ?? []
    )
    let exchange = Exchange(settings: try sendSettings(), system: system, console: console)
    let result = exchange.perform(request, for: Address(practice: request.url))
    guard let reply = result.reply else {
      throw .demo(.serviceNotReached(result.failure ?? TransferFailure(cause: .connectionLost, detail: "")))
    }
    let document = try? JSONReader.read(String(decoding: reply.body, as: UTF8.self))
    guard (200...299).contains(reply.status), let object = document?.value.object else {
      throw .demo(.unexpectedReply(status: reply.status))
    }
    return object
  }

  private func address(_ path: String) throws(Failure) -> EndpointURL {
    do { return try EndpointURL(url + path) } catch { throw .usage(.endpointMissing) }
  }
}
