import MFACore
import Testing

/// The answer to a push of Auth0 Guardian.
@Suite("Answers of guardian")
struct GuardianAnswerTests {
  private func push(_ changes: [String: String] = [:]) throws -> Push {
    var members = [
      "dai": "dev_1", "txtkn": "TX.token-1", "c": "CHALLENGE", "d": "2030-01-01T00:00:00.000Z",
      "sh": "tenant.example.com",
    ]
    members.merge(changes) { $1 }
    let object = JSONObject(
      members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) }
    )
    return try Reading(JSONWriter.write(.object(["aps": .object([:]), "mfa": .object(object)]))).result.get()
  }

  @Test(
    "The service's own hosts have no prefix, and none is put there twice",
    arguments: [
      ("https://tenant.example.com", "https://tenant.example.com/appliance-mfa/api/resolve-transaction"),
      ("https://tenant.example.com/", "https://tenant.example.com/appliance-mfa/api/resolve-transaction"),
      ("https://tenant.auth0.com", "https://tenant.auth0.com/appliance-mfa/api/resolve-transaction"),
      ("https://tenant.eu.auth0.com", "https://tenant.eu.auth0.com/appliance-mfa/api/resolve-transaction"),
      (
        "https://tenant.example.com/appliance-mfa",
        "https://tenant.example.com/appliance-mfa/api/resolve-transaction"
      ),
      (
        "https://tenant.example.com/appliance-mfa/",
        "https://tenant.example.com/appliance-mfa/api/resolve-transaction"
      ),
      ("https://tenant.guardian.auth0.com", "https://tenant.guardian.auth0.com/api/resolve-transaction"),
      ("https://guardian.auth0.com", "https://guardian.auth0.com/api/resolve-transaction"),
      ("https://Tenant.Guardian.Auth0.com/", "https://Tenant.Guardian.Auth0.com/api/resolve-transaction"),
      (
        "https://tenant.guardian.eu.auth0.com", "https://tenant.guardian.eu.auth0.com/api/resolve-transaction"
      ),
      ("https://guardian.us.auth0.com", "https://guardian.us.auth0.com/api/resolve-transaction"),
      (
        "https://guardian.auth0.com.evil.example",
        "https://guardian.auth0.com.evil.example/appliance-mfa/api/resolve-transaction"
      ),
      (
        "https://notguardian.auth0.com", "https://notguardian.auth0.com/appliance-mfa/api/resolve-transaction"
      ),
      (
        "https://guardian.a.b.auth0.com",
        "https://guardian.a.b.auth0.com/appliance-mfa/api/resolve-transaction"
      ),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/appliance-mfa/api/resolve-transaction"),
    ]
  )
  func address(server: String, address: String) throws {
    #expect(try GuardianRequest.resolveURL(at: EndpointURL(server)).wireText == address)
  }

  @Test("The push names the server, unless the enrolment does")
  func origin() throws {
    let answering = try enrolled(.guardian)
    let tail = "/appliance-mfa/api/resolve-transaction"
    #expect(
      try answering.address(push(), .guardian()) == .push(EndpointURL("https://tenant.example.com" + tail))
    )
    #expect(
      try answering.address(push(["sh": "http://127.0.0.1:1"]), .guardian())
        == .push(EndpointURL("http://127.0.0.1:1" + tail))
    )
    #expect(
      try answering.address(push(), .guardian(endpoint: "https://other.example.com"))
        == .enrolled(EndpointURL("https://other.example.com" + tail))
    )
  }

  @Test(arguments: [
    (Decision.approve(), #""auth0_guardian_accepted":true"#),
    (.deny(), #""auth0_guardian_accepted":false"#),
    (.deny("I did not"), #""auth0_guardian_accepted":false,"auth0_guardian_reason":"I did not""#),
  ])
  func claims(decision: Decision, accepted: String) throws {
    let address = try EndpointURL("https://tenant.example.com/appliance-mfa/api/resolve-transaction")
    let request = try enrolled(.guardian)
      .request(decision, push(), .guardian(), .echoing, address, .sample(plus: 0.999))
    #expect(request.method == "POST")
    #expect(request.url == address)
    #expect(
      request.headers == [
        HTTPHeader("Content-Type", .plain("application/json")),
        HTTPHeader("Authorization", .secret(Secret("Bearer TX.token-1"))),
      ]
    )
    let body = try #require(JSONValue(json: String(decoding: request.body, as: UTF8.self))?.object)
    #expect(body.members.map(\.key) == ["challenge_response"])
    let jws = try CompactJWS.read(try #require(body["challenge_response"]?.string), field: "")
    #expect(jws.header == ["typ": .string("JWT"), "alg": .string("RS256")])
    #expect(jws.signature == Array(jws.signingInput.utf8))
    let expected = JSONValue(
      json: #"""
        {"sub":"CHALLENGE","iss":"local-device",
         "aud":"https://tenant.example.com/appliance-mfa/api/resolve-transaction",
         "iat":1893456000,"exp":1893456030,"auth0_guardian_method":"push",\#(accepted)}
        """#
    )
    #expect(JSONValue.object(jws.claims).means(try #require(expected)))
  }

  @Test("A key of another kind than RSA is refused, which is the library's to find")
  func refusesOtherKeys() throws {
    var cryptography = Cryptography.echoing
    cryptography.sign = { key, message throws(CryptographyError) in
      guard key.kind != .rsa else { throw .unusableKey }
      return message
    }
    let push = try push()
    #expect(throws: CryptographyError.unusableKey) {
      try enrolled(.guardian)
        .request(.approve(), push, .guardian(), cryptography, EndpointURL("https://a.example"), .sample)
    }
  }

  @Test(
    arguments: [
      (204, nil, Verdict.recorded), (200, "application/json", .recorded),
      (200, "application/json; charset=utf-8", .recorded), (201, "Application/JSON", .recorded),
      (200, "text/html", .refused(.fieldMissing("Content-Type: application/json"))),
      (200, nil, .refused(.fieldMissing("Content-Type: application/json"))),
      (302, "application/json", .refused(.status)), (401, "application/json", .refused(.status)),
      (404, nil, .refused(.status)), (500, "text/html", .refused(.status)),
    ] as [(Int, String?, Verdict)]
  )
  func verdict(status: Int, type: String?, verdict: Verdict) throws {
    #expect(try enrolled(.guardian).verdict(HTTPReply(status, "", type: type), .approve()) == verdict)
  }

  @Test(
    "What can't go into a header or an address is no answerable push",
    arguments: [
      ("txtkn", "TX token", FieldError.Problem.notAToken), ("txtkn", "TX\r\nX-Evil: 1", .notAToken),
      ("txtkn", "TX\u{E9}", .notAToken),
      ("sh", "ftp://tenant.example.com", .notAnAddress(.schemeNotHTTP("ftp"))),
      ("sh", "tenant.example.com:0", .notAnAddress(.badPort("0"))),
      ("sh", "tenant example.com", .notAnAddress(.badCharacter(" ", position: 15))),
      ("sh", "https://", .notAnAddress(.noHost)),
    ]
  )
  func unanswerable(field: String, value: String, problem: FieldError.Problem) throws {
    #expect(try push([field: value]).request.problem == .field(FieldError("mfa." + field, problem)))
  }

  @Test("The token shows in no description of the push")
  func masks() throws {
    let push = try push()
    var dumped = ""
    dump(push.request, to: &dumped)
    for text in ["\(push)", String(reflecting: push.request), dumped] { #expect(!text.contains("TX.token")) }
  }
}
