import MFACore
import MFAService
import Testing

/// Registering, the token, pairing, events.
@Suite("Devices")
struct DeviceTests {
  private static let long = String(repeating: "x", count: 257)
  private static let device = Step("GET", "/devices/phone")
  private static let clear = Step("DELETE", "/devices/phone/token")
  private static let unpair = Step("DELETE", "/devices/phone/pairing")
  private static let key = Step("POST", "/pairings")

  private static func put(_ token: String) -> Step {
    Step("PUT", "/devices/phone/token", #"{"token":\#(token)}"#)
  }

  private static func tap(_ more: String = "", push: String = "{id}", event: String = "\"tapped\"") -> Step {
    Step("POST", "/events", #"{"id":"\#(push)","event":\#(event)\#(more)}"#)
  }

  @Test(arguments: [
    Exchange("the least", .register(), 201),
    Exchange("again", after: [.register()], .register(), 200),
    Exchange(
      "everything",
      .register(
        #","name":"n","systemName":"iOS","systemVersion":"18","model":"m","idiom":"phone","bundleIdentifier":"b""#
          + #","environment":"sandbox","topic":"t","callbackUrl":"http://127.0.0.1:9/x","callbackForm":"fcm""#
      ),
      201
    ),
    Exchange("no identifier", Step("POST", "/devices", #"{"token":"00"}"#), 400, says: "identifierForVendor"),
    Exchange(
      "a blank in it",
      Step("POST", "/devices", #"{"identifierForVendor":"a b"}"#),
      400,
      says: "identifierForVendor"
    ),
    Exchange(
      "a long one",
      Step("POST", "/devices", #"{"identifierForVendor":"\#(long)"}"#),
      400,
      says: "256"
    ),
    Exchange("no token", Step("POST", "/devices", #"{"identifierForVendor":"phone"}"#), 400, says: "token"),
    Exchange(
      "capitals",
      Step("POST", "/devices", #"{"identifierForVendor":"p","token":"AB"}"#),
      400,
      says: "token"
    ),
    Exchange(
      "half a byte",
      Step("POST", "/devices", #"{"identifierForVendor":"p","token":"abc"}"#),
      400,
      says: "token"
    ),
    Exchange("a long name", .register(#","name":"\#(long)""#), 400, says: "name"),
    Exchange("a model of another type", .register(#","model":1"#), 400, says: "model"),
    Exchange("another environment", .register(#","environment":"test""#), 400, says: "environment"),
    Exchange("a topic that is no header", .register(#","topic":"a\nb""#), 400, says: "topic"),
    Exchange("a callback elsewhere", .register(#","callbackUrl":"ftp://x""#), 400, says: "callbackUrl"),
    Exchange("a form without a callback", .register(#","callbackForm":"plain""#), 400, says: "callbackUrl"),
    Exchange(
      "another form",
      .register(#","callbackUrl":"http://h","callbackForm":"sms""#),
      400,
      says: "callbackForm"
    ),
    Exchange(
      "APNs without a topic",
      .register(#","callbackUrl":"http://h","callbackForm":"apns""#),
      400,
      says: "topic"
    ),
    Exchange("no JSON", Step("POST", "/devices", "x"), 400),
    Exchange("another type", Step("POST", "/devices", "{}", type: nil), 415),
    Exchange("a device that is unknown", device, 404, says: "device"),
  ])
  func register(_ exchange: Exchange) throws { try exchange.check() }

  @Test(arguments: [
    Exchange("confirmed", after: [.register()], .confirm(), 200),
    Exchange("confirmed twice", after: [.register(), .confirm()], .confirm(), 200),
    Exchange("confirmed late, twice", after: [.register(), .confirm()], .confirm(at: 500), 200),
    Exchange("too late", after: [.register()], .confirm(at: 120), 410, says: "register again"),
    Exchange("cancelled", after: [.register(), .cancel()], .confirm(), 410),
    Exchange("another push", after: [.register(), .order()], .confirm(), 409),
    Exchange("no push", after: [.register()], .confirm("x"), 409),
    Exchange(
      "nothing",
      after: [.register()],
      Step("POST", "/devices/phone/registration", "{}"),
      400,
      says: "id"
    ),
    Exchange("an unknown device", after: [.order()], .confirm(), 404, says: "device"),
    Exchange("by a decision", after: [.register()], .decide("approve"), 409, says: "silent"),
  ])
  func confirm(_ exchange: Exchange) throws { try exchange.check() }

  @Test func areRegisteredOnceTheyHaveConfirmed() throws {
    var client = Client()
    let registered = client.send(.register())
    #expect(registered.body["state"] == .string("pending") && registered.body["id"] == .string("phone"))
    #expect(client.status(at: 1) == "pending")
    let first = client.id
    #expect(client.send(.confirm(at: 1)).body["state"] == .string("registered"))
    #expect(client.status(at: 2) == "approved")
    // Registering again asks again, and the first confirmation says nothing about it.
    #expect(client.send(.register(at: 3)).body["state"] == .string("pending"))
    #expect(client.id != first)
    let late = client.send(.confirm(first, at: 4))
    #expect(late.status == 200 && late.body["state"] == .string("pending"))
    #expect(client.send(DeviceTests.device).body["state"] == .string("pending"))
    try client.checkJournal()
    #expect(client.send(.confirm(at: 5)).body["state"] == .string("registered"))
    try client.checkJournal()
  }

  @Test(arguments: [
    Exchange("another token", after: [.register()], put("\"ab\""), 200),
    Exchange("the same", after: [.register()], put("\"0123456789abcdef\""), 200),
    Exchange("none", after: [.register()], put("null"), 400, says: "token"),
    Exchange("an empty one", after: [.register()], put("\"\""), 400, says: "token"),
    Exchange("a number", after: [.register()], put("12"), 400, says: "token"),
    Exchange(
      "a long one",
      after: [.register()],
      put("\"\(String(repeating: "a", count: 514))\""),
      400,
      says: "512"
    ),
    Exchange("of an unknown device", put("\"ab\""), 404, says: "device"),
    Exchange("cleared", after: [.register()], clear, 200),
    Exchange("cleared twice", after: [.register(), clear], clear, 200),
    Exchange("set again", after: [.register(), clear], put("\"ab\""), 200),
    Exchange("cleared of an unknown device", clear, 404, says: "device"),
  ])
  func token(_ exchange: Exchange) throws { try exchange.check() }

  @Test func showNoMoreOfATokenThanItsEnd() {
    var client = Client()
    _ = client.send(.register(#","callbackUrl":"http://u:secret@h/p?token=secret""#))
    for step in [DeviceTests.device, .register(), DeviceTests.put("\"0123456789abcdef\"")] {
      let body = client.send(step).body
      #expect(body["token"] == .string("***cdef"))
      #expect(!JSONWriter.write(.object(body)).containsText("secret"))
    }
    #expect(client.send(DeviceTests.put("\"abcd\"")).body["token"] == .string("***"))
    #expect(client.send(DeviceTests.clear).body["token"] == .null)
  }

  @Test(arguments: [
    Exchange("a key", key, 201),
    Exchange("paired", after: [.register(), key], .pair(), 200),
    Exchange("at the last moment", after: [.register(), key], .pair(at: 599.999), 200),
    Exchange("too late", after: [.register(), key], .pair(at: 600), 410, says: "expired"),
    Exchange("twice with one key", after: [.register(), key, .pair()], .pair(), 409, says: "used"),
    Exchange(
      "a used key that is old",
      after: [.register(), key, .pair()],
      .pair(at: 700),
      409,
      says: "used"
    ),
    Exchange("anew with another key", after: [.register(), key, .pair(), key], .pair(), 200),
    Exchange("an unknown key", after: [.register()], .pair("x"), 404, says: "pairing key"),
    Exchange("an unknown device", after: [key], .pair(), 404, says: "device"),
    Exchange(
      "no key",
      after: [.register()],
      Step("POST", "/devices/phone/pairing", "{}"),
      400,
      says: "pairingKey"
    ),
    Exchange("unpaired", after: [.register(), key, .pair()], unpair, 200),
    Exchange("unpaired without having been paired", after: [.register()], unpair, 200),
    Exchange("unpaired, unknown", unpair, 404, says: "device"),
    Exchange("a key without a device", key, 201),
  ])
  func pair(_ exchange: Exchange) throws { try exchange.check() }

  @Test func arePairedAndConfirmThat() throws {
    var client = Client()
    _ = client.send(.register())
    _ = client.send(.confirm())
    let key = client.send(DeviceTests.key)
    #expect(key.body["expiresAt"] == .string("2030-01-01T00:10:00Z"))
    #expect(key.body["pairingKey"]?.string?.utf8.count == 14)
    let paired = client.send(.pair())
    #expect(paired.body["paired"] == .bool(true) && paired.body["state"] == .string("pending"))
    #expect(client.send(.confirm()).body["state"] == .string("registered"))
    // Registering again does not unpair.
    #expect(client.send(.register()).body["paired"] == .bool(true))
    try client.checkJournal()
    #expect(client.send(DeviceTests.unpair).body["paired"] == .bool(false))
    try client.checkJournal()
  }

  @Test(arguments: [
    Exchange("a tap", after: [.order()], tap(), 200),
    Exchange("a dismissal", after: [.order()], tap(event: "\"dismissed\""), 200),
    Exchange("after the answer", after: [.order(), .decide("deny")], tap(), 200),
    Exchange("of a device", after: [.register(), .order()], tap(#","device":"phone""#), 200),
    Exchange("of an unknown device", after: [.order()], tap(#","device":"x""#), 404, says: "device"),
    Exchange("of an unknown push", tap(push: "x"), 404, says: "push"),
    Exchange("no event", after: [.order()], tap(event: "null"), 400, says: "event"),
    Exchange("another event", after: [.order()], tap(event: "\"swiped\""), 400, says: "tapped"),
    Exchange(
      "one more than are kept",
      after: [.order()] + Array(repeating: tap(), count: 10),
      tap(),
      409,
      says: "10"
    ),
  ])
  func event(_ exchange: Exchange) throws { try exchange.check() }

  @Test func eventsStandWithThePush() {
    var client = Client()
    _ = client.send(.order())
    _ = client.send(DeviceTests.tap())
    _ = client.send(DeviceTests.tap(event: "\"dismissed\""))
    let events = client.send(Step("GET", "/pushes/{id}")).body["events"]?.array?.compactMap(\.object)
    #expect(events?.compactMap { $0["event"]?.string } == ["tapped", "dismissed"])
    #expect(events?.first?["at"] == .string("2030-01-01T00:00:00Z"))
  }
}
