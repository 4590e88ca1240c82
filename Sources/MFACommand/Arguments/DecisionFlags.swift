import MFACore

enum DecisionFlags {
  static let rows: [Flag] = [
    Flag(
      "approve",
      .toggle { $0.decisions.append(("--approve", .answer(.approve))) },
      group: .decision,
      commands: [.respond, .listen],
      common: true,
      help: "approve without asking",
      details: "A challenge does not take it: only its number approves."
    ),
    Flag(
      "deny",
      .toggle { $0.decisions.append(("--deny", .answer(.deny))) },
      group: .decision,
      commands: [.respond, .listen],
      common: true,
      help: "deny without asking"
    ),
    Flag(
      "number",
      .value(.init("VALUE")) { (raw, text, _) throws(BadValue) in
        raw.decisions.append(("--number", .answer(.number(try matchValue(text)))))
      },
      group: .decision,
      commands: [.respond],
      common: true,
      help: "approve a challenge with this value",
      details: "It is compared as text, so 07 is not 7. One that was not offered is refused with exit 6."
    ),
    Flag(
      "number-other-than",
      .value(.init("VALUE")) { (raw, text, _) throws(BadValue) in
        raw.decisions.append(("--number-other-than", .answer(.numberOtherThan(try matchValue(text)))))
      },
      group: .decision,
      commands: [.respond],
      help: "approve a challenge with an offered value that is not this one",
      details: "For testing that the service refuses a wrong number."
    ),
    Flag(
      "number-from",
      .value(.init("FIELD")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= 256 else { throw .tooLong(limit: 256) }
        raw.decisions.append(("--number-from", .numberFrom(field: text)))
      },
      group: .decision,
      commands: [.listen],
      help: "approve; a challenge with the value of this custom field",
      details:
        "For services that tell testers the right number in the push. A challenge without the field is refused."
    ),
    Flag(
      "ask",
      .toggle { $0.decisions.append(("--ask", .ask)) },
      group: .decision,
      commands: [.listen],
      help: "ask on the terminal, one push after the other"
    ),
    Flag(
      "action",
      .value(.init("IDENTIFIER", choices: NotificationAction.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let action = NotificationAction(named: text) else {
          throw .notOneOf(NotificationAction.allCases.map(\.rawValue))
        }
        raw.decisions.append(("--action", .action(action)))
      },
      group: .decision,
      commands: [.respond],
      help: "play a tap on this action of the banner",
      details: "confirm and deny answer at once, the default action asks, and dismiss answers nothing."
    ),
    Flag(
      "deny-reason",
      .value(.init("TEXT")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= 1024 else { throw .tooLong(limit: 1024) }
        raw.denyReason = text
      },
      group: .decision,
      commands: [.respond, .listen],
      help: "the reason sent with a denial",
      details: "privacyIDEA takes one where the push offers it, and knows cancelled and unknown_trigger; "
        + "PingAM takes none."
    ),
    Flag(
      "auth-method",
      .value(.init("METHOD")) { (raw, text, origin) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        let isToken = text.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
        }
        guard isToken else { throw .notAToken }
        guard text.utf8.count <= 64 else { throw .tooLong(limit: 64) }
        raw.authMethod = RawSettings.Entry(text, origin)
      },
      environment: "MFA_AUTH_METHOD",
      group: .decision,
      commands: [.respond, .listen],
      help: "how presence was proved: user, biometric, … (default user)",
      details:
        "Sent as authMethod with a plain or pingone push; the others have no place for it. Letters, digits, and - _ . are allowed."
    ),
    Flag(
      "no-input",
      .toggle { $0.noInput = true },
      group: .decision,
      commands: [.respond, .demo, .inboxAccept, .inboxDelete, .login],
      help: "never ask; without a decision flag respond ends with 2",
      details: "demo then gives the right answer itself."
    ),
    Flag(
      "force",
      .toggle { $0.force = true },
      group: .decision,
      commands: [.respond],
      help: "send an answer that the push does not take",
      details: "Or answer a push whose signature is wrong. For testing the service's own checks. "
        + "Needs a decision flag."
    ),
  ]

  private static func matchValue(_ text: String) throws(BadValue) -> MatchValue {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= 1024 else { throw .tooLong(limit: 1024) }
    return MatchValue(text)
  }
}
