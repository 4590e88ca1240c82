import MFACore

extension UsageError {
  var diagnostic: Diagnostic {
    switch self {
    case .unknownFlag(let flag, let near):
      return said(
        "unknown option \(Words.shortened(flag, limit: 80))",
        near.isEmpty ? nil : "did you mean \(Words.either(near))?"
      )
    case .typographicCharacter(let text):
      return said(
        "\(Words.quoted(text)) begins with a dash or quote that a word processor made",
        "type it again with - or a straight quote"
      )
    case .missingValue(let flag): return said("\(flag) needs a value")
    case .flagAsValue(let flag, let next):
      return said(
        "\(flag) has no value: \(next) comes next",
        "write \(flag)\(flag.hasPrefix("--") ? "=" : "")\(next) if that is the value"
      )
    case .unexpectedValue(let flag): return said("\(flag) takes no value")
    case .badValue(let origin, let value, let reason): return reason.diagnostic(of: origin, value)
    case .notUTF8(let origin): return said("the value of \(origin.name) is not UTF-8")
    case .extraOperand(let text, let command, let cause): return extraOperand(text, command, cause)
    case .unknownCommand(let text, let near):
      return said(
        "\(Words.quoted(text, limit: 60)) is neither a command nor a file",
        near.isEmpty
          ? "'mfa-cli help' lists the commands; a payload is a file, or piped in"
          : "did you mean \(Words.either(near))?"
      )
    case .flagOfOtherCommand(let flag, let command, let owners):
      return said(
        "\(flag) is not an option of \(command.rawValue)",
        (Synonyms.flag(flag, of: command).map { "did you mean \($0)? \(flag)" } ?? "it")
          + " belongs to \(Words.either(UsageError.listed(owners)))"
      )
    case .twoDecisions(let one, let other):
      return said("\(one) and \(other) can't both be the decision", "give one of them")
    case .excluded(let flag, let other):
      return said("\(flag) can't be combined with \(other)", "give one of them")
    case .flagNeeds(let flag, let needed): return said("\(flag) goes with \(needed)")
    case .unknownHelpTopic(let text):
      let near = Suggestions.commands(near: text)
      return said(
        "there is no command \(Words.quoted(text))",
        near.isEmpty ? "'mfa-cli help' lists the commands" : "did you mean \(Words.either(near))?"
      )
    case .incompleteCommand(let words, let typed, let next):
      let group = words.joined(separator: " ")
      let near = typed.map { Suggestions.words(near: $0, among: next) } ?? []
      return said(
        typed.map { "\(Words.quoted($0)) is not a command of \(group)" } ?? "\(group) needs a command",
        "mfa-cli \(group) \(Words.either(near.isEmpty ? next : near))"
      )
    case .missingOperand(let command, let choices):
      return said(
        "\(command.rawValue) needs \(operand(of: command))",
        "mfa-cli \(command.rawValue) \(Words.either(choices))"
      )
    case .missingInput:
      return said(
        code: "payload-missing",
        "there is no payload: no file is named, and standard input is a terminal",
        "name a file, or pipe the payload in: mfa-cli push.json, or … | mfa-cli"
      )
    case .enrolmentURIAsPayload:
      // It holds a secret, so it is not repeated.
      return said(
        "the operand is an enrollment URI, not a payload",
        "'mfa-cli enroll -' reads it from a pipe, which keeps it out of the list of processes"
      )
    case .endpointMissing:
      return said(
        code: "endpoint-missing",
        "there is no endpoint to send the decision to",
        "--endpoint URL or MFA_ENDPOINT; there is no default"
      )
    case .serviceMissing:
      return said(
        code: "endpoint-missing",
        "no endpoint of a service is given",
        "--endpoint URL; MFA_ENDPOINT names the one for decisions alone"
      )
    case .noTerminal(let lack, let isChallenge): return noTerminal(lack, isChallenge: isChallenge)
    case .unreadableFile(let origin, let path, let reason): return unreadable(origin, path, reason)
    case .unusableFile(let origin, let path, let reason): return unusable(origin, path, reason)
    case .twoAuthorizations:
      return said("--bearer-token-file and -H both give an Authorization header", "give one of them")
    case .addressOfCode(let flag):
      return said(
        "\(flag) is not sent to an address that only the code names",
        "--endpoint ORIGIN, such as https://mfa.example.com, replaces the origin that the code names, and gets it"
      )
    case .nobodyToAsk(let lack, let flags):
      let reason =
        switch lack {
        case .none: "there is no terminal to ask on (tried /dev/tty)"
        case .background: "this is a background job, which can't ask on the terminal"
        case .noInput: "--no-input forbids asking"
        }
      return said(code: "no-terminal", reason, "say it with a flag: \(Words.either(flags))")
    case .decisionMissing(let flags):
      return said("nothing says how pushes are to be answered", "give one of \(Words.either(flags))")
    case .remoteNotAllowed(let host):
      return said(
        "listening on \(Words.quoted(host)) would let other machines in",
        "--allow-remote allows it; 127.0.0.1 is this machine alone"
      )
    case .hostInvalid(let host):
      return said(
        "\(Words.quoted(host)) is not an address that can be listened on",
        "an IPv4 or IPv6 address of this machine, or localhost"
      )
    case .noStateFolder:
      return said(
        "there is no folder to keep state in",
        "set MFA_STATE_DIR, XDG_STATE_HOME or HOME"
      )
    }
  }

  private func operand(of command: Command) -> String {
    switch command {
    case .completions: "the name of a shell"
    case .devicePair: "the pairing key that the service issued"
    case .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete: "the id of a notification"
    case .login: "the QR code or the deep link that the page shows"
    default: "an operand"
    }
  }

  /// A few of the commands that have a flag: those of all would fill the screen.
  private static func listed(_ owners: [Command]) -> [String] {
    let shown = owners.prefix(5).map { "'mfa-cli \($0.rawValue)'" }
    return owners.count > 5 ? shown + ["\(owners.count - 5) more"] : shown
  }

  private func extraOperand(_ text: String, _ command: Command, _ cause: ExtraOperandCause?)
    -> Diagnostic
  {
    switch cause {
    case .commandNotFirst(let named):
      said(
        "unexpected argument \(Words.quoted(text))",
        "the command comes first: mfa-cli \(named.rawValue) …"
      )
    case .headerNotQuoted:
      said(
        "there are too many operands behind a header without a value",
        "quote the header: -H 'Name: value'"
      )
    case nil: said("unexpected argument \(Words.quoted(text))", operandHint(command))
    }
  }

  private func operandHint(_ command: Command) -> String {
    switch command {
    case .respond, .inspect, .deviceTap, .deviceDismiss: "one payload at a time"
    case .login: "--qr TEXT or --deep-link URL gives the code that the page shows"
    default: "the usage is: " + "mfa-cli \(command.rawValue) \(command.row.operands.usage)".trimmed
    }
  }

  private func noTerminal(_ lack: TerminalLack, isChallenge: Bool) -> Diagnostic {
    let flags = isChallenge ? "--number VALUE or --deny" : "--approve or --deny"
    let hint = "decide with a flag: \(flags)"
    switch lack {
    case .none:
      return said(
        code: "no-terminal",
        "there is no terminal to ask on, and no decision flag (tried /dev/tty)",
        hint
      )
    case .background:
      return said(
        code: "no-terminal",
        "this is a background job, which can't ask on the terminal, and there is no decision flag",
        hint
      )
    case .noInput:
      return said(code: "no-terminal", "--no-input forbids asking, and there is no decision flag", hint)
    }
  }

  private func unreadable(_ origin: SettingOrigin, _ path: FilePath, _ error: ReadError) -> Diagnostic {
    let subject = "the file of \(origin.name), \(Words.quoted(path.text, limit: 200)),"
    switch error {
    case .notFound: return said(code: "file-unusable", "\(subject) does not exist")
    case .isDirectory: return said(code: "file-unusable", "\(subject) is a directory")
    case .tooLarge(let limit): return said(code: "file-unusable", "\(subject) has more than \(limit) bytes")
    case .system(let reason): return said(code: "file-unusable", "\(subject) could not be read: \(reason)")
    }
  }

  private func unusable(_ origin: SettingOrigin, _ path: FilePath, _ problem: UnusableFile)
    -> Diagnostic
  {
    let subject = "the file of \(origin.name), \(Words.quoted(path.text, limit: 200)),"
    switch problem {
    case .empty: return said(code: "file-unusable", "\(subject) is empty")
    case .notAToken:
      return said(code: "file-unusable", "\(subject) holds no token: a token is one word of ASCII characters")
    case .severalWords:
      return said(
        code: "file-unusable",
        "\(subject) holds no token: it has a line break or a blank between words",
        "a token is one word"
      )
    case .markBeforePEM:
      return said(
        code: "file-unusable",
        "\(subject) begins with a byte order mark, which the TLS library can't read",
        "save it without one"
      )
    case .noCertificate:
      return said(
        code: "file-unusable",
        "\(subject) holds no certificate in PEM",
        "PEM has lines like -----BEGIN CERTIFICATE-----"
      )
    case .noKey:
      return said(
        code: "file-unusable",
        "\(subject) holds no private key in PEM",
        "PEM has lines like -----BEGIN PRIVATE KEY-----"
      )
    case .notOneLine: return said(code: "file-unusable", "\(subject) holds no secret in its first line")
    case .notText:
      return said(
        code: "file-unusable",
        "\(subject) is not text",
        "it has to be UTF-8, or UTF-16 with a byte order mark"
      )
    case .header(let line, let reason):
      return said(code: "file-unusable", "\(subject) line \(line): \(reason.clause)")
    }
  }
}

private func said(code: String = "usage", _ message: String, _ hint: String? = nil) -> Diagnostic {
  Diagnostic(.usage, code, message, hint)
}
