import MFACore
import MFAService
import Testing

/// What is posted to a device's callback is read as the push that was ordered.
@Suite("Deliveries")
struct DeliveryTests {
  private static let form =
    #","topic":"org.example.app","callbackUrl":"http://127.0.0.1:9/in","callbackForm":"#

  private func client(_ form: String) -> Client {
    var client = Client()
    _ = client.send(.register(DeliveryTests.form + "\"\(form)\""))
    return client
  }

  private func read(_ bytes: [UInt8]) throws -> (push: Push, warnings: [PayloadWarning]) {
    var warnings: [PayloadWarning] = []
    let reception = Reception(receivedAt: Client.time(3), now: Client.time(3), freshID: "unused")
    let push = try Recognition.read(bytes, isSimulatorFile: false, reception: reception, warnings: &warnings)
    return (push, warnings)
  }

  @Test(
    arguments: ["plain", "fcm", "apns"],
    [
      #""kind":"default","title":"T","message":"B""#, #""kind":"default""#,
      #""kind":"biometric","lifetime":2.5"#,
      #""kind":"challenge","title":"{\"aps\":1}""#,
      #""kind":"challenge","options":["07","7","é","[x]","\"q\""]"#,
      #""kind":"challenge","manualEntry":true"#, #""kind":"dry","message":"\u202ex""#, #""kind":"silent""#,
      #""kind":"cancel","title":"T""#,
    ]
  )
  func saySameAsThePayload(form: String, order: String) throws {
    var client = client(form)
    #expect(client.send(.order("{\"device\":\"phone\",\(order)}")).status == 201)
    let delivery = try #require(client.deliveries.first)
    #expect(client.deliveries.count == 1 && delivery.pushID == client.id)
    let expected = try read(JSONWriter.bytes(try #require(client.payload)))
    let found = try read(delivery.body)
    #expect(found.push.id == expected.push.id)
    #expect(found.push.kind == expected.push.kind)
    #expect(found.push.provider == .plain)
    #expect(found.push.envelope == (form == "fcm" ? .fcm : .apns))
    #expect(found.push.text.title == expected.push.text.title)
    #expect(found.push.text.message == expected.push.text.message)
    #expect(found.push.expiry == expected.push.expiry)
    #expect(found.push.customData.isEmpty)
    #expect(found.warnings == expected.warnings)
  }

  @Test(arguments: ["plain", "fcm", "apns"])
  func withdrawToo(form: String) throws {
    var client = client(form)
    _ = client.send(.order(#"{"device":"phone","title":"T"}"#))
    _ = client.send(.cancel())
    let push = try read(try #require(client.deliveries.first).body).push
    #expect(push.kind == .cancel && push.id == client.id && push.text.title == "T")
    _ = client.send(.cancel())
    #expect(client.deliveries.isEmpty)
  }

  @Test(arguments: ["plain", "fcm", "apns"])
  func bringTestPushes(form: String) throws {
    var client = client(form)
    for step in [Step.register(DeliveryTests.form + "\"\(form)\""), Step("POST", "/pairings"), .pair()] {
      _ = client.send(step)
      guard step.path != "/pairings" else { continue }
      let push = try read(try #require(client.deliveries.first).body).push
      #expect(push.kind == .silent && push.id == client.id)
    }
  }

  @Test func areOfTheShapeOfFCM() throws {
    var client = client("fcm")
    _ = client.send(.order(#"{"device":"phone","kind":"challenge","title":"T","options":["1","2"]}"#))
    let body = try #require(client.deliveries.first).body
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"message":{"token":"0123456789abcdef","data":{"messageId":"\#(client.id)","#
        + #""pushType":"challenge","numbersChallenge":"[\"1\",\"2\"]","ttl":"120","sentAt":"2030-01-01T00:00:00Z"},"#
        + #""notification":{"title":"T"},"android":{"priority":"HIGH","ttl":"120s"}}}"#
    )
  }

  @Test(arguments: [(#""kind":"default""#, "alert", "10"), (#""kind":"silent""#, "background", "5")])
  func areOfTheShapeOfAPNs(kind: String, type: String, priority: String) throws {
    var client = client("apns")
    _ = client.send(.order("{\"device\":\"phone\",\(kind)}"))
    let headers = try #require(client.deliveries.first).headers.map { "\($0.name): \($0.wireValue)" }
    #expect(
      headers == [
        "Content-Type: application/json", "apns-topic: org.example.app", "apns-push-type: \(type)",
        "apns-priority: \(priority)", "apns-expiration: 1893456120", "apns-collapse-id: \(client.id)",
      ]
    )
  }

  @Test(arguments: [
    ("plain", "http://h:9", "http://h:9"),
    ("fcm", "http://h:9", "http://h:9/v1/projects/mfa-cli/messages:send"),
    ("fcm", "http://h:9/", "http://h:9/v1/projects/mfa-cli/messages:send"),
    ("fcm", "http://h/x", "http://h/x"),
    ("apns", "https://h", "https://h/3/device/0123456789abcdef"),
    ("apns", "http://h/", "http://h/3/device/0123456789abcdef"),
    ("apns", "http://h?x=/", "http://h?x=/"), ("apns", "http://h//", "http://h//"),
    ("plain", #"http://h/\u007bid}"#, "http://h/ID"),
  ])
  func goToTheCallback(form: String, url: String, target: String) throws {
    var client = Client()
    let reply = client.send(.register(#","topic":"t","callbackUrl":"\#(url)","callbackForm":"\#(form)""#))
    #expect(reply.status == 201)
    let delivery = try #require(client.deliveries.first)
    #expect(delivery.url.wireText == target.replacingAll("ID", with: client.id))
  }

  @Test func reachNobodyWithoutCallbackOrToken() {
    var client = Client()
    _ = client.send(.register())
    #expect(client.deliveries.isEmpty)
    _ = client.send(.register(#","callbackUrl":"http://h""#))
    #expect(client.deliveries.count == 1)
    _ = client.send(.order(#"{"device":"phone"}"#))
    _ = client.send(Step("DELETE", "/devices/phone/token"))
    #expect(client.send(.cancel()).status == 200)
    #expect(client.deliveries.isEmpty)
  }
}
