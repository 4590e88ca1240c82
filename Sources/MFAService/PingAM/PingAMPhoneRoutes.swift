import MFACore

/// The endpoint that phones speak to, with the checks of PingAM's source in its order.
///
/// Source: `PushMessageResource`, `MessageDispatcher`, `AuthClusterMessageHandler` and `PushDeviceUpdater` of PingAM.
extension PracticeService {
  /// `POST …/push/sns/message?_action=`: `register` and `authenticate` take an answer to a message, `refresh` a new push
  /// token. 200 and an empty object, or a `CRESTError`.
  func takeMessage(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(CRESTError) -> ServiceResponse
  {
    try computing { () throws(CryptographyError) in _ = try cryptography.areEqual([0], [0]) }
    try CRESTVersion.check(request.apiVersion)
    let action = try PingAMAction(request.query)
    let content = try PingAMContent(request)
    let returnsCookie = PingAMCookie.isIn(request.cookie)
    switch action {
    // Which of the two it is makes no difference: the type of the message counts.
    case .register, .authenticate: try takeAnswer(content, returnsCookie, &effects)
    case .refresh: try refreshDevice(content, &effects)
    }
    return .json(200, JSONObject())
  }

  private func takeAnswer(_ content: PingAMContent, _ returnsCookie: Bool, _ effects: inout ServiceEffects)
    throws(CRESTError)
  {
    guard let id = content.id("messageId") else { throw .badRequest }
    // What no message type stands before is an exception that nobody catches.
    guard let colon = id.utf8.lastIndex(of: UInt8(ascii: ":")),
      let type = PingAMMessageType(named: String(id[..<colon]))
    else {
      throw .uncaught
    }
    switch type {
    case .register: try register(id, content, returnsCookie, &effects)
    case .authenticate: try authenticate(id, content, returnsCookie, &effects)
    }
  }

  private func register(
    _ id: String,
    _ content: PingAMContent,
    _ returnsCookie: Bool,
    _ effects: inout ServiceEffects
  ) throws(CRESTError) {
    guard let enrolment = enrolments[id], effects.now < enrolment.takesAnswersUntil else { throw .badRequest }
    let claims = try provenClaims(content, key: enrolment.key, challenge: enrolment.challenge)
    guard let mechanism = try? Members(claims).id("mechanismUid"), enrolments.isFree(mechanism, for: id)
    else {
      throw .badRequest
    }
    let phone = PingAMPhone(
      mechanism: mechanism,
      device: try PingAMDevice(claims: claims),
      returnsCookie: returnsCookie,
      registeredAt: effects.now
    )
    effects.changes.append(.pingAM(.registered(phone, for: id)))
  }

  private func authenticate(
    _ id: String,
    _ content: PingAMContent,
    _ returnsCookie: Bool,
    _ effects: inout ServiceEffects
  ) throws(CRESTError) {
    guard let push = pingAMPushes[id], effects.now < push.takesAnswersUntil,
      let enrolment = enrolments[push.enrolment]
    else { throw .badRequest }
    let claims = try provenClaims(content, key: enrolment.key, challenge: push.challenge)
    // Whether it is there is what counts, be it false.
    let isDenial = Members(claims).has("deny")
    let number = try chosenNumber(claims)
    if push.order.release == .strict, !isDenial, push.isWrong(number) { throw .badRequest }
    // The endpoint takes what comes after the sign-on has given up, and nobody looks at it any more.
    guard effects.now < push.expiresAt else { return }
    let reply = PingAMReply(
      isApproval: !isDenial,
      number: number,
      returnsCookie: returnsCookie,
      at: effects.now
    )
    effects.changes.append(.pingAM(.pushAnswered(id, reply)))
  }

  /// A text or a number that Java's `Integer.parseInt` reads, on a denial too.
  private func chosenNumber(_ claims: JSONObject) throws(CRESTError) -> Int? {
    let text: String
    switch claims["challengeResponse"] {
    case nil, .null: return nil
    case .string(let digits): text = digits
    case .number(let number): text = number.spelling
    default: throw .uncaught
    }
    guard let number = Int32(text) else { throw .uncaught }
    return Int(number)
  }

  private func refreshDevice(_ content: PingAMContent, _ effects: inout ServiceEffects) throws(CRESTError) {
    guard let mechanism = content.id("mechanismUid"), let account = content.id("username"),
      let enrolment = enrolments[mechanism: mechanism], enrolment.account == account
    else { throw .badRequest }
    let claims = try signedClaims(content, key: enrolment.key)
    let device = try PingAMDevice(claims: claims)
    effects.changes.append(.pingAM(.deviceRefreshed(mechanism: mechanism, device)))
  }
}

/// What a phone has to prove.
extension PracticeService {
  /// The claims of the content, signed by who knows the secret, with the right answer to a challenge among them.
  private func provenClaims(_ content: PingAMContent, key: SecretBytes, challenge: String)
    throws(CRESTError) -> JSONObject
  {
    let claims = try signedClaims(content, key: key)
    guard let response = claims["response"]?.string else { throw .uncaught }
    let isRight = try computing { () throws(CryptographyError) in
      // The texts are compared: the same bytes in another alphabet, or without padding, are another answer.
      let expected = Base64.encode(try cryptography.hmacSHA256(key, Base64.decode(challenge) ?? []))
      return try cryptography.areEqual(Array(expected.utf8), Array(response.utf8))
    }
    guard isRight else { throw .badRequest }
    return claims
  }

  private func signedClaims(_ content: PingAMContent, key: SecretBytes) throws(CRESTError) -> JSONObject {
    guard let text = content.text("jwt"), let jws = try? CompactJWS.read(text, field: "jwt") else {
      throw .uncaught
    }
    let verdict = try computing { () throws(CryptographyError) in try cryptography.checkHS256(jws, key: key) }
    guard verdict == .valid else { throw .badRequest }
    return jws.claims
  }

  private func computing<Value>(_ compute: () throws(CryptographyError) -> Value) throws(CRESTError) -> Value
  {
    do { return try compute() } catch { throw .unavailable(PracticeService.sentence(error)) }
  }
}

/// The body of a phone's request.
struct PingAMContent: Sendable {
  private let object: JSONObject

  init(_ request: ServiceRequest) throws(CRESTError) {
    do throws(ServiceError) { object = try request.members().object } catch {
      switch error {
      case .unsupportedType: throw .unsupportedType
      case .tooLarge: throw .tooLarge
      default: throw .notJSON
      }
    }
  }

  func text(_ name: String) -> String? { object[name]?.string }

  /// A text that may name something here; nothing has a longer name.
  func id(_ name: String) -> String? {
    text(name).flatMap { $0.utf8.count <= Route.idLimit ? $0 : nil }
  }
}

extension PingAMDevice {
  /// Nobody but Amazon would notice that something is missing, except for the channel, which is looked at unseen.
  fileprivate init(claims: JSONObject) throws(CRESTError) {
    guard claims["communicationType"]?.string != nil else { throw .uncaught }
    guard let device = try? PingAMDevice(Members(claims)) else { throw .badRequest }
    self = device
  }
}
