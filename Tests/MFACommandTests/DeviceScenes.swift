import MFACore
import Testing

@testable import MFACommand

/// The device: what its commands say at every stage of its life, and what is kept of it.
extension GoldenScene {
  static let devices: [GoldenScene] = stages + registrations + troubles + events

  /// Both forms of the output, what was sent, and what is kept in the end.
  private static func device(
    _ name: String,
    _ stage: DeviceScript.Stage,
    _ line: String,
    _ exchanges: Script.Exchange...
  ) -> GoldenScene {
    GoldenScene(name: "device/\(name).txt") {
      let arguments = ["device"] + line.split(separator: " ").map { String($0) }
      let script = DeviceScript.script(stage, exchanges)
      let (text, json) = (script.run(arguments), script.run(arguments + ["--json"]))
      let sent = text.transfers.map { transfer in
        let body = String(decoding: transfer.request.body, as: UTF8.self)
        return "\(transfer.request.method) \(transfer.request.url.wireText)\n"
          + (body.isEmpty ? "" : body + "\n")
      }
      let kept = text.writes.isEmpty ? "nothing is written\n" : text.files[DeviceScript.file] ?? "no file\n"
      return text.transcript + json.transcript + "---- sent\n" + sent.joined() + "---- kept\n" + kept
    }
  }

  private static let stages = DeviceScript.Stage.allCases.flatMap { stage in
    let isKnown = stage == .registered || stage == .paired
    // What is not sent takes no reply.
    func scene(_ name: String, _ line: String, sends: Bool, _ exchange: @escaping Script.Exchange)
      -> GoldenScene
    {
      sends
        ? device("\(stage)-\(name)", stage, line, exchange) : device("\(stage)-\(name)", stage, line)
    }
    return [
      scene("show", "show", sends: false, reply(200)),
      scene("token-new", "token new", sends: false, reply(200)),
      scene("register", "register --endpoint \(DeviceScript.endpoint)", sends: true, reply(201)),
      scene("clear-token", "clear-token", sends: isKnown, reply(200)),
      scene("pair", "pair KEY-1234", sends: isKnown, reply(200)),
      scene("unpair", "unpair", sends: isKnown, reply(204)),
    ]
  }

  private static let registrations = [
    device("register-again", .paired, "register", reply(200)),
    device(
      "register-everything",
      .new,
      "register --endpoint \(DeviceScript.endpoint) --token \(DeviceScript.earlier) --environment production "
        + "--topic com.example.app --callback-url http://127.0.0.1:9000/push --callback-form fcm",
      DeviceScript.testPush,
      reply(200)
    ),
    device("register-changed", .paired, "register --token new", DeviceScript.testPush, reply(200)),
    device("register-elsewhere", .paired, "register --endpoint https://other.example.com/d", reply(200)),
    device("pair-with-test-push", .registered, "pair KEY-1234", DeviceScript.testPush, reply(200)),
    device(
      "register-dry-run",
      .new,
      "register -n --endpoint \(DeviceScript.endpoint) --token \(DeviceScript.token)"
    ),
    device("clear-token-dry-run", .registered, "clear-token -n"),
    device("clear-token-dry-run-unknown", .unregistered, "clear-token -n"),
    // Any 2xx is success: other services say other things.
    device(
      "register-other-payload",
      .new,
      "register --endpoint http://localhost/d",
      reply(200, #"{"payload":{"a":1}}"#)
    ),
    device(
      "register-answerable-payload",
      .new,
      "register --endpoint http://localhost/d",
      reply(200, #"{"payload":{"aps":{},"messageId":"1","pushType":"default"}}"#)
    ),
    device("register-html", .new, "register --endpoint http://localhost/d", reply(200, "<html>")),
  ]

  private static let troubles = [
    device("register-no-endpoint", .unregistered, "register"),
    device("register-refused", .registered, "register", reply(422, #"{"error":"no topic"}"#)),
    device("register-not-reached", .registered, "register", failure(.notConnected)),
    device("clear-token-not-reached", .registered, "clear-token", failure(.timedOut, arrived: true)),
    device(
      "pair-refused",
      .registered,
      "pair KEY-1234",
      reply(410, #"{"error":"the pairing key is expired"}"#)
    ),
    device(
      "test-push-refused",
      .new,
      "register --endpoint http://localhost/d",
      DeviceScript.testPush,
      reply(410)
    ),
    device("no-key", .registered, "pair"), device("no-command", .registered, ""),
    device("no-such-command", .registered, "shwo"),
  ]

  // MARK: Events

  private static func event(_ name: String, _ sample: String, _ flags: String..., exchange: Script.Exchange?)
    -> GoldenScene
  {
    GoldenScene(name: "device/\(name).txt") {
      func run(_ more: [String]) throws -> Run {
        var script = try Samples.script(sample)
        script.environment = DeviceScript.environment
        script.exchanges = [exchange].compactMap(\.self)
        return script.run(["device"] + flags + more + [sample])
      }
      let text = try run([])
      return try text.transcript + run(["--json"]).transcript + text.bodies.map { $0 + "\n" }.joined()
    }
  }

  private static let events = [
    event(
      "tap",
      "plain/deep-link.json",
      "tap",
      "--endpoint",
      "http://localhost/events",
      exchange: reply(200)
    ),
    event(
      "tap-custom-data",
      "plain/custom-data.json",
      "tap",
      "--endpoint",
      "http://a/{id}",
      exchange: reply(200)
    ),
    event(
      "dismiss",
      "plain/challenge.json",
      "dismiss",
      "--endpoint",
      "http://a/events",
      exchange: reply(202)
    ),
    event("tap-silent", "plain/silent.json", "tap", "--endpoint", "http://a/events", exchange: reply(200)),
    event("tap-refused", "plain/default.json", "tap", "--endpoint", "http://a/events", exchange: reply(404)),
    event("tap-not-ours", "not-mfa/marketing.json", "tap", "--endpoint", "http://a/events", exchange: nil),
    event("tap-no-endpoint", "plain/default.json", "tap", exchange: nil),
    event("tap-dry-run", "plain/default.json", "tap", "-n", "--endpoint", "http://a/events", exchange: nil),
    GoldenScene(name: "device/categories.txt") {
      let script = DeviceScript.script(.new)
      return script.run("device", "categories").transcript
        + script.run("device", "categories", "--json").output
    },
  ]
}
