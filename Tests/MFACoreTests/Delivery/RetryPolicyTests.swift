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
}

/// What curl takes for a proxy and for an address of a host.
@Suite struct ProxyURLTests {
  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:3128", "http://proxy.example.com:3128/", "socks5h://127.0.0.1:1080", "[::1]:3128",
    "https://u:p@proxy.example.com",
  ])
  func isTaken(text: String) throws {
    #expect(try ProxyURL(text).wireText == text)
  }

  @Test(arguments: [
    ("ftp://proxy.example.com", ProxyURL.Problem.schemeNotKnown("ftp")), ("http://", .noHost),
    (":3128", .noHost),
    ("proxy.example.com:0", .badPort("0")), ("proxy.example.com:99999", .badPort("99999")),
    ("proxy example.com", .badCharacter(" ")), ("http://proxy.example.com/x", .path), ("[::1", .noHost),
  ])
  func isRefused(text: String, problem: ProxyURL.Problem) {
    #expect(throws: problem) { try ProxyURL(text) }
  }

  @Test func userInfoIsMasked() throws {
    let proxy = try ProxyURL("http://user:canary@proxy.example.com:3128")
    #expect(proxy.description == "http://***@proxy.example.com:3128")
    #expect(proxy.secrets.map { $0.reveal() } == ["user", "canary"])
  }

  @Test(arguments: [
    "mfa.example.com:443:127.0.0.1", "*:443:127.0.0.1", "mfa.example.com:443:[::1]", "[::1]:80:127.0.0.1",
    "+mfa.example.com:443:127.0.0.1,127.0.0.2",
  ])
  func overrideIsTaken(text: String) {
    #expect(HostOverride(text)?.text == text)
  }

  @Test(arguments: [
    "", "mfa.example.com", "mfa.example.com:443", "mfa.example.com:443:", "mfa.example.com:x:127.0.0.1",
    "mfa.example.com:443:name", "mfa.example.com:0:127.0.0.1", ":443:127.0.0.1", "a b:443:127.0.0.1",
  ])
  func overrideIsRefused(text: String) {
    #expect(HostOverride(text) == nil)
  }
}
