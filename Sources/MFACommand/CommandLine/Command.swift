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

  /// All that is known of it: a command without a row is none.
  var row: CommandRow {
    switch self {
    case .respond: .respond
    case .inspect: .inspect
    case .demo: .demo
    case .serve: .serve
    case .listen: .listen
    case .deviceRegister: .deviceRegister
    case .deviceTokenNew: .deviceTokenNew
    case .deviceClearToken: .deviceClearToken
    case .devicePair: .devicePair
    case .deviceUnpair: .deviceUnpair
    case .deviceShow: .deviceShow
    case .deviceTap: .deviceTap
    case .deviceDismiss: .deviceDismiss
    case .deviceCategories: .deviceCategories
    case .inboxList: .inboxList
    case .inboxShow: .inboxShow
    case .inboxAccept: .inboxAccept
    case .inboxDecline: .inboxDecline
    case .inboxAcknowledge: .inboxAcknowledge
    case .inboxDelete: .inboxDelete
    case .inboxWatch: .inboxWatch
    case .login: .login
    case .enroll: .enroll
    case .credentialsList: .credentialsList
    case .credentialsShow: .credentialsShow
    case .credentialsLock: .credentialsLock
    case .credentialsUnlock: .credentialsUnlock
    case .credentialsRemove: .credentialsRemove
    case .completions: .completions
    case .man: .man
    case .help: .help
    }
  }

  /// The words that name it.
  var words: [String] { rawValue.split(separator: " ").map { String($0) } }

  func has(_ trait: CommandRow.Trait) -> Bool { row.traits.contains(trait) }

  static func having(_ trait: CommandRow.Trait) -> Set<Command> { Set(allCases.filter { $0.has(trait) }) }

  var isAboutProgram: Bool { if case .tells = row.action { true } else { false } }

  var flags: [Flag] { FlagTable.all.filter { $0.commands.contains(self) } }
}
