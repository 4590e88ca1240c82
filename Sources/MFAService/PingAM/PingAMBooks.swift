import MFACore

/// The enrolments that the service remembers.
struct PingAMEnrolmentBook: Sendable {
  static let mostEnrolments = 1000

  private var roster = Roster<PingAMEnrolment>()
  private var slots: [String: Int] = [:]
  private var mechanisms: [String: Int] = [:]

  subscript(id: String) -> PingAMEnrolment? { slots[id].flatMap { roster[$0] } }
  subscript(mechanism name: String) -> PingAMEnrolment? { mechanisms[name].flatMap { roster[$0] } }

  /// Those with a phone, the oldest first.
  var registered: [PingAMEnrolment] {
    roster.oldestFirst.compactMap { roster[$0] }.filter { $0.phone != nil }
  }

  func hasRoom(at time: Timestamp) -> Bool {
    roster.count < PingAMEnrolmentBook.mostEnrolments || oldestEnded(at: time) != nil
  }

  private func oldestEnded(at time: Timestamp) -> Int? {
    roster.oldestFirst.first { slot in roster[slot]?.hasEnded(at: time) ?? false }
  }

  /// False when there is one of that id, or no room.
  mutating func add(_ enrolment: PingAMEnrolment) -> Bool {
    guard slots[enrolment.id] == nil, enrolment.phone == nil else { return false }
    if roster.count >= PingAMEnrolmentBook.mostEnrolments {
      // Its own time is the clock by which others have ended, so that a journal says the same again.
      guard let oldest = oldestEnded(at: enrolment.createdAt), let id = roster[oldest]?.id else {
        return false
      }
      slots[id] = nil
      roster.remove(oldest)
    }
    slots[enrolment.id] = roster.append(enrolment)
    return true
  }

  /// Whether a phone may call its credential so; one name is one phone's.
  func isFree(_ mechanism: String, for enrolment: String) -> Bool {
    mechanisms[mechanism].map { roster[$0]?.id == enrolment } ?? true
  }

  /// A phone takes an enrolment, or takes it again.
  mutating func register(_ phone: PingAMPhone, for id: String) -> Bool {
    guard let slot = slots[id], let before = roster[slot], phone.registeredAt < before.takesAnswersUntil,
      isFree(phone.mechanism, for: id)
    else { return false }
    if let earlier = before.phone { mechanisms[earlier.mechanism] = nil }
    mechanisms[phone.mechanism] = slot
    _ = roster.update(slot) { $0.phone = phone }
    return true
  }

  mutating func refresh(_ mechanism: String, _ device: PingAMDevice) -> Bool {
    guard let slot = mechanisms[mechanism] else { return false }
    _ = roster.update(slot) { $0.phone?.device = device }
    return true
  }

  /// Changes that make this book out of an empty one.
  var changes: [PingAMChange] {
    roster.oldestFirst.compactMap { roster[$0] }.flatMap { enrolment -> [PingAMChange] in
      var begun = enrolment
      begun.phone = nil
      return [.enrolmentBegun(begun)] + (enrolment.phone.map { [.registered($0, for: enrolment.id)] } ?? [])
    }
  }
}

/// The pushes in the way of PingAM that the service remembers, in the order in which they were made.
struct PingAMPushBook: Sendable {
  /// As many as of the others may wait; tests make do with fewer.
  var mostPushes = 50_000

  private var roster = Roster<PingAMPush>()
  private var slots: [String: Int] = [:]

  subscript(id: String) -> PingAMPush? { slots[id].flatMap { roster[$0] } }

  /// All are remembered equally long at least, so the oldest makes room or none does.
  func hasRoom(at time: Timestamp) -> Bool { roster.count < mostPushes || endedOldest(at: time) != nil }

  private func endedOldest(at time: Timestamp) -> Int? {
    for slot in roster.oldestFirst {
      return roster[slot].flatMap { time >= $0.takesAnswersUntil ? slot : nil }
    }
    return nil
  }

  /// False when there is one of that id, or no room.
  mutating func add(_ push: PingAMPush) -> Bool {
    guard slots[push.id] == nil, push.answer == nil else { return false }
    if roster.count >= mostPushes {
      guard let oldest = endedOldest(at: push.createdAt), let id = roster[oldest]?.id else { return false }
      slots[id] = nil
      roster.remove(oldest)
    }
    slots[push.id] = roster.append(push)
    return true
  }

  mutating func answer(_ id: String, with reply: PingAMReply) -> Bool {
    guard let slot = slots[id] else { return false }
    return roster.update(slot) { $0.take(reply) } == true
  }

  /// The oldest first.
  func waiting(at now: Timestamp) -> [PingAMPush] {
    roster.oldestFirst.compactMap { roster[$0] }.filter { $0.state(now: now) == .waiting }
  }

  /// Changes that make this book out of an empty one. An answer stands right behind its push: made in that order, none
  /// is about a push that has been forgotten.
  var changes: [PingAMChange] {
    roster.oldestFirst.compactMap { roster[$0] }.flatMap { push -> [PingAMChange] in
      [.pushSent(push.withoutAnswer)] + (push.answer.map { [.pushAnswered(push.id, $0)] } ?? [])
    }
  }
}

extension PingAMPush {
  fileprivate var withoutAnswer: PingAMPush {
    PingAMPush(
      id: id,
      enrolment: enrolment,
      order: order,
      challenge: challenge,
      number: number,
      createdAt: createdAt
    )
  }
}
