import MFACore
import MFAService
import Testing

@testable import MFACommand

/// What a row has room for beside what the providers of today need.
@Suite("Providers to come")
struct ComingProviderTests {
  // MARK: The bearer is a header of the push

  private static let bearer = [
    #"{"alg":"HS256"}"#, #"{"jti":"1","iss":"https://sso.example.com/realms/a"}"#, "s",
  ]
  .map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")

  private static func post(_ authorization: String?) -> ServiceRequest {
    ServiceRequest(
      method: "POST",
      path: "/ciba",
      contentType: "application/json",
      authorization: authorization.map { Secret($0) },
      body: Array(#"{"login_hint":"alice","binding_message":"W4SCT"}"#.utf8)
    )
  }

  private static func listening(_ exchanges: [Script.Exchange], _ arrivals: Script.Arrival...) -> Script {
    Script(
      providers: [.backchannel] + Provider.all,
      exchanges: exchanges,
      listener: .runs(url: "http://127.0.0.1:5"),
      arrivals: arrivals
    )
  }

  @Test(
    "A push is taken with its own status, and answered with its bearer where that says",
    arguments: ["--approve", "--deny"]
  )
  func backchannel(_ decision: String) throws {
    let script = Self.listening([reply(200)], .requests([Self.post("Bearer " + Self.bearer)]))
    let run = script.run("listen", decision, "--count", "1", "-H", "X-Key: user-secret", "-vv")
    #expect(run.exitCode == .done, "\(run.transcript)")
    #expect(run.answers.map { $0.prefix(4) } == ["201 "])
    let sent = try #require(run.transfers.first?.request)
    #expect(sent.url.wireText == "https://sso.example.com/realms/a/callback")
    #expect(sent.headers.first { $0.name == "Authorization" }?.wireValue == "Bearer " + Self.bearer)
    #expect(!sent.headers.contains { $0.name == "X-Key" })
    #expect(run.bodies == [#"{"status":"\#(decision == "--deny" ? "UNAUTHORIZED" : "SUCCEED")"}"#])
    #expect(!run.transcript.contains(Self.bearer))
  }

  @Test("Without its bearer it is nobody's push", arguments: [nil, "Basic YTpi", "Bearer a, Bearer b"])
  func noBearer(_ authorization: String?) {
    let script = Self.listening([], .requests([Self.post(authorization)]), .deadline(late: []))
    let run = script.run("listen", "--approve", "--for", "1")
    #expect(run.answers.map { $0.prefix(4) } == ["400 "] && run.transfers.isEmpty, "\(run.transcript)")
  }

  // MARK: What is asked about is fetched

  private static let push = #"{"cid":"1","credId":"phone"}"#
  private static let token = reply(200, #"{"access_token":"T0KEN-T0KEN"}"#)
  private static let numbers = reply(200, #"{"numbers":["5","34","56"]}"#)
  private static let key = Script.stateFolder + "/phone.pem"

  private func run(
    _ flags: String,
    push: String = ComingProviderTests.push,
    isLocked: Bool = false,
    openings: [Script.Opening] = [],
    _ exchanges: Script.Exchange...
  ) -> Run {
    let credential =
      #"{"provider":"fetching","id":"phone","endpoint":"https://sso.example.com/push","locked":\#(isLocked),"#
      + #""privateKeyFile":"phone.pem"}"#
    var script = CredentialScript.script(
      [CredentialScript.file: CredentialScript.list(credential), Self.key: "PEM rsa phone"],
      readings: [.file("p.json", push)],
      exchanges: exchanges
    )
    script.providers = [.fetching] + Provider.all
    script.openings = openings
    return script.run(["respond", "p.json"] + flags.split(separator: " ").map { String($0) })
  }

  private func paths(_ run: Run) -> [String] {
    run.transfers.map {
      "\($0.request.method) \($0.request.url.wireText.replacing("https://sso.example.com/push", with: ""))"
    }
  }

  private static let all = ["POST /token", "GET /pending", "POST /challenges/1/respond"]

  @Test("A token comes first, then the numbers, then the signed answer")
  func fetched() throws {
    let run = self.run("--number 34 --json -vv", Self.token, Self.numbers, reply(200))
    #expect(run.exitCode == .done, "\(run.transcript)")
    #expect(paths(run) == Self.all)
    let answer = try #require(run.transfers.last?.request)
    #expect(answer.headers.first { $0.name == "Authorization" }?.wireValue == "DPoP T0KEN-T0KEN")
    let claims = try #require(run.bodies.last?.split(separator: ".").dropFirst().first)
    #expect(
      String(decoding: Base64URL.decode(claims) ?? [], as: UTF8.self).contains(#""userVerification":"34""#)
    )
    #expect(run.output.contains(#""kind":"challenge""#) && run.output.contains("/respond"))
    #expect(!run.transcript.contains("T0KEN"), "\(run.transcript)")
  }

  @Test("A person is asked with the numbers that were fetched")
  func asked() {
    let run = self.run("", openings: [.types("56")], Self.token, Self.numbers, reply(200))
    #expect(run.exitCode == .done && paths(run) == Self.all, "\(run.transcript)")
    #expect(run.screen.contains("34") && run.screen.contains("56"))
  }

  @Test("An answer that does not fit what was fetched is not sent")
  func misfit() {
    let run = self.run("--number 7", Self.token, Self.numbers)
    #expect(run.exitCode == .notAnswerable && paths(run) == Array(Self.all.prefix(2)), "\(run.transcript)")
  }

  @Test("A dry run fetches, and shows the answer")
  func dry() {
    let run = self.run("--deny -n", Self.token, Self.numbers)
    #expect(run.exitCode == .done && paths(run) == Array(Self.all.prefix(2)), "\(run.transcript)")
    #expect(run.output.hasPrefix("POST https://sso.example.com/push/challenges/1/respond"))
  }

  @Test("What has expired, and what there is no credential for, is not fetched")
  func nothingSent() {
    let expired = run("--deny", push: #"{"cid":"1","credId":"phone","exp":1}"#)
    #expect(expired.exitCode == .expired, "\(expired.transcript)")
    #expect(run("--deny", isLocked: true).exitCode == .credential)
    #expect(run("--deny", push: #"{"cid":"1","credId":"other"}"#).exitCode == .credential)
  }

  @Test("A reply without what was asked for ends it")
  func refused() {
    let noToken = run("--deny", reply(200, "{}"))
    #expect(noToken.exitCode == .refused && noToken.errors.contains("access_token"), "\(noToken.transcript)")
    let noNumbers = run("--deny", Self.token, reply(404, "{}"))
    #expect(noNumbers.exitCode == .refused, "\(noNumbers.transcript)")
    #expect(noNumbers.errors.contains("did not give the push's details"), "\(noNumbers.transcript)")
  }
}
