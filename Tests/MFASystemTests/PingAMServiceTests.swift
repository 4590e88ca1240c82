import MFACommand
import MFACore
import MFAService
import MFASystem
import Testing

/// The practice service as PingAM, over real connections, with the real library: the address in the QR code, the cookie
/// and the version go by way of HTTP.
@Suite("PingAM's endpoint over HTTP")
struct PingAMServiceTests {
  private let system = System.live()
  private let crypto = Keys.cryptography

  private func post(_ url: String, _ body: JSONObject, headers: [HTTPHeader] = []) throws -> (Int, JSONObject)
  {
    let request = HTTPRequest(
      method: "POST",
      url: try EndpointURL(url),
      headers: [HTTPHeader("Content-Type", .plain("application/json"))] + headers,
      body: JSONWriter.bytes(.object(body))
    )
    return try send(request)
  }

  private func send(_ request: HTTPRequest) throws -> (Int, JSONObject) {
    let result = system.send(
      HTTPTransfer(
        request: request,
        connectTimeout: 5,
        maxTime: 10,
        caFile: nil,
        insecure: false,
        proxy: .direct
      )
    )
    let reply = try #require(result.reply)
    let body = try #require(try JSONReader.read(String(decoding: reply.body, as: UTF8.self)).value.object)
    return (reply.status, body)
  }

  private func parameters(_ uri: String) throws -> [String: [UInt8]] {
    let pairs = try #require(uri.split(separator: "?").last).split(separator: "&").map {
      $0.split(separator: "=")
    }
    return Dictionary(
      uniqueKeysWithValues: pairs.map { (String($0[0]), Base64URL.decode($0[1]) ?? Array($0[1].utf8)) }
    )
  }

  @Test("An enrolment, a push, an answer")
  func journey() throws {
    let service = PracticeService(seed: 7, cryptography: crypto)
    let running = try system.startService(service, ServiceHosting(address: .anyLoopbackPort))
    defer { running.stop() }
    let (begun, enrolment) = try post(running.url + "/pingam/registrations", JSONObject())
    #expect(begun == 201)
    let parameters = try parameters(try #require(enrolment["uri"]?.string))
    func text(_ name: String) -> String { String(decoding: parameters[name] ?? [], as: UTF8.self) }
    #expect(text("r").hasPrefix(running.url + "/am/json/"))

    let key = SecretBytes(parameters["s"] ?? [])
    let response = Base64.encode(try crypto.hmacSHA256(key, parameters["c"] ?? []))
    let claims = JSONObject([
      "response": .string(response), "mechanismUid": .string("m"), "deviceId": .string("00"),
      "communicationType": .string("gcm"),
    ])
    let body = JSONObject([
      "messageId": enrolment["messageId"] ?? .null,
      "jwt": .string(try crypto.compactHS256(claims, key: key)),
    ])
    let cookie = HTTPHeader("Cookie", .plain("x=y; " + text("l")))
    #expect(try post(text("r"), body, headers: [cookie]) == (200, JSONObject()))

    let (made, push) = try post(running.url + "/pingam/pushes", JSONObject(["type": .string("challenge")]))
    #expect(made == 201)
    let jws = try CompactJWS.read(push["fcm"]?.object?["message"]?.string ?? "", field: "message")
    #expect(try crypto.checkHS256(jws, key: key) == .valid)
    let id = try #require(push["messageId"]?.string)
    let question = try PingAMRequest(messageID: id, claims: jws.claims)
    let number = MatchValue(try #require(push["number"]?.string))
    let answer = try PingAMAnswer(to: question, .approve(number: number)).httpRequest(
      to: EndpointURL(text("a")),
      secret: key,
      crypto
    )
    let old = HTTPHeader("Accept-API-Version", .plain("resource=9.0"))
    let others = answer.headers.filter { $0.name != old.name }
    let wrong = HTTPRequest(method: "POST", url: answer.url, headers: others + [old], body: answer.body)
    #expect(try send(wrong).0 == 404)
    #expect(try send(answer) == (200, JSONObject()))

    let address = try EndpointURL(running.url + "/pingam/pushes/\(id)?wait=10")
    let (status, state) = try send(HTTPRequest(method: "GET", url: address, headers: [], body: []))
    #expect(status == 200 && state["state"]?.string == "approved")
    #expect(state["cookieReturned"] == .bool(true))
  }
}
