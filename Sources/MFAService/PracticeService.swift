package import MFACore

/// The practice service: a pure state machine that behaves like an MFA service. A request and the time go in, what
/// follows from it comes out; it opens no socket, reads no clock and writes no file.
///
/// Answering changes nothing but the dice. What a request does to the service are the answer's changes, and `apply` is
/// the only way to make them happen, when they are made and when they are read back from a journal.
///
/// Routes, JSON in and out, are the rows of `Route.all`, which `GET /` lists. An error has
/// `{"error": SENTENCE}` as its body, some with a `code` beside it (`ServiceRefusal`); those that a phone gets from PingAM
/// are a `CRESTError`.
package struct PracticeService: Sendable {
  var pushes = PushBook()
  var devices = DeviceBook()
  var pairings = PairingBook()
  var notifications = NotificationBook()
  var credentials = CredentialStore()
  var logins = LoginBook()
  var enrolments = PingAMEnrolmentBook()
  var pingAMPushes = PingAMPushBook()
  var dice: Dice
  let cryptography: Cryptography

  /// - Parameters:
  ///   - seed: where ids, numbers and the secrets of enrolments come from; the same seed gives the same ones.
  ///   - cryptography: what signatures are made and checked with; without it, the routes of PingAM say that it is missing.
  package init(seed: UInt64, cryptography: Cryptography = .missing([])) {
    dice = Dice(seed: seed)
    self.cryptography = cryptography
  }

  /// What is to be done about one request.
  ///
  /// - Parameters:
  ///   - arrivedAt: when it came; a long poll that is asked about again came earlier.
  ///   - now: the time at which it is answered.
  package mutating func answer(_ request: ServiceRequest, arrivedAt: Timestamp, now: Timestamp)
    -> ServiceAnswer
  {
    if var (ahead, changes) = withDueRequests(at: now) {
      let answer = ahead.answer(request, arrivedAt: arrivedAt, now: now)
      dice = ahead.dice
      changes += answer.changes
      return ServiceAnswer(changes: changes, deliveries: answer.deliveries, reply: answer.reply)
    }
    // Each request makes one push at most, so noticing more than one keeps up with any load.
    let overdue = pushes.overdue(at: now, most: PracticeService.mostNoticed)
    var effects = ServiceEffects(now: now, arrivedAt: arrivedAt, overdueCount: overdue.count)
    let reply: ServiceReply
    do throws(ServiceError) {
      let (route, id) = try Route.matching(request)
      reply = try route.answer(&self, id, request, &effects)
    } catch {
      // What was prepared before the refusal doesn't happen.
      effects = ServiceEffects(now: now, arrivedAt: arrivedAt, overdueCount: overdue.count)
      reply = .response(error.response)
    }
    // The last of them: an ending may make the book forget a push that the request has just been about.
    effects.changes += overdue.map { .pushExpired(push: $0) }
    return ServiceAnswer(changes: effects.changes, deliveries: effects.deliveries, reply: reply)
  }

  /// Makes the changes of an answer happen.
  package mutating func apply(_ changes: [ServiceChange]) {
    for change in changes { _ = applies(change) }
  }

  /// Answers one request and makes its changes happen; a long poll gets what there is.
  package mutating func respond(_ request: ServiceRequest, now: Timestamp) -> ServiceResponse {
    var answer = answer(request, arrivedAt: now, now: now)
    apply(answer.changes)
    if case .wait = answer.reply {
      // As one that came so long ago that its waiting is over.
      let long = -Double(PracticeService.longestWait) - 1
      answer = self.answer(request, arrivedAt: now.advanced(bySeconds: long), now: now)
    }
    guard case .response(let response) = answer.reply else { return ServiceError.noRoute.response }
    return response
  }

  private static let mostNoticed = 16
}

/// What a request is about to do.
struct ServiceEffects {
  let now: Timestamp
  let arrivedAt: Timestamp
  /// How many pushes that wait will have made room, because their time is over.
  let overdueCount: Int
  var changes: [ServiceChange] = []
  var deliveries: [ServiceDelivery] = []
}

extension PracticeService {
  /// One change; false when it can't happen as things stand.
  mutating func applies(_ change: ServiceChange) -> Bool {
    switch change {
    case .pushCreated(let push): return pushes.add(push)
    case .pushAnswered(let push, let answer, let time):
      return pushes.end(push, as: .answered(answer, at: time))
    case .pushCancelled(let push, let time): return pushes.end(push, as: .cancelled(at: time))
    case .pushExpired(let push): return pushes.end(push, as: .expired)
    case .eventRecorded(let push, let event): return pushes.record(event, of: push)
    case .deviceRegistered(let device):
      devices.put(device)
      return true
    case .tokenChanged(let device, let token): return devices.update(device) { $0.token = token }
    case .tokenCleared(let device): return devices.update(device) { $0.token = nil }
    case .registrationCompleted(let device, let push, let time):
      // An earlier test push says nothing about a registration that was repeated since.
      let isKnown = devices.update(device) { if $0.testPush == push { $0.isRegistered = true } }
      return pushes.end(push, as: .completed(at: time)) && isKnown
    case .pairingIssued(let key): return pairings.issue(key)
    case .devicePaired(let device, let key, let testPush):
      pairings.use(key)
      return devices.update(device) {
        ($0.isPaired, $0.isRegistered, $0.testPush) = (true, false, testPush)
      }
    case .deviceUnpaired(let device): return devices.update(device) { $0.isPaired = false }
    case .inbox(let change): return applies(change)
    case .pingAM(let change): return applies(change)
    }
  }

  /// The lines of a journal, without their ends, that makes the present state out of nothing.
  package func compacted() -> [[UInt8]] {
    // Devices come first: a registration that was completed names one.
    let changes =
      devices.devices.map { ServiceChange.deviceRegistered($0) }
      + pairings.all.map { .pairingIssued($0) } + pushes.changes + inboxChanges + pingAMChanges
    return [ServiceJournal.header] + changes.map(\.line)
  }
}
