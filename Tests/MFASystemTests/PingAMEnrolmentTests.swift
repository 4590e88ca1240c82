import MFACore
import MFASystem
import Testing

/// An enrolment at PingAM and a change of its push token, by bodies that another program computed.
@Suite("PingAM's enrolment")
struct PingAMEnrolmentTests {
  private let live = Keys.cryptography

  private static let uri =
    "pushauth://push/ExampleCorp:demo?l=YW1sYmNvb2tpZT0wMQ&issuer=RXhhbXBsZUNvcnA&m=REGISTER:44444444-4444-4444-8444-4444444444441767225600000&s=b3uYLkQ7dRPjBaIzV0t_aijoXRgMq-NP5AwVAvRfa_E&c=9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg&r=aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9hbS9qc29uL3JlYWxtcy9yb290L3JlYWxtcy9hbHBoYS9wdXNoL3Nucy9tZXNzYWdlP19hY3Rpb249cmVnaXN0ZXI&a=aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9hbS9qc29uL3JlYWxtcy9yb290L3JlYWxtcy9hbHBoYS9wdXNoL3Nucy9tZXNzYWdlP19hY3Rpb249YXV0aGVudGljYXRl&uid=ZGVtbw&pid=NTU1NTU1NTUtNTU1NS00NTU1LTg1NTUtNTU1NTU1NTU1NTU1&b=032b75"
  private static let mechanism = "5f1d2c3b-4a59-4e68-8f70-0123456789ab"
  private static let endpoint = "https://am.example.com/am/json/realms/root/realms/alpha/push/sns/message"

  private static let registration =
    #"{"messageId":"REGISTER:44444444-4444-4444-8444-4444444444441767225600000","jwt":"eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJyZXNwb25zZSI6IkRmMDJBd0EzUmErc1RHa0w1K1F2a0V0TjNlTGRaaUZtTDVueEFWMW0wazg9IiwibWVjaGFuaXNtVWlkIjoiNWYxZDJjM2ItNGE1OS00ZTY4LThmNzAtMDEyMzQ1Njc4OWFiIiwiZGV2aWNlSWQiOiIwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwIiwiZGV2aWNlTmFtZSI6Im1mYS1jbGkiLCJkZXZpY2VUeXBlIjoiaW9zIiwiY29tbXVuaWNhdGlvblR5cGUiOiJhcG5zIn0.cNPrfW4ATqbAKOAeH8zHbGxW3GbNm_dM0H845S7JjK4"}"#
  private static let refresh =
    #"{"mechanismUid":"5f1d2c3b-4a59-4e68-8f70-0123456789ab","username":"demo","jwt":"eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJtZWNoYW5pc21VaWQiOiI1ZjFkMmMzYi00YTU5LTRlNjgtOGY3MC0wMTIzNDU2Nzg5YWIiLCJkZXZpY2VJZCI6ImFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWIiLCJkZXZpY2VOYW1lIjoibWZhLWNsaSIsImRldmljZVR5cGUiOiJpb3MiLCJjb21tdW5pY2F0aW9uVHlwZSI6ImFwbnMifQ.x4lpFdprXAH_1HAg-2byzewzaFoyH3ZdJjPj4HxPU5M"}"#

  private struct OtherKind: Error {}

  private func enrolment() throws -> PingAMEnrolment {
    guard let enrolment = try Provider.all.enrollment(Self.uri) as? PingAMEnrolment else { throw OtherKind() }
    return enrolment
  }

  private func token(_ byte: UInt8) throws -> DeviceToken {
    try #require(DeviceToken(bytes: [UInt8](repeating: byte, count: 32)))
  }

  private static func headers(cookie: String?) -> [HTTPHeader] {
    [
      HTTPHeader("Content-Type", .plain("application/json")),
      HTTPHeader("Accept-API-Version", .plain("resource=1.0, protocol=1.0")),
    ] + (cookie.map { [HTTPHeader("Cookie", .plain($0))] } ?? [])
  }

  @Test("The registration becomes exactly these bytes")
  func registers() throws {
    let request = try enrolment().request(mechanism: Self.mechanism, token: token(0), live)
    #expect(
      try request
        == HTTPRequest(
          method: "POST",
          url: EndpointURL(Self.endpoint + "?_action=register"),
          headers: Self.headers(cookie: "amlbcookie=01"),
          body: Array(Self.registration.utf8)
        )
    )
  }

  @Test("What was enrolled checks a push of the server and answers it")
  func keeps() throws {
    let credential = try enrolment().credential(mechanism: Self.mechanism)
    #expect(credential.id == Self.mechanism)
    #expect(credential.provider == .pingam)
    #expect(credential.endpoint?.wireText == Self.endpoint + "?_action=authenticate")
    let push = try push(Self.signed)
    #expect(push.request.credentialID == Self.mechanism)
    guard case .enrolled(let answering) = Provider.pingAM.answering else { throw OtherKind() }
    #expect(try answering.check(push, credential, live) == .verified)
    #expect(answering.address(push, credential) == credential.endpoint.map { .enrolled($0) })
    #expect(answering.denyReason(push) == .never)
    // One character near the start of the signature.
    let changed = Self.signed.replacingAll(".OBb_H", with: ".OBb_I")
    #expect(try answering.check(self.push(changed), credential, live) == .wrong)
    let guardian = Credential(of: .guardian, id: "x", endpoint: nil, keys: GuardianKeys(device: "x"))
    #expect(try answering.check(push, guardian, live) == .unverified)
  }

  @Test("A change of the push token becomes exactly these bytes, without the cookie")
  func refreshes() throws {
    let credential = try enrolment().credential(mechanism: Self.mechanism)
    let request = try PingAMTokenChange.request(for: credential, token: token(0xAB), live)
    #expect(
      try request
        == HTTPRequest(
          method: "POST",
          url: EndpointURL(Self.endpoint + "?_action=refresh"),
          headers: Self.headers(cookie: nil),
          body: Array(Self.refresh.utf8)
        )
    )
  }

  @Test("Without any name of the user there is no change")
  func refreshTakesAName() throws {
    let keys = PingAMKeys(secret: SecretBytes([1]), user: nil)
    func request(account: String?) throws -> HTTPRequest? {
      let credential = try Credential(
        of: .pingAM,
        id: "M",
        account: account,
        endpoint: EndpointURL(Self.endpoint),
        keys: keys
      )
      return try PingAMTokenChange.request(for: credential, token: token(1), live)
    }
    #expect(try request(account: nil) == nil)
    let body = try #require(try request(account: "alex")).body
    #expect(String(decoding: body, as: UTF8.self).contains(#""username":"alex""#))
  }

  /// The default push of the same server, which has the same secret.
  private static let signed =
    #"{"aps":{"alert":"Login attempt","messageId":"AUTHENTICATE:11111111-1111-4111-8111-1111111111111767225600000","data":"eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1IjoiNWYxZDJjM2ItNGE1OS00ZTY4LThmNzAtMDEyMzQ1Njc4OWFiIiwibCI6IllXMXNZbU52YjJ0cFpUMHdNUT09IiwiYyI6IjlnaWlCQWRVSGpxcG8wWEU0WWRaN3BSbHYwaHJRWXdEejhaMXd3TExia2c9IiwibSI6IkxvZ2luIGF0dGVtcHQgZnJvbSBkZW1vIGF0IEV4YW1wbGVDb3JwIiwiayI6ImRlZmF1bHQiLCJpIjoiMTc2NzIyNTYwMDAwMCIsInQiOiIxMjAiLCJkIjoiZGVtbyIsInAiOiJ7ICB9In0.OBb_Hunb8Gwi9eAgajZajbZuPXpQqcHl4sdHcCPVT1M"}}"#

  private func push(_ text: String) throws -> Push {
    let now = Timestamp(clamping: 1_767_225_601_000)
    var warnings: [PayloadWarning] = []
    return try Recognition.read(
      Array(text.utf8),
      isSimulatorFile: false,
      reception: Reception(receivedAt: now, now: now, freshID: "fresh"),
      warnings: &warnings
    )
  }

  @Test(
    "A wrong number and an answer that is too late get one sentence of the service",
    arguments: [
      (200, nil, Verdict.recorded), (204, nil, .recorded), (400, nil, .refused(.notAccepted)),
      (400, "62", .refused(.numberWrongOrTooLate)), (404, "62", .refused(.status)),
      (500, nil, .refused(.status)),
    ] as [(Int, String?, Verdict)]
  )
  func verdicts(status: Int, number: String?, verdict: Verdict) throws {
    guard case .enrolled(let answering) = Provider.pingAM.answering else { throw OtherKind() }
    let decision = Decision(
      action: .approve(number: number.map { MatchValue($0) }),
      authMethod: "user",
      denyReason: nil,
      source: .flag
    )
    let reply = HTTPReply(status: status, headers: [], body: [], retryAfterSeconds: nil)
    #expect(answering.verdict(reply, decision) == verdict)
  }
}
