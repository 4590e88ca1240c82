import Foundation
import MFACore
import MFASystem
import Testing

/// The real program answers a push of Auth0 Guardian, and the test is the server that checks the answer.
@Suite("Answering guardian")
struct GuardianTests {
  private static let token = "canary-transaction-token"
  private static let path = "/appliance-mfa/api/resolve-transaction"

  private static let keys = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Data/credentials")

  private static func key(_ name: String) throws -> String {
    try String(contentsOf: keys.appending(path: name), encoding: .utf8)
  }

  private func push(_ server: LoopbackServer) -> String {
    """
    {"aps":{"alert":{"title":"Sign-in request","body":"Approve the sign-in?"},
      "category":"com.auth0.notification.authentication"},
     "mfa":{"dai":"dev_EXAMPLE00000001","txtkn":"\(Self.token)","c":"synthetic-challenge",
      "d":"2099-01-01T00:00:00.000Z","sh":"\(server.url(""))"}}
    """
  }

  /// A credential in a file of its own, with its key beside it.
  private func credential(
    _ folder: TemporaryFolder,
    id: String = "dev_EXAMPLE00000001",
    key: String = "phone.pem",
    isLocked: Bool = false
  ) throws -> String {
    _ = try folder.write("phone.pem", Self.key(key))
    return try folder.write(
      "credentials.json",
      """
      {"version":1,"credentials":[{"provider":"guardian","id":"\(id)","issuer":null,"account":null,
        "endpoint":null,"locked":\(isLocked),"deviceIdentifier":"synthetic-device-1",
        "privateKeyFile":"phone.pem"}]}
      """
    )
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let flags: [String]
    let claims: [String: Bool]
    let reason: String?
    let outcome: String

    var testDescription: String { flags.joined(separator: " ") }
  }

  @Test(
    "The answer is what its server takes, and shows neither the key nor the token",
    arguments: [
      Answer(
        flags: ["--approve"],
        claims: ["auth0_guardian_accepted": true],
        reason: nil,
        outcome: "approved"
      ),
      Answer(flags: ["--deny"], claims: ["auth0_guardian_accepted": false], reason: nil, outcome: "denied"),
      Answer(
        flags: ["--deny", "--deny-reason", "I did not sign in"],
        claims: ["auth0_guardian_accepted": false],
        reason: "I did not sign in",
        outcome: "denied"
      ),
    ]
  )
  func answers(_ answer: Answer) throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { request in
      // As careless services do: what it got is in the reply.
      .status("204 No Content", headers: ["X-Echo: \(request.header("Authorization") ?? "")"])
    }
    let before = Int(Date().timeIntervalSince1970)
    let result = try Binary.answer(
      push(server),
      answer.flags + ["--credential-file", credential(folder), "-vv", "--json"]
    )
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().outcome == answer.outcome)
    #expect(try result.report().text("push.signature") == "none")
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect((request.method, request.path) == ("POST", Self.path))
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Authorization") == "Bearer \(Self.token)")
    #expect(try request.json().keys.sorted() == ["challenge_response"])
    let jwt = try #require(try request.json()["challenge_response"] as? String)
    try check(jwt, answer, audience: server.url(Self.path), issued: before)

    let key = try Self.key("phone.pem").split(separator: "\n")
    for secret in [Self.token] + key.filter({ $0.count > 20 }).map({ String($0) }) {
      #expect(!result.everything.contains(secret))
    }
    #expect(result.stderr.contains("> Authorization: "))
  }

  private func check(_ jwt: String, _ answer: Answer, audience: String, issued: Int) throws {
    let jws = try CompactJWS.read(jwt, field: "")
    let publicKey = try Keys.cryptography.readPublicKey(Array(Self.key("phone-public.pem").utf8))
    #expect(try Keys.cryptography.verify(publicKey, Array(jws.signingInput.utf8), jws.signature))
    #expect(jws.header == JSONObject(["typ": .string("JWT"), "alg": .string("RS256")]))
    let text = JSONWriter.write(.object(jws.claims))
    let claims = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var names: Set = ["sub", "iss", "aud", "iat", "exp", "auth0_guardian_method", "auth0_guardian_accepted"]
    if answer.reason != nil { names.insert("auth0_guardian_reason") }
    #expect(Set(claims.keys) == names)
    #expect(claims["sub"] as? String == "synthetic-challenge")
    #expect(claims["iss"] as? String == "synthetic-device-1")
    #expect(claims["aud"] as? String == audience)
    #expect(claims["auth0_guardian_method"] as? String == "push")
    #expect(claims["auth0_guardian_accepted"] as? Bool == answer.claims["auth0_guardian_accepted"])
    #expect(claims["auth0_guardian_reason"] as? String == answer.reason)
    let iat = try #require(claims["iat"] as? Int)
    #expect(claims["exp"] as? Int == iat + 30)
    #expect((issued...(issued + 20)).contains(iat))
  }

  @Test(
    "A reply that says nothing is a refusal",
    arguments: [
      ("200 OK", "text/html", Int32(8)), ("200 OK", "application/json", 0),
      ("401 Unauthorized", "application/json", 8),
      ("302 Found", "text/html", 8),
    ]
  )
  func replies(_ status: String, _ type: String, _ code: Int32) throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in .status(status, headers: ["Content-Type: \(type)"], body: "{}") }
    let result = try Binary.answer(push(server), ["--approve", "--credential-file", credential(folder)])
    #expect(result.status == .exited(code), "\(result)")
    #expect(server.requests.count == 1)
  }

  enum Flaw: String, CaseIterable {
    case locked, missing, noFile, ellipticCurve, password, noKey
  }

  @Test("Without a credential that works nothing is sent", arguments: Flaw.allCases)
  func refuses(_ flaw: Flaw) throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer()
    var file: String
    switch flaw {
    case .locked: file = try credential(folder, isLocked: true)
    case .missing: file = try credential(folder, id: "dev_OTHER")
    case .noFile: file = folder.path + "/none.json"
    case .ellipticCurve: file = try credential(folder, key: "phone-p256.pem")
    case .password: file = try credential(folder, key: "phone-password.pem")
    case .noKey:
      file = try credential(folder)
      try FileManager.default.removeItem(atPath: folder.path + "/phone.pem")
    }
    let result = try Binary.answer(
      push(server),
      ["--approve", "--credential-file", file, "-vv", "--json"],
      environment: ["MFA_STATE_DIR": folder.path + "/state"]
    )
    #expect(result.status == .exited(10), "\(result)")
    #expect(try result.report().outcome == "credential")
    #expect(server.connectionCount == 0)
    #expect(!result.everything.contains(Self.token))
    #expect(!result.everything.contains("PRIVATE KEY"))
  }
}
