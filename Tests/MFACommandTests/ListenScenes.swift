import MFACore
import MFAService
import Testing

@testable import MFACommand

/// The phone that stays on.
extension GoldenScene {
  static let phones: [GoldenScene] = listening + policies + listeningLimits

  private static func body(_ id: String, _ members: String) -> ServiceRequest {
    IntakeTests.request(#"{"aps":{"alert":"x"},"messageId":"\#(id)","ttl":60,\#(members)}"#)
  }

  private static let plain = #""pushType":"default""#
  private static let challenge = #""pushType":"challenge","numbersChallenge":["07","34"]"#
  private static let endpoint = "https://mfa.example.com/d"

  /// What is said in both forms, what is answered to the senders, and what is sent to the service.
  private static func listen(
    _ name: String,
    _ flags: String,
    _ arrivals: [Script.Arrival],
    exchanges: [Script.Exchange] = [],
    openings: [Script.Opening] = []
  ) -> GoldenScene {
    let script = Script(
      openings: openings,
      exchanges: exchanges,
      listener: .runs(url: "http://127.0.0.1:5"),
      arrivals: arrivals
    )
    return GoldenScene(name: "listen/\(name).txt") {
      let arguments = ["listen", "--endpoint", endpoint] + flags.split(separator: " ").map { String($0) }
      let (text, json) = (script.run(arguments), script.run(arguments + ["--json"]))
      let answers = text.answers.map { $0 + "\n" }.joined()
      let sent = text.bodies.map { $0 + "\n" }.joined()
      return text.transcript + json.transcript + "---- answered\n" + answers + "---- sent\n" + sent
    }
  }

  private static let three: [Script.Arrival] = [
    .requests([body("1", plain), body("2", challenge)]), .requests([body("3", plain)]),
  ]

  private static let listening = [
    listen(
      "approve",
      "--approve --count 2",
      [.requests([body("1", plain), body("2", plain)])],
      exchanges: [reply(200), reply(201)]
    ),
    // The first that does not end well gives the exit code; the others are answered all the same.
    listen("first-failure", "--approve --count 3", three, exchanges: [reply(500), reply(200)]),
    listen("later-failure", "--approve --count 3", three, exchanges: [reply(200), reply(200)]),
    listen(
      "deny",
      "--deny --deny-reason no --count 3",
      three,
      exchanges: [reply(200), reply(200), reply(200)]
    ),
    listen("quiet", "--deny -q --count 1", [.requests([body("1", plain)])], exchanges: [reply(200)]),
    listen(
      "ask",
      "--ask --count 2",
      [.requests([body("1", plain), body("2", challenge)])],
      exchanges: [reply(200), reply(200)],
      openings: [.types(), .types("yes"), .types("99", "34")]
    ),
    // Each push would be taken, and then be lost: the phone does not even start.
    GoldenScene(name: "listen/ask-nobody.txt") {
      Script(openings: [.none]).run("listen", "--ask", "--endpoint", endpoint).transcript
    },
    listen(
      "nothing-to-answer",
      "--approve --count 3",
      [
        .requests([body("1", plain), body("1", #""pushType":"cancel""#), body("2", #""pushType":"silent""#)])
      ],
      exchanges: [reply(200)]
    ),
    listen(
      "duplicates",
      "--approve --count 2",
      [
        .requests([body("1", plain), body("1", plain)]), .requests([body("1", plain), body("2", plain)]),
      ],
      exchanges: [reply(200), reply(200)]
    ),
    listen(
      "expired-in-the-queue",
      "--ask --count 2",
      [.requests([body("1", plain), body("2", plain)])],
      openings: [.types(), .person([.nothing], columns: 80)]
    ),
    listen(
      "no-id",
      "--approve --count 1",
      [.requests([IntakeTests.request(#"{"aps":{},"pushType":"default"}"#)])],
      exchanges: [reply(200)]
    ),
    listen("dry-run", "-n --approve --count 1", [.requests([body("1", plain)])]),
    GoldenScene(name: "listen/no-decision.txt") { Script().run("listen", "--endpoint", endpoint).transcript },
    GoldenScene(name: "listen/port-in-use.txt") {
      Script(listener: .fails(.portInUse(9000))).run("listen", "--approve", "--port", "9000").transcript
    },
    GoldenScene(name: "listen/callback.txt") {
      // No header of ours goes to an address that a push names.
      let push = body("1", plain + #","callbackUrl":"https://push.example.com/c""#)
      let script = Script(
        exchanges: [reply(200)],
        listener: .runs(url: "http://127.0.0.1:5"),
        arrivals: [.requests([push])]
      )
      let run = script.run("listen", "--approve", "--count=1", "-v", "-H", "X-Api-Key: synthetic")
      return run.transcript
    },
    GoldenScene(name: "listen/no-endpoint.txt") {
      let script = Script(
        listener: .runs(url: "http://127.0.0.1:5"),
        arrivals: [.requests([body("1", plain)])]
      )
      return script.run("listen", "--approve", "--count=1").transcript
    },
  ]

  // MARK: The number from the push

  private static func revealed(_ name: String, _ value: String?, _ exchanges: Script.Exchange...)
    -> GoldenScene
  {
    let member = value.map { #","right":\#($0)"# } ?? ""
    return listen(
      "number-from-\(name)",
      "--number-from right --count 1",
      [.requests([body("1", challenge + member)])],
      exchanges: exchanges
    )
  }

  private static let policies = [
    revealed("text", #"" 34 ""#, reply(200)), revealed("number", "34", reply(200)),
    revealed("leading-zero", #""07""#, reply(200)), revealed("not-offered", #""99""#),
    revealed("missing", nil), revealed("float", "34.0"), revealed("exponent", "34e0"),
    revealed("blank", #"" ""#),
    revealed("object", #"{"a":1}"#), revealed("null", "null"),
    listen(
      "number-from-default",
      "--number-from right --count 1",
      [.requests([body("1", plain)])],
      exchanges: [reply(200)]
    ),
    listen(
      "number-from-manual-entry",
      "--number-from right --count 1",
      [
        .requests([body("1", #""pushType":"challenge","right":"0042""#)])
      ],
      exchanges: [reply(200)]
    ),
  ]

  // MARK: Enough

  private static let listeningLimits = [
    listen(
      "not-mfa",
      "--approve",
      [
        .requests([IntakeTests.request(#"{"aps":{"alert":"x"},"campaign":1}"#), IntakeTests.request("{")]),
        .signal,
      ]
    ),
    listen(
      "firebase",
      "--approve --count 1",
      [
        .requests([
          IntakeTests.request("{}", path: "/v1/projects/p/messages:send"),
          IntakeTests.request(
            #"{"message":{"token":"t","data":{"messageId":"1","pushType":"default"}}}"#,
            path: "/v1/projects/p/messages:send"
          ),
        ])
      ],
      exchanges: [reply(200)]
    ),
    listen(
      "max-pending",
      "--approve --max-pending 1",
      [
        .requests([body("1", plain), body("2", plain)]), .requests([body("2", plain)]), .signal,
      ],
      exchanges: [reply(200), reply(200)]
    ),
    listen(
      "count-reached",
      "--approve --count 1",
      [.requests([body("1", plain), body("2", plain)])],
      exchanges: [reply(200)]
    ),
    listen("deadline", "--approve --for 30", [.deadline(late: [])]),
    listen(
      "deadline-with-items-left",
      "--approve --for 30",
      [
        .requests([body("1", plain)]), .deadline(late: [body("2", plain), body("3", challenge)]),
      ],
      exchanges: [reply(200), reply(200)]
    ),
    listen(
      "deadline-while-asking",
      "--ask --for 30",
      [.deadline(late: [body("1", plain)])],
      openings: [.types()]
    ),
    listen(
      "stopped",
      "--approve",
      [.requests([body("1", plain), body("2", plain)]), .signal],
      exchanges: [reply(200), reply(200)]
    ),
    listen("stopped-at-once", "--approve", [.signal]),
  ]
}
