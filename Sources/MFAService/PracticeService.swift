package import MFACore

/// The practice service: a pure state machine that behaves like an MFA service. A request and the time go in, a
/// response comes out; it opens no socket and reads no clock.
///
/// Routes, JSON in and out: `POST /pushes`, `GET /pushes/{id}`, `POST /pushes/{id}/cancel`, `POST /decisions`.
package struct PracticeService: Sendable {
  private var pushes: [String: SignOn] = [:]
  private var dice: Dice

  /// - Parameter seed: where ids and numbers come from; the same seed gives the same ones.
  package init(seed: UInt64) {
    dice = Dice(seed: seed)
  }

  /// Answers one request that arrived at `now`.
  package mutating func answer(_ request: ServiceRequest, now: Timestamp) -> ServiceResponse {
    do throws(ServiceError) {
      return try route(request, now: now)
    } catch {
      return error.response
    }
  }

  private mutating func route(_ request: ServiceRequest, now: Timestamp) throws(ServiceError)
    -> ServiceResponse
  {
    let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0)
    }
    switch (request.method, path.count, path.first, path.last) {
    case ("POST", 1, "pushes", _): return try create(try request.jsonObject(), now: now)
    case ("GET", 2, "pushes", let id?): return .json(200, try signOn(id).description(now: now))
    case ("POST", 3, "pushes", "cancel"): return try cancel(path[1], now: now)
    case ("POST", 1, "decisions", _): return try record(request, now: now)
    case (_, 1, "pushes", _), (_, 1, "decisions", _), (_, 3, "pushes", "cancel"):
      throw .methodNotAllowed("POST")
    case (_, 2, "pushes", _): throw .methodNotAllowed("GET")
    default: throw .notFound
    }
  }

  private mutating func create(_ body: JSONObject, now: Timestamp) throws(ServiceError) -> ServiceResponse {
    let order = try SignOnOrder(body)
    let id = RandomUUID.make(from: (dice.roll(), dice.roll()))
    let signOn = SignOn(id: id, order: order, createdAt: now, dice: &dice)
    pushes[id] = signOn
    return .json(
      201,
      JSONObject([
        "id": .string(id), "payload": signOn.payload, "number": signOn.number.map { .string($0) } ?? .null,
      ])
    )
  }

  private mutating func cancel(_ id: String, now: Timestamp) throws(ServiceError) -> ServiceResponse {
    var signOn = try signOn(id)
    try signOn.cancel(now: now)
    pushes[id] = signOn
    return .json(200, JSONObject(["id": .string(id), "payload": signOn.cancelPayload]))
  }

  private mutating func record(_ request: ServiceRequest, now: Timestamp) throws(ServiceError)
    -> ServiceResponse
  {
    let answer = try SignOnAnswer(
      try request.jsonObject(),
      idempotencyKey: request.headers["idempotency-key"]
    )
    var signOn = try signOn(answer.id)
    try signOn.record(answer, now: now)
    pushes[answer.id] = signOn
    return .json(200, JSONObject(["id": .string(answer.id), "recorded": .bool(true)]))
  }

  private func signOn(_ id: String) throws(ServiceError) -> SignOn {
    guard let signOn = pushes[id] else { throw .notFound }
    return signOn
  }
}

/// Why the service does not do what was asked.
enum ServiceError: Error, Sendable, Equatable {
  case malformed(String)
  case unsupportedType
  case notFound
  case methodNotAllowed(String)
  case alreadyAnswered
  case gone(String)

  var response: ServiceResponse {
    switch self {
    case .malformed(let reason): Self.json(400, reason)
    case .unsupportedType: Self.json(415, "the body has to be application/json")
    case .notFound: Self.json(404, "there is no such thing")
    case .methodNotAllowed(let allowed): Self.json(405, "only \(allowed) is allowed")
    case .alreadyAnswered: Self.json(409, "the push has been answered otherwise")
    case .gone(let status): Self.json(410, "the push is \(status)")
    }
  }

  private static func json(_ status: Int, _ message: String) -> ServiceResponse {
    .json(status, JSONObject(["error": .string(message)]))
  }
}

/// Random numbers from a seed (SplitMix64): ids and numbers for practice, no secrets.
struct Dice: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func roll() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Different numbers from 10 to 99.
  mutating func twoDigitNumbers(_ count: Int) -> [String] {
    var numbers: [String] = []
    while numbers.count < count {
      let number = String(10 + roll() % 90)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}
