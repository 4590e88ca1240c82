/// When a decision that did not get through is sent again, in curl's terms.
///
/// A decision is no page view: it is sent again only when that can't turn one answer into two.
package struct RetryPolicy: Sendable, Equatable {
  /// Further attempts at the most; 0 for none.
  package var retries: Int
  /// Seconds before each further attempt; nil for 1, 2, 4, … up to ten minutes.
  package var fixedDelay: Double?
  /// Seconds since the first attempt after which none is begun; nil for no such limit.
  package var maxTime: Double?
  /// Also after errors that are not transient, and after a possible arrival without an idempotency key.
  package var allErrors: Bool

  package init(retries: Int, fixedDelay: Double?, maxTime: Double?, allErrors: Bool) {
    self.retries = retries
    self.fixedDelay = fixedDelay
    self.maxTime = maxTime
    self.allErrors = allErrors
  }

  /// Sends once.
  package static let never = RetryPolicy(retries: 0, fixedDelay: nil, maxTime: nil, allErrors: false)

  /// How an attempt ended short of a recorded decision.
  package enum Setback: Sendable, Equatable {
    /// A final reply with this status.
    case reply(status: Int, retryAfter: Int?)
    /// No final reply.
    case notReached(mayHaveArrived: Bool)
    /// Something that another attempt can't change: a certificate that fails, a library that is missing.
    case lasting
  }

  /// What is known when the policy is asked.
  package struct Situation: Sendable, Equatable {
    /// Attempts so far, at least 1.
    package let attempts: Int
    /// Seconds since the first began.
    package let elapsed: Double
    /// Seconds for which the push still lives; nil for ever.
    package let timeToLive: Double?
    /// Whether the service tells a repeat from a second decision.
    package let isIdempotent: Bool

    package init(attempts: Int, elapsed: Double, timeToLive: Double?, isIdempotent: Bool) {
      self.attempts = attempts
      self.elapsed = elapsed
      self.timeToLive = timeToLive
      self.isIdempotent = isIdempotent
    }
  }

  package enum Step: Sendable, Equatable {
    /// Send again after so many seconds.
    case retry(afterSeconds: Double)
    case stop(StopReason)
  }

  /// Why no further attempt is made.
  package enum StopReason: Sendable, Equatable {
    /// None was asked for, or this error is not one to retry.
    case notRetried
    case attemptsUsedUp
    /// It may have arrived, and the service could not tell a repeat from a second decision.
    case mayHaveArrived
    case maxTime(waitSeconds: Double)
    case pushExpires(waitSeconds: Double)
    /// The service asks for a longer wait than `longestDelay`.
    case waitTooLong
  }

  /// Seconds; a service that wants more gets no further attempt, since nobody waits for years.
  package static let longestDelay = 600
  /// curl's list: what is likely to go away by itself.
  private static let transientStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  package func step(after setback: Setback, in situation: Situation) -> Step {
    guard retries > 0, isRetried(setback) else { return .stop(.notRetried) }
    if mayHaveArrived(setback), !situation.isIdempotent, !allErrors { return .stop(.mayHaveArrived) }
    guard situation.attempts <= retries else { return .stop(.attemptsUsedUp) }
    let wait = wait(after: setback, attempts: situation.attempts)
    if let maxTime, situation.elapsed + wait >= maxTime { return .stop(.maxTime(waitSeconds: wait)) }
    if let timeToLive = situation.timeToLive, wait >= timeToLive {
      return .stop(.pushExpires(waitSeconds: wait))
    }
    if case .reply(_, let retryAfter?) = setback, retryAfter > RetryPolicy.longestDelay {
      return .stop(.waitTooLong)
    }
    return .retry(afterSeconds: wait)
  }

  private func isRetried(_ setback: Setback) -> Bool {
    switch setback {
    case .lasting: false
    case .notReached: true
    case .reply(let status, _): allErrors || RetryPolicy.transientStatuses.contains(status)
    }
  }

  private func mayHaveArrived(_ setback: Setback) -> Bool {
    switch setback {
    case .lasting: false
    case .notReached(let mayHaveArrived): mayHaveArrived
    // Behind an error of its own or of a gateway a service may have recorded the decision all the same.
    case .reply(let status, _): [500, 502, 504].contains(status)
    }
  }

  /// The service's own wish counts when it is for longer.
  private func wait(after setback: Setback, attempts: Int) -> Double {
    // Doubling stops long before a shift could overflow.
    let own = fixedDelay ?? min(Double(1 << min(attempts - 1, 20)), Double(RetryPolicy.longestDelay))
    if case .reply(_, let retryAfter?) = setback { return max(own, Double(retryAfter)) }
    return own
  }
}
