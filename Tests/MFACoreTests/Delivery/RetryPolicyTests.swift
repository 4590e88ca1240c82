import Testing

@testable import MFACore

/// When a decision is sent again, and when that could turn one answer into two.
@Suite struct RetryPolicyTests {
  static let three = RetryPolicy(retries: 3, fixedDelay: nil, maxTime: nil, allErrors: false)

  static func situation(
    attempts: Int = 1,
    elapsed: Double = 0,
    timeToLive: Double? = nil,
    isIdempotent: Bool = true
  ) -> RetryPolicy.Situation {
    RetryPolicy.Situation(
      attempts: attempts,
      elapsed: elapsed,
      timeToLive: timeToLive,
      isIdempotent: isIdempotent
    )
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let policy: RetryPolicy
    let setback: RetryPolicy.Setback
    let situation: RetryPolicy.Situation
    let step: RetryPolicy.Step

    init(
      _ description: String,
      _ setback: RetryPolicy.Setback,
      _ situation: RetryPolicy.Situation = RetryPolicyTests.situation(),
      policy: RetryPolicy = three,
      is step: RetryPolicy.Step
    ) {
      testDescription = description
      self.policy = policy
      self.setback = setback
      self.situation = situation
      self.step = step
    }
  }

  static let rows: [Row] = [
    Row("off by default", .notReached(mayHaveArrived: false), policy: .never, is: .stop(.notRetried)),
    Row("not reached", .notReached(mayHaveArrived: false), is: .retry(afterSeconds: 1)),
    Row(
      "the second wait is twice the first",
      .notReached(mayHaveArrived: false),
      situation(attempts: 2),
      is: .retry(afterSeconds: 2)
    ),
    Row(
      "the last retry",
      .notReached(mayHaveArrived: false),
      situation(attempts: 3),
      is: .retry(afterSeconds: 4)
    ),
    Row("used up", .notReached(mayHaveArrived: false), situation(attempts: 4), is: .stop(.attemptsUsedUp)),
    Row(
      "may have arrived, with an idempotency key",
      .notReached(mayHaveArrived: true),
      is: .retry(afterSeconds: 1)
    ),
    Row(
      "may have arrived, without one",
      .notReached(mayHaveArrived: true),
      situation(isIdempotent: false),
      is: .stop(.mayHaveArrived)
    ),
    Row(
      "may have arrived, without one, but told to",
      .notReached(mayHaveArrived: true),
      situation(isIdempotent: false),
      policy: RetryPolicy(retries: 1, fixedDelay: nil, maxTime: nil, allErrors: true),
      is: .retry(afterSeconds: 1)
    ),
    Row("a certificate that fails", .lasting, is: .stop(.notRetried)),
    Row(
      "a certificate that fails, all errors",
      .lasting,
      policy: RetryPolicy(retries: 1, fixedDelay: nil, maxTime: nil, allErrors: true),
      is: .stop(.notRetried)
    ),
    Row("400", .reply(status: 400, retryAfter: nil), is: .stop(.notRetried)),
    Row(
      "400, all errors",
      .reply(status: 400, retryAfter: nil),
      policy: RetryPolicy(retries: 1, fixedDelay: nil, maxTime: nil, allErrors: true),
      is: .retry(afterSeconds: 1)
    ),
    Row("Retry-After is longer", .reply(status: 429, retryAfter: 30), is: .retry(afterSeconds: 30)),
    Row("Retry-After is shorter", .reply(status: 503, retryAfter: 0), is: .retry(afterSeconds: 1)),
    Row(
      "a fixed delay",
      .reply(status: 503, retryAfter: nil),
      situation(attempts: 3),
      policy: RetryPolicy(retries: 3, fixedDelay: 0.5, maxTime: nil, allErrors: false),
      is: .retry(afterSeconds: 0.5)
    ),
    Row(
      "the push expires first",
      .reply(status: 429, retryAfter: 30),
      situation(timeToLive: 30),
      is: .stop(.pushExpires(waitSeconds: 30))
    ),
    Row(
      "the push just lives",
      .reply(status: 429, retryAfter: 30),
      situation(timeToLive: 31),
      is: .retry(afterSeconds: 30)
    ),
    Row(
      "the budget ends first",
      .notReached(mayHaveArrived: false),
      situation(elapsed: 9.5),
      policy: RetryPolicy(retries: 3, fixedDelay: nil, maxTime: 10, allErrors: false),
      is: .stop(.maxTime(waitSeconds: 1))
    ),
    Row(
      "waits are capped at ten minutes",
      .notReached(mayHaveArrived: false),
      situation(attempts: 900),
      policy: RetryPolicy(retries: 1000, fixedDelay: nil, maxTime: nil, allErrors: false),
      is: .retry(afterSeconds: 600)
    ),
  ]

  @Test(arguments: rows)
  func step(_ row: Row) {
    #expect(row.policy.step(after: row.setback, in: row.situation) == row.step)
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func transientStatusesAreRetried(status: Int) {
    let step = RetryPolicyTests.three.step(
      after: .reply(status: status, retryAfter: nil),
      in: RetryPolicyTests.situation()
    )
    #expect(step == .retry(afterSeconds: 1))
  }

  @Test(arguments: [300, 302, 401, 403, 404, 409, 410, 422, 501])
  func otherStatusesAreNot(status: Int) {
    let step = RetryPolicyTests.three.step(
      after: .reply(status: status, retryAfter: nil),
      in: RetryPolicyTests.situation()
    )
    #expect(step == .stop(.notRetried))
  }

  /// 1, 2, 4, … seconds up to ten minutes, and no shift that runs over.
  @Test(arguments: [
    (1, 1.0), (2, 2.0), (3, 4.0), (9, 256.0), (10, 512.0), (11, 600.0), (64, 600.0), (65, 600.0),
    (1000, 600.0),
    (Int.max, 600.0),
  ])
  func waitsDouble(attempts: Int, seconds: Double) {
    let policy = RetryPolicy(retries: .max, fixedDelay: nil, maxTime: nil, allErrors: false)
    let step = policy.step(
      after: .notReached(mayHaveArrived: false),
      in: RetryPolicyTests.situation(attempts: attempts)
    )
    #expect(step == .retry(afterSeconds: seconds))
  }

  /// A service may ask for any wait, which was slept through for thousands of years: over ten minutes end the retries.
  @Test(arguments: [0, 1, 600, 601, 86_400, Int(Int32.max), Int.max])
  func retryAfterOfAnySize(seconds: Int) {
    let setback = RetryPolicy.Setback.reply(status: 503, retryAfter: seconds)
    let wait = max(1, Double(seconds))
    let ever = RetryPolicyTests.three.step(after: setback, in: RetryPolicyTests.situation())
    #expect(ever == (seconds > 600 ? .stop(.waitTooLong) : .retry(afterSeconds: wait)))
    let mortal = RetryPolicyTests.three.step(
      after: setback,
      in: RetryPolicyTests.situation(timeToLive: 1)
    )
    #expect(mortal == .stop(.pushExpires(waitSeconds: wait)))
    let bounded = RetryPolicy(retries: 3, fixedDelay: nil, maxTime: 1, allErrors: true)
    #expect(
      bounded.step(after: setback, in: RetryPolicyTests.situation()) == .stop(.maxTime(waitSeconds: wait))
    )
  }

  /// Without an idempotency key: what a service or a gateway may have recorded in spite of its error is not repeated,
  /// what it refused before looking at it is.
  @Test(arguments: [(500, true), (502, true), (504, true), (408, false), (429, false), (503, false)])
  func errorsBehindWhichItMayHaveArrived(status: Int, mayHaveArrived: Bool) {
    let setback = RetryPolicy.Setback.reply(status: status, retryAfter: nil)
    let situation = RetryPolicyTests.situation(isIdempotent: false)
    #expect(
      RetryPolicyTests.three.step(after: setback, in: situation)
        == (mayHaveArrived ? .stop(.mayHaveArrived) : .retry(afterSeconds: 1))
    )
    let told = RetryPolicy(retries: 3, fixedDelay: nil, maxTime: nil, allErrors: true)
    #expect(told.step(after: setback, in: situation) == .retry(afterSeconds: 1))
  }

  @Test(arguments: [
    RetryPolicy.Setback.reply(status: 503, retryAfter: 1), .reply(status: 503, retryAfter: nil),
    .notReached(mayHaveArrived: false), .notReached(mayHaveArrived: true),
  ])
  func neverOutlivesThePush(setback: RetryPolicy.Setback) {
    let policy = RetryPolicy(retries: 3, fixedDelay: 1, maxTime: nil, allErrors: true)
    for (timeToLive, isRetried) in [(-5.0, false), (0, false), (0.5, false), (1, false), (1.5, true)] {
      let step = policy.step(after: setback, in: RetryPolicyTests.situation(timeToLive: timeToLive))
      #expect(step == (isRetried ? .retry(afterSeconds: 1) : .stop(.pushExpires(waitSeconds: 1))))
    }
  }

  /// A push that is over is not answered again, even without a wait.
  @Test func noDelayDoesNotOutliveItEither() {
    let policy = RetryPolicy(retries: 3, fixedDelay: 0, maxTime: nil, allErrors: false)
    let setback = RetryPolicy.Setback.notReached(mayHaveArrived: false)
    #expect(
      policy.step(after: setback, in: RetryPolicyTests.situation(timeToLive: 0))
        == .stop(.pushExpires(waitSeconds: 0))
    )
    #expect(policy.step(after: setback, in: RetryPolicyTests.situation()) == .retry(afterSeconds: 0))
  }

  /// Whatever else is true: off is off, and what lasts is not retried.
  @Test(arguments: [
    RetryPolicy.Setback.lasting, .notReached(mayHaveArrived: true), .notReached(mayHaveArrived: false),
    .reply(status: 503, retryAfter: 0), .reply(status: 400, retryAfter: nil),
  ])
  func offIsOff(setback: RetryPolicy.Setback) {
    for allErrors in [false, true] {
      let off = RetryPolicy(retries: 0, fixedDelay: 0, maxTime: 100, allErrors: allErrors)
      #expect(off.step(after: setback, in: RetryPolicyTests.situation()) == .stop(.notRetried))
    }
    #expect(
      RetryPolicy.never.step(after: setback, in: RetryPolicyTests.situation()) == .stop(.notRetried)
    )
  }

  /// The first reason counts: nobody is told of a deadline for a retry that would not be made anyway.
  @Test func orderOfReasons() {
    let policy = RetryPolicy(retries: 1, fixedDelay: nil, maxTime: 1, allErrors: false)
    let arrived = RetryPolicy.Setback.notReached(mayHaveArrived: true)
    let late = RetryPolicyTests.situation(attempts: 2, elapsed: 5, timeToLive: 0, isIdempotent: false)
    #expect(policy.step(after: .lasting, in: late) == .stop(.notRetried))
    #expect(policy.step(after: arrived, in: late) == .stop(.mayHaveArrived))
    let idempotent = RetryPolicyTests.situation(attempts: 2, elapsed: 5, timeToLive: 0)
    #expect(policy.step(after: arrived, in: idempotent) == .stop(.attemptsUsedUp))
    let first = RetryPolicyTests.situation(elapsed: 5, timeToLive: 0)
    #expect(policy.step(after: arrived, in: first) == .stop(.maxTime(waitSeconds: 1)))
  }
}
