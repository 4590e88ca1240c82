import Foundation
import Testing

@Suite("The device and the practice service")
struct DeviceServiceTests {
  private let folder: TemporaryFolder
  private let service: StayingOn

  init() throws {
    folder = try TemporaryFolder()
    service = try StayingOn(["serve"])
  }

  private func device(_ arguments: [String], payload: String = "") throws -> RunResult {
    try Binary.run(
      ["device"] + arguments,
      stdin: .text(payload),
      environment: ["MFA_STATE_DIR": folder.path]
    )
  }

  private func register(_ flags: String...) throws -> String {
    let result = try device(["register", "--json", "--endpoint", service.url + "/devices"] + flags)
    let report = try result.report()
    #expect(result.status == .exited(0) && report.text("completedTestPush") != nil, "\(result)")
    return try #require(report.text("device.identifierForVendor"))
  }

  private func state(_ id: String) throws -> [String: Any] {
    try service.call("GET", "/devices/\(id)").json()
  }

  private func pairingKey() throws -> String {
    try #require(try service.call("POST", "/pairings", "{}").json()["pairingKey"] as? String)
  }

  @Test("The test push is completed without asking, also after pairing")
  func life() throws {
    let id = try register()
    #expect(try state(id)["state"] as? String == "registered")
    let key = try pairingKey()
    let paired = try device(["pair", key, "--json"])
    #expect(try paired.report().flag("device.paired") == true)
    #expect(try paired.report().text("completedTestPush") != nil)
    #expect(try state(id)["state"] as? String == "registered" && state(id)["paired"] as? Bool == true)
    #expect(try device(["pair", key]).status == .exited(8))
    #expect(try device(["pair", "no-such-key"]).status == .exited(8))
    #expect(try device(["show", "--json"]).report().flag("device.paired") == true)
    #expect(try device(["unpair", "--json"]).report().flag("device.paired") == false)
    #expect(try state(id)["paired"] as? Bool == false)
    #expect(try device(["clear-token", "--json"]).report().isNull("device.token"))
    #expect(try state(id)["token"] is NSNull)
    #expect(try service.call("POST", "/pushes", #"{"device":"\#(id)"}"#).status == 409)
    #expect(try register() == id)
    #expect(try state(id)["token"] is String)
  }

  @Test("Taps and dismissals are with the push")
  func events() throws {
    let push = try service.makePush()
    for (word, endpoint) in [("dismiss", "/events"), ("tap", "/events")] {
      let result = try device([word, "--endpoint", service.url + endpoint], payload: push.payload)
      #expect(result.status == .exited(0), "\(result)")
    }
    let events = try service.call("GET", "/pushes/\(push.id)").json()["events"] as? [[String: Any]]
    #expect(events?.map { $0["event"] as? String } == ["dismissed", "tapped"])
    let unknown = try device(["tap", "--endpoint", service.url + "/events"], payload: SamplePush.default)
    #expect(unknown.status == .exited(8))
  }

  @Test(
    "No output shows the push token or the pairing key in full",
    arguments: ["-vv", "--json", "-n", "-q"]
  )
  func secrets(_ flag: String) throws {
    let token = String(repeating: "c0ffee42", count: 8)
    let base64 = try #require(Data(base64Encoded: "wP/uQsD/7kLA/+5CwP/uQsD/7kLA/+5CwP/uQsD/7kI="))
      .base64EncodedString()
    // One that says it all back, in a 2xx and in a refusal.
    let echo = try LoopbackServer { request in
      .status(
        request.index % 2 == 0 ? "200 OK" : "400 Bad",
        headers: ["X-Echo: \(request.bodyText)"],
        body: request.bodyText
      )
    }
    let key = try pairingKey()
    _ = try register("--token", token)
    let runs = [
      ["register", "--token", base64], ["show"], ["register", "--endpoint", echo.url()],
      ["register", "--endpoint", echo.url()], ["pair", key, "--endpoint", echo.url()],
      ["pair", key, "--endpoint", echo.url()], ["pair", key], ["unpair"], ["clear-token"],
      ["register", "--token", token + "0"],
    ]
    for words in runs where flag != "-n" || words != ["show"] {
      let result = try device(words + [flag])
      for secret in [token, token.uppercased(), base64, key] {
        #expect(!result.everything.contains(secret), "\(words): \(result)")
      }
    }
  }

  /// APNs has the token in the path, so an address that is not reached would have told it.
  @Test("Nor does the service's, whatever becomes of its pushes", arguments: ["plain", "fcm", "apns"])
  func secretsOfTheService(_ form: String) throws {
    let token = String(repeating: "c0ffee42", count: 8)
    let phone = try LoopbackServer()
    let service = try StayingOn(["serve", "-vv"])
    let key = try #require(try service.call("POST", "/pairings", "{}").json()["pairingKey"] as? String)
    for url in ["http://127.0.0.1:\(try LoopbackServer.unusedPort())", phone.url("")] {
      let flags = ["--token", token, "--callback-url", url, "--callback-form", form]
      let registered = try device(["register", "--endpoint", service.url + "/devices"] + flags)
      #expect(registered.status == .exited(0), "\(registered)")
      try service.call("PUT", "/devices/x/token", #"{"token":"\#(token)"}"#)
    }
    #expect(try device(["pair", key]).status == .exited(0))
    try service.wait {
      service.errors.contains("was not delivered") && service.errors.contains("was delivered")
    }
    let result = try service.stop()
    #expect(result.stderr.contains("pairingKey"))
    #expect(!result.everything.contains(token) && !result.everything.contains(key))
  }

  @Test("A push reaches the phone in each form, and the phone answers", arguments: ["plain", "fcm", "apns"])
  func callback(_ form: String) throws {
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", service.url + "/decisions"])
    let id = try register("--callback-url", phone.url, "--callback-form", form)
    let push = try service.makePush(#"{"kind":"default","title":"T","message":"M","device":"\#(id)"}"#)
    let answer = try service.call("GET", "/pushes/\(push.id)?wait=10")
    #expect(try answer.json()["status"] as? String == "approved")
    let other = try service.makePush(#"{"kind":"challenge","device":"\#(id)"}"#)
    _ = try service.cancel(other)
    // The test push, the push, a challenge that is not approved without a number, and its withdrawal.
    try phone.waitForLines(4)
    let pushes = try phone.reports().map { try #require($0["push"] as? [String: Any]) }
    #expect(pushes.map { $0["kind"] as? String } == ["silent", "default", "challenge", "cancel"])
    #expect(pushes.map { $0["envelope"] as? String }.allSatisfy { $0 == (form == "fcm" ? "fcm" : "apns") })
    #expect(pushes[1]["title"] as? String == "T" && pushes[1]["message"] as? String == "M")
    #expect((pushes[2]["numbersChallenge"] as? [String])?.count == 3)
    #expect(try phone.stop().status == .exited(6))
    #expect(try service.stop().status == .exited(0))
  }

  @Test("A phone that is gone is told of, and holds up nobody")
  func phoneGone() throws {
    let url = "http://127.0.0.1:\(try LoopbackServer.unusedPort())"
    let id = try register("--callback-url", url)
    let start = secondsNow()
    for _ in 0..<5 { _ = try service.makePush(#"{"device":"\#(id)"}"#) }
    #expect(secondsNow() - start < 2)
    try service.wait { service.errors.contains("6 in all") }
    #expect(try service.stop().status == .exited(0))
  }

  private static let hasPython =
    (try? Binary.run(["-c", "pass"], program: "/usr/bin/python3").status) == .exited(0)

  /// As a backend would, whose sender was pointed here.
  private static let sender = """
    import json, sys, urllib.request
    url, payload = sys.argv[1], json.loads(sys.argv[2])
    data = {k: v if isinstance(v, str) else json.dumps(v) for k, v in payload.items() if k != "aps"}
    message = {"message": {"token": "t", "data": data, "android": {"priority": "high", "ttl": "60s"},
        "notification": {"title": "Sign-in", "body": "Was it you?"}}}
    request = urllib.request.Request(url + "/v1/projects/my-project/messages:send",
        json.dumps(message).encode(), {"Content-Type": "application/json; UTF-8", "Authorization": "Bearer x"})
    print(json.load(urllib.request.urlopen(request))["name"])
    """

  @Test("A backend that sends by FCM's HTTP v1 API reaches the phone", .enabled(if: hasPython))
  func backend() throws {
    let phone = try StayingOn(
      ["listen", "--number-from", "right", "--count", "1", "--endpoint", service.url + "/decisions"]
    )
    let push = try service.makePush()
    let payload = String(push.payload.dropLast()) + #","right":"\#(try #require(push.number))"}"#
    let sent = try Binary.run(["-c", Self.sender, phone.url, payload], program: "/usr/bin/python3")
    #expect(sent.stdout == "projects/my-project/messages/\(push.id)\n", "\(sent)")
    #expect(try phone.finish().status == .exited(0))
    #expect(try service.status(push.id) == "approved")
  }
}
