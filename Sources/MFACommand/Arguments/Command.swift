import MFACore

/// The commands; without a name the command is `respond`. A name of several words belongs to a group, its first word.
enum Command: String, CaseIterable, Sendable {
  case respond, inspect, demo, serve, listen
  case deviceRegister = "device register"
  case deviceTokenNew = "device token new"
  case deviceClearToken = "device clear-token"
  case devicePair = "device pair"
  case deviceUnpair = "device unpair"
  case deviceShow = "device show"
  case deviceTap = "device tap"
  case deviceDismiss = "device dismiss"
  case deviceCategories = "device categories"
  case inboxList = "inbox list"
  case inboxShow = "inbox show"
  case inboxAccept = "inbox accept"
  case inboxDecline = "inbox decline"
  case inboxAcknowledge = "inbox acknowledge"
  case inboxDelete = "inbox delete"
  case inboxWatch = "inbox watch"
  case login, enroll
  case credentialsList = "credentials list"
  case credentialsShow = "credentials show"
  case credentialsLock = "credentials lock"
  case credentialsUnlock = "credentials unlock"
  case credentialsRemove = "credentials remove"
  case completions, man, help

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .respond: "answer one push: show it, ask or take the flag (default)"
    case .inspect: "say what a push is; send nothing"
    case .demo: "a whole sign-on here: practice service, push, answer"
    case .serve: "run the practice service until a signal stops it"
    case .listen: "a phone that stays on: receive pushes, answer each"
    case .deviceRegister: "report this device and its push token to services"
    case .deviceTokenNew: "give this device another push token, as a restore does"
    case .deviceClearToken: "take this device's push token back"
    case .devicePair: "pair this device with an account by a pairing key"
    case .deviceUnpair: "end the pairing"
    case .deviceShow: "show this device"
    case .deviceTap: "report that a notification was tapped"
    case .deviceDismiss: "report that a notification was dismissed"
    case .deviceCategories: "list the notification categories and their actions"
    case .inboxList: "list what waits in a wallet's inbox"
    case .inboxShow: "show one notification, which marks it read"
    case .inboxAccept: "accept a request, with the PIN or face that it asks for"
    case .inboxDecline: "decline a request"
    case .inboxAcknowledge: "acknowledge a message"
    case .inboxDelete: "delete a notification"
    case .inboxWatch: "stay on, and tell what comes"
    case .login: "sign on from a QR code or a deep link"
    case .enroll: "enrol with PingAM, privacyIDEA, eduMFA by their URI"
    case .credentialsList: "list the credentials"
    case .credentialsShow: "show one credential, its secrets masked"
    case .credentialsLock: "lock a credential: it answers nothing"
    case .credentialsUnlock: "unlock a credential"
    case .credentialsRemove: "remove a credential and its key"
    case .completions: "print the completions for a shell"
    case .man: "print the manual page"
    case .help: "help on a command"
    }
  }

  /// One line for the group of commands whose names begin with this word.
  static func groupSummary(_ word: String) -> String {
    switch word {
    case "device": "this device: its push token, pairing, taps"
    case "credentials": "what was enrolled: list, show, lock, unlock, remove"
    case "inbox": "a wallet's inbox: list, show, accept, decline, watch"
    default: "several commands"
    }
  }

  /// The operands, for the usage line.
  var operands: String {
    switch self {
    case .respond, .inspect: "[FLAGS] [PAYLOAD]"
    case .demo: "[FLAGS] [\(DemoScenario.allCases.map(\.rawValue).joined(separator: "|"))]"
    case .serve, .listen, .deviceRegister, .deviceTokenNew, .deviceClearToken, .deviceUnpair, .deviceShow,
      .deviceCategories:
      "[FLAGS]"
    case .devicePair: "[FLAGS] KEY|-"
    case .deviceTap, .deviceDismiss: "[FLAGS] [PAYLOAD]"
    case .inboxList, .inboxWatch, .login, .credentialsList: "[FLAGS]"
    case .enroll: "[FLAGS] URI|FILE|-"
    case .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete, .credentialsShow,
      .credentialsLock, .credentialsUnlock, .credentialsRemove:
      "[FLAGS] ID"
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .man: ""
    case .help: "[COMMAND]"
    }
  }

  /// How many operands it takes at most.
  var operandLimit: Int {
    switch self {
    case .respond, .inspect, .demo, .devicePair, .deviceTap, .deviceDismiss, .completions, .inboxShow,
      .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete, .enroll, .credentialsShow,
      .credentialsLock, .credentialsUnlock, .credentialsRemove:
      1
    // The words of the longest name.
    case .help: 3
    case .serve, .listen, .deviceRegister, .deviceTokenNew, .deviceClearToken, .deviceUnpair, .deviceShow,
      .deviceCategories, .inboxList, .inboxWatch, .login, .credentialsList, .man:
      0
    }
  }

  /// Whether the text of a code says where it sends to.
  var sendsToCode: Bool { [.login, .enroll].contains(self) }

  /// Whether its operand may be a secret, so that a stray part of it is not shown.
  var operandIsSecret: Bool { [.devicePair, .enroll, .login].contains(self) }

  /// The words that name it.
  var words: [String] { rawValue.split(separator: " ").map { String($0) } }
}

/// What the first operands say about the command.
enum CommandName: Equatable {
  /// They begin with the name of a command, which has that many words.
  case command(Command, words: Int)
  /// They begin with the first words of several names, and what follows is none of the next ones.
  case group([String], next: [String])
  /// The first of them is no word of any command.
  case none

  init(_ operands: [String]) {
    var typed: [String] = []
    var candidates = Command.allCases
    for operand in operands {
      let next = candidates.filter { $0.words.dropFirst(typed.count).first?.isSameBytes(as: operand) == true }
      guard !next.isEmpty else { break }
      candidates = next
      typed.append(operand)
      if let command = candidates.first(where: { $0.words == typed }) {
        self = .command(command, words: typed.count)
        return
      }
    }
    self = typed.isEmpty ? .none : .group(typed, next: CommandName.words(after: typed))
  }

  /// The words that may follow these in the name of a command, in the order of the help.
  static func words(after typed: [String]) -> [String] {
    var words: [String] = []
    for command in Command.allCases where command.words.starts(with: typed) {
      if let word = command.words.dropFirst(typed.count).first, !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// The first words of names of several.
  static var groups: [String] {
    words(after: []).filter { Command(rawValue: $0) == nil }
  }

  /// One line for the command of that name, or for those whose names begin so.
  static func summary(_ words: [String]) -> String {
    let commands = Command.allCases.filter { $0.words.starts(with: words) }
    return commands.count == 1 ? commands[0].summary : Command.groupSummary(words[0])
  }

  /// Every beginning of a name that is not yet one, the empty one included.
  static var beginnings: [[String]] {
    var beginnings: [[String]] = []
    for command in Command.allCases {
      for count in command.words.indices where !beginnings.contains(Array(command.words.prefix(count))) {
        beginnings.append(Array(command.words.prefix(count)))
      }
    }
    return beginnings
  }
}
