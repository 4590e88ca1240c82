import MFACore
import Testing

/// The request of the default contract, byte by byte.
@Suite("The default contract")
struct ContractTests {
  struct Case: NamedCase {
    let name: String
    let id: String
    let decision: Decision
    let body: String
    let key: String

    init(
      _ name: String,
      id: String = "m-1",
      _ action: Decision.Action,
      method: String = "user",
      reason: String? = nil,
      body: String,
      key: String
    ) {
      (self.name, self.id, self.body, self.key) = (name, id, body, key)
      decision = Decision(action: action, authMethod: method, denyReason: reason, source: .flag)
    }
  }

  private func contract(_ provider: ProviderName) throws -> ContractAnswering {
    guard case .contract(let answering)? = Provider.all.first(where: { $0.name == provider })?.answering
    else {
      throw NotContract(provider: provider)
    }
    return answering
  }

  private struct NotContract: Error {
    let provider: ProviderName
  }

  private func request(_ row: Case, _ provider: ProviderName) throws -> HTTPRequest {
    let text: String =
      switch provider {
      case .pingone: #"{"messageId":\#(quoted(row.id)),"PingOne":{"notificationType":"authentication"}}"#
      default: #"{"messageId":\#(quoted(row.id)),"pushType":"default"}"#
      }
    let push = try Reading(text).result.get()
    let answering = try contract(push.provider)
    return answering.request(row.decision, push, try EndpointURL("https://example.com/p/{id}"), .sample)
  }

  private static let cases = [
    Case(
      "an approval",
      .approve(number: nil),
      body: #"{"id":"m-1","decision":"approve","authMethod":"user","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "m-1.approve"
    ),
    Case(
      "an approval with a number, as text",
      .approve(number: MatchValue("07")),
      body:
        #"{"id":"m-1","decision":"approve","authMethod":"user","numberChallenge":"07","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "m-1.approve.07"
    ),
    Case(
      "an approval with a reason, which only a denial has",
      .approve(number: nil),
      reason: "no",
      body: #"{"id":"m-1","decision":"approve","authMethod":"user","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "m-1.approve"
    ),
    Case(
      "a denial",
      .deny,
      body: #"{"id":"m-1","decision":"deny","authMethod":"user","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "m-1.deny"
    ),
    Case(
      "a denial with a reason and another method",
      .deny,
      method: "biometric",
      reason: "not \"me\"\n",
      body:
        #"{"id":"m-1","decision":"deny","authMethod":"biometric","denyReason":"not \"me\"\n","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "m-1.deny"
    ),
    Case(
      "an id that would end a header",
      id: "a\r\nX-Evil: 1",
      .approve(number: MatchValue("1 2")),
      body:
        #"{"id":"a\r\nX-Evil: 1","decision":"approve","authMethod":"user","numberChallenge":"1 2","respondedAt":"2030-01-01T00:00:00Z"}"#,
      key: "a%0D%0AX-Evil%3A%201.approve.1%202"
    ),
    Case(
      "an id and a value that are not ASCII",
      id: "\u{e9}/\u{1F600}",
      .approve(number: MatchValue("\u{e4}")),
      body:
        "{\"id\":\"\u{e9}/\u{1F600}\",\"decision\":\"approve\",\"authMethod\":\"user\",\"numberChallenge\":\"\u{e4}\",\"respondedAt\":\"2030-01-01T00:00:00Z\"}",
      key: "%C3%A9%2F%F0%9F%98%80.approve.%C3%A4"
    ),
  ]

  @Test(arguments: cases, [ProviderName.plain, .pingone])
  func makesTheRequest(_ row: Case, _ provider: ProviderName) throws {
    let request = try request(row, provider)
    #expect(request.method == "POST")
    #expect(request.url.wireText == "https://example.com/p/" + PercentEncoding.encode(row.id))
    #expect(String(decoding: request.body, as: UTF8.self) == row.body)
    let headers = Dictionary(
      uniqueKeysWithValues: request.headers.map { ($0.name.lowercased(), $0.wireValue) }
    )
    #expect(headers["content-type"] == "application/json")
    #expect(headers["idempotency-key"] == row.key)
    for (name, value) in headers {
      #expect((name + value).unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
    }
  }

  @Test func anotherDecisionHasAnotherKey() throws {
    let keys = try Self.cases.filter { $0.id == "m-1" }.map { row in
      try request(row, .plain).headers.first { $0.name == "Idempotency-Key" }?.wireValue
    }
    #expect(Set(keys) == ["m-1.approve", "m-1.approve.07", "m-1.deny"])
  }

  @Test(arguments: [200, 201, 202, 204, 226, 299])
  func any2xxIsRecorded(_ status: Int) throws {
    let answering = try contract(.plain)
    let reply = HTTPReply(status: status, headers: [], body: [], retryAfterSeconds: nil)
    #expect(answering.verdict(reply) == .recorded)
  }

  @Test(arguments: [
    300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 409, 410, 429, 500, 503, 599, 600, 999,
  ])
  func anythingElseIsRefused(_ status: Int) throws {
    let answering = try contract(.pingone)
    let body = Array(#"{"recorded":true}"#.utf8)
    let reply = HTTPReply(status: status, headers: [], body: body, retryAfterSeconds: nil)
    #expect(answering.verdict(reply) == .refused(.status))
  }

  @Test func onlyTwoProvidersAreAnsweredWithoutAnEnrolment() {
    let answered = Provider.all.filter { if case .contract = $0.answering { true } else { false } }
    #expect(Set(answered.map(\.name)) == [.plain, .pingone])
    #expect(Set(Provider.all.map(\.name)).count == Provider.all.count)
    // What is answered with a credential says how that is kept, and nothing else does.
    #expect(Provider.all.allSatisfy { ($0.credentials == nil) == answered.contains($0) })
  }

  @Test func headersOfAReplyAreFoundWithoutRegardToCase() {
    let headers = [HTTPReply.Header(name: "LOCATION", value: "/a"), .init(name: "location", value: "/b")]
    let reply = HTTPReply(status: 302, headers: headers, body: [], retryAfterSeconds: nil)
    #expect(reply.header("Location") == "/a")
    #expect(reply.header("Retry-After") == nil)
  }
}
