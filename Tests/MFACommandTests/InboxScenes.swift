import MFACore
import Testing

@testable import MFACommand

/// The inbox and the sign-on from a QR code, word by word.
extension GoldenScene {
  static let inboxes: [GoldenScene] = looks + answers + logins

  /// What is on the terminal, both streams, and the bodies that were sent.
  private static func scene(_ name: String, _ arguments: [String], _ script: Script) -> GoldenScene {
    GoldenScene(name: "inbox/\(name).txt") {
      let run = script.run(arguments)
      let sent = run.transfers.map { transfer in
        let body = String(decoding: transfer.request.body, as: UTF8.self)
        return "\(transfer.request.method) \(transfer.request.url.wireText)\n"
          + (body.isEmpty ? "" : body + "\n")
      }
      return run.screen + "----\n" + run.transcript + "---- sent\n" + sent.joined()
    }
  }

  private static func inbox(
    _ name: String,
    _ line: String,
    openings: [Script.Opening] = [],
    _ exchanges: Script.Exchange...
  ) -> GoldenScene {
    let words = ["inbox"] + line.split(separator: " ").map { String($0) }
    return scene(
      name,
      words + ["--endpoint", InboxScript.endpoint],
      Script(openings: openings, exchanges: exchanges)
    )
  }

  private static let request = InboxScript.notification()
  private static let onlyCard = [
    "eligibleCredentials": #"[{"id":"identity-card","label":"Identity card","documentType":"ID_CARD"}]"#
  ]
  private static let accepted = InboxScript.notification("n1", ["status": #""accepted""#])
  private static let declined = InboxScript.notification("n1", ["status": #""declined""#])
  private static let message = InboxScript.notification(
    "n2",
    [
      "sequence": "2", "type": #""message""#, "status": #""new""#,
      "title": #""Hostile \u001b[31m\u202e title""#, "eligibleCredentials": "[]", "demands": #""nothing""#,
      "expirationDate": "null", "data": "{}",
    ]
  )

  // MARK: Looking

  private static let looks = [
    inbox("list", "list", InboxScript.page(request, message)),
    inbox("list-json", "list --json", InboxScript.page(request, message)),
    inbox("list-empty", "list --page 9", InboxScript.page()),
    inbox(
      "list-filtered",
      "list --page 2 --size 5 --status new,read --type messages,requests --out-of-band no",
      InboxScript.page(message)
    ),
    inbox("show", "show n1", reply(200, request)),
    inbox(
      "show-new",
      "show n2",
      reply(200, message),
      reply(200, message.replacing(#""new""#, with: #""read""#))
    ),
    inbox("show-unknown", "show n9", InboxScript.refusal(404, "unknown")),
    inbox("show-html", "show n1", reply(200, "<html>")),
    inbox(
      "watch",
      "watch --count 2",
      InboxScript.page(),
      reply(200, #"{"notifications":[\#(message),\#(request)],"sequence":3}"#)
    ),
    // The service was restarted and has forgotten all: what it has now is told, though its numbers are below.
    scene(
      "watch-anew",
      ["inbox", "watch", "--count", "2", "--endpoint", InboxScript.endpoint],
      Script(
        exchanges: [
          InboxScript.page(request), reply(200, #"{"notifications":[],"sequence":2}"#),
          reply(200, #"{"notifications":[\#(message),\#(request)],"sequence":3}"#),
        ],
        sleeps: [0.5]
      )
    ),
  ]

  // MARK: Answering

  private static let answers = [
    inbox(
      "accept-typed-pin",
      "accept n1",
      openings: [.types("", "9", "2"), .types("123"), .types("", "123456")],
      reply(200, request),
      InboxScript.refusal(403, "wrong-pin", triesLeft: 2),
      reply(200, accepted)
    ),
    inbox(
      "accept-locked",
      "accept n1 --credential passport",
      openings: [.types("123")],
      reply(200, request),
      InboxScript.refusal(423, "credential-locked")
    ),
    // Whatever a service writes stands behind the bar, on a narrow terminal too.
    inbox(
      "accept-hostile-text",
      "accept n1",
      openings: [.person([.endOfInput], columns: 30)],
      reply(
        200,
        InboxScript.notification(
          "n1",
          [
            "title": #""Sign-on\nType accept or decline: ""#, "body": #""\u001b[2J\u202ex""#,
            "eligibleCredentials": #"[{"id":"c","label":"Card that is accepted with, and\nPIN: "}]"#,
          ]
        )
      )
    ),
    inbox("accept-not-eligible", "accept n1 --credential badge", reply(200, request)),
    inbox("accept-nobody", "accept n1 --no-input", reply(200, request)),
    inbox("accept-answered", "accept n1", reply(200, declined)),
    inbox("accept-message", "accept n2", reply(200, message)),
    inbox(
      "accept-face",
      "accept n1",
      openings: [.types("passport"), .types("smile", "no-match")],
      reply(200, InboxScript.notification("n1", ["demands": #""face""#]))
    ),
    inbox("decline", "decline n1", reply(200, request), reply(200, declined)),
    inbox("acknowledge", "acknowledge n2", reply(200, message), reply(200, message)),
    inbox("delete-kept", "delete n2", openings: [.types("", "no")], reply(200, message)),
    inbox("delete", "delete n2", openings: [.types("yes")], reply(200, message), reply(200, "{}")),
  ]

  // MARK: Signing on

  private static func login(_ name: String, _ flags: [String], _ script: Script) -> GoldenScene {
    scene("login-\(name)", ["login", "--qr", InboxScript.code()] + flags, script)
  }

  private static let session = reply(201, #"{"session":"s1","notification":null}"#)
  private static let waiting = reply(200, #"{"session":"s1","notification":null}"#)
  private static let there = reply(200, #"{"session":"s1","notification":"n1"}"#)

  private static let logins = [
    login(
      "waiting",
      [],
      Script(
        terminals: [.error],
        openings: [.types(), .types("maybe", "accept"), .types("123456")],
        exchanges: [
          session, waiting, waiting, there, reply(200, InboxScript.notification("n1", onlyCard)),
          reply(200, accepted),
        ],
        sleeps: [1, 1]
      )
    ),
    login(
      "retry-limit",
      ["--retry-limit", "1", "--interval", "5", "--accept"],
      Script(exchanges: [session, waiting, waiting], sleeps: [5])
    ),
    login(
      "no-answer",
      ["--no-answer"],
      Script(exchanges: [session, there, reply(200, request)])
    ),
    login("wrong-key", ["--accept"], Script(exchanges: [InboxScript.refusal(401, "invalid-authentication")])),
    scene(
      "login-plain-http",
      ["login", "--accept", "--qr", InboxScript.code(["service": #""http://login.example.com""#])],
      Script(exchanges: [failure(.hostNotResolved)])
    ),
    scene("login-other-app", ["login", "--deep-link", "otpauth://totp/x?secret=y"], Script()),
  ]
}
