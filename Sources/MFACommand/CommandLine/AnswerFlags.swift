import MFACore

extension FlagTable {
  static let deciding: [Flag] = [
    .decision("approve", .answer(.approve))
      .help("approve without asking")
      .details("A challenge does not take it: only its number approves.")
      .of(.respond, .listen).common,
    .decision("deny", .answer(.deny))
      .help("deny without asking")
      .of(.respond, .listen).common,
    .decision("number", .number, { .answer(.number($0)) })
      .help("approve a challenge with this value")
      .details("It is compared as text, so 07 is not 7. One that was not offered is refused with exit 6.")
      .common,
    .decision("number-other-than", .number, { .answer(.numberOtherThan($0)) })
      .help("approve a challenge with an offered value that is not this one")
      .details("For testing that the service refuses a wrong number."),
    .decision("number-from", .text("FIELD", limit: 256), { .numberFrom(field: $0) })
      .help("approve; a challenge with the value of this custom field")
      .details(
        "For services that tell testers the right number in the push. A challenge without the field is refused."
      ).of(.listen),
    .decision("ask", .ask)
      .help("ask on the terminal, one push after the other")
      .of(.listen),
    .decision("action", .choice("IDENTIFIER"), { .action($0) })
      .help("play a tap on this action of the banner")
      .details("confirm and deny answer at once, the default action asks, and dismiss answers nothing."),
    .value("deny-reason", .text("TEXT", limit: 1024)) { $0.answer.denyReason = $1 }
      .help("the reason sent with a denial")
      .details(
        "privacyIDEA takes one where the push offers it, and knows cancelled and unknown_trigger; "
          + "PingAM takes none."
      ).of(.respond, .listen),
    .value("auth-method", .token("METHOD", marks: "-_.", limit: 64)) { $0.answer.authMethod = $1 }
      .help("how presence was proved: user, biometric, … (default user)")
      .details(
        "Sent as authMethod with a plain or pingone push; the others have no place for it. Letters, digits, and - _ . "
          + "are allowed."
      ).of(.respond, .listen).variable("MFA_AUTH_METHOD"),
    .toggle("no-input") { $0.answer.mayAsk = false }
      .help("never ask; without a decision flag respond ends with 2")
      .details("demo then gives the right answer itself.")
      .of(.respond, .demo, .inboxAccept, .inboxDelete, .login),
    .toggle("force") { $0.answer.force = true }
      .help("send an answer that the push does not take")
      .details(
        "Or answer a push whose signature is wrong. For testing the service's own checks. Needs a decision flag."
      ),
  ]

  static let times: [Flag] = [
    .value("answer-timeout", .seconds(from: 0.001)) { $0.answer.answerTimeout = $1 }
      .help("give up asking after this time (exit 5)")
      .details("The question also ends when the push expires."),
    .value("delay", .seconds(from: 0)) { $0.answer.delay = $1 }
      .help("wait this long between the decision and sending it")
      .details("A push that expires meanwhile is not answered (exit 9)."),
    .toggle("ignore-expiry") { $0.answer.ignoreExpiry = true }
      .help("answer a push that has expired")
      .details("Or one that may have: whose time can't be read. For testing the service's own check."),
    .value("received-at", .time) { $0.receivedAt = $1 }
      .help("when the push arrived (RFC 3339), to replay a capture")
      .details("A push without a sent time lives from then on. Default: now.")
      .of(.respond, .inspect, .deviceTap, .deviceDismiss),
    .value("after", .seconds(from: 0)) { $0.demoDelay = $1 }
      .help("deliver the push this much later, as a local notification")
      .of(.demo),
    .value("for", .seconds(from: 0.001)) { $0.listen.duration = $1 }
      .help("stop listening or watching after this time")
      .of(.listen, .inboxWatch),
  ]
}
