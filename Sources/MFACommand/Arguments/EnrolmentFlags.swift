import MFACore

enum EnrolmentFlags {
  /// Those that look at credentials.
  static let commands: Set<Command> = [
    .respond, .inspect, .listen, .enroll, .credentialsList, .credentialsShow, .credentialsLock,
    .credentialsUnlock, .credentialsRemove,
  ]

  /// Bytes of a credential's name: its id, an @ and an address.
  static let nameLimit = 256 + 1 + 2048

  static let rows: [Flag] = [
    Flag(
      "credential-file",
      .file(.init("FILE")) { raw, path, _ in raw.credentialFile = path },
      group: .enrolment,
      commands: commands,
      help: "the credentials in this file, and not those of the state",
      details: "For jobs that keep no state. enroll makes the file when it is missing; keys lie beside it."
    ),
    Flag(
      "key-type",
      .value(.init("TYPE", choices: NewKeyName.allCases.map(\.rawValue))) { (raw, text, _) throws(BadValue) in
        guard let name = NewKeyName(named: text) else {
          throw .notOneOf(NewKeyName.allCases.map(\.rawValue))
        }
        raw.keyType = name
      },
      group: .enrolment,
      commands: [.enroll],
      help: "the key of a push token (default rsa-4096)",
      details: "privacyIDEA takes RSA; eduMFA takes P-256 as well. PingAM shares a secret instead."
    ),
    Flag(
      "poll",
      .toggle { $0.poll = true },
      group: .enrolment,
      commands: [.respond, .listen],
      help: "ask the service for pushes instead of being given them",
      details: "For tokens of privacyIDEA and eduMFA, with or without a push channel."
    ),
    Flag(
      "push",
      .value(.init("ID")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= 256 else { throw .tooLong(limit: 256) }
        raw.pushID = text
      },
      group: .enrolment,
      commands: [.respond],
      help: "with --poll: the push to answer, when several wait"
    ),
  ]
}

/// The keys that can be made, by the names on the command line.
enum NewKeyName: String, CaseIterable, Sendable {
  case rsa4096 = "rsa-4096"
  case rsa2048 = "rsa-2048"
  case p256

  var order: NewKey {
    switch self {
    case .rsa4096: .rsa(bits: 4096)
    case .rsa2048: .rsa(bits: 2048)
    case .p256: .p256
    }
  }
}
