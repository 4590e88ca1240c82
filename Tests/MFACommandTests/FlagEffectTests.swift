import MFACore
import Testing

@testable import MFACommand

/// No flag is accepted and then ignored: each leaves a trace in what the parser returns, and each value of it too.
@Suite("Every flag has an effect")
struct FlagEffectTests {
  /// Two values of a flag that mean different things, neither of them the default; a flag that is missing here fails the
  /// test.
  static let values: [String: (String, String)] = [
    "number": ("12", "34"),
    "number-other-than": ("12", "34"),
    "deny-reason": ("not me", "a stranger"),
    "auth-method": ("biometric", "fpt"),
    "answer-timeout": ("1", "2"),
    "delay": ("1", "500ms"),
    "received-at": ("2030-01-01T00:00:00Z", "2030-01-01T00:00:01Z"),
    "endpoint": ("https://a.example.com", "https://b.example.com"),
    "header": ("A: 1", "B: 2"),
    "bearer-token-file": ("token-a", "token-b"),
    "connect-timeout": ("1", "2"),
    "max-time": ("1", "2"),
    "cacert": ("a.pem", "b.pem"),
    "cert": ("a.pem", "b.pem"),
    "key": ("a.pem", "b.pem"),
    "key-password-file": ("a", "b"),
    "proxy": ("http://127.0.0.1:3128", "socks5h://127.0.0.1"),
    "resolve": ("a.example.com:443:127.0.0.1", "b.example.com:443:127.0.0.1"),
    "retry": ("1", "2"),
    "retry-delay": ("1", "2"),
    "retry-max-time": ("1", "2"),
    "expect": ("challenge", "cancel"),
    "number-from": ("correctNumber", "answer"),
    "action": ("notification.confirm", "notification.deny"),
    "after": ("1", "2"),
    "for": ("1", "2"),
    "host": ("127.0.0.2", "::1"),
    "port": ("8080", "8081"),
    "state": ("a.journal", "b.journal"),
    "count": ("1", "2"),
    "max-pending": ("1", "2"),
    "allow-host": ("mfa-service", "phone.example"),
    "page": ("2", "3"),
    "size": ("1", "2"),
    "status": ("new", "new,read"),
    "type": ("messages", "requests"),
    "out-of-band": ("yes", "no"),
    "credential": ("badge", "passport"),
    "pin-file": ("pin", "other"),
    "face": ("match", "no-match"),
    "qr": ("code.txt", "-"),
    "deep-link": ("mfa-cli://login?request=a", "mfa-cli://login?request=b"),
    "interval": ("1", "2"),
    "retry-limit": ("1", "2"),
    "token": (String(repeating: "0a", count: 32), "new"),
    "environment": ("sandbox", "production"),
    "topic": ("com.example.a", "com.example.b"),
    "callback-url": ("http://127.0.0.1:1", "http://127.0.0.1:2"),
    "callback-form": ("fcm", "apns"),
    "credential-file": ("a.json", "b.json"),
    "key-type": ("rsa-2048", "p256"),
    "push": ("NONCEONE", "NONCETWO"),
    "color": ("always", "never"),
  ]

  /// What the parser makes of a command line, as text, so that any difference shows.
  static func parsed(_ command: Command, _ arguments: [String]) throws -> String {
    // The one command that does nothing without an operand.
    let all = command.words + (command == .completions ? ["bash"] : []) + arguments
    return try FlagParserTests.parse(all).effect
  }

  static func spellings(_ flag: Flag) -> [String] {
    [flag.name] + [flag.letter.map { "-\($0)" }].compactMap(\.self)
  }

  @Test("A toggle", arguments: FlagTable.all.filter { $0.value == nil }.map(\.long))
  func toggle(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    for command in flag.commands {
      let without = try FlagEffectTests.parsed(command, [])
      for spelling in FlagEffectTests.spellings(flag) {
        #expect(try FlagEffectTests.parsed(command, [spelling]) != without, "\(command) \(spelling)")
      }
    }
  }

  @Test("A flag with a value", arguments: FlagTable.all.filter { $0.value != nil }.map(\.long))
  func value(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    let values = try #require(FlagEffectTests.values[name], "two values are needed for --\(name)")
    for command in flag.commands {
      for spelling in FlagEffectTests.spellings(flag) {
        let all = try [[], [spelling, values.0], [spelling, values.1]].map {
          try FlagEffectTests.parsed(command, $0)
        }
        #expect(Set(all).count == 3, "\(command) \(spelling)")
      }
    }
  }

  @Test("Every choice is taken, and differs from the others", arguments: FlagTable.all.map(\.long))
  func choices(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    guard let choices = flag.value?.choices, !choices.isEmpty, let command = flag.commands.first else {
      return
    }
    let all = try choices.map { try FlagEffectTests.parsed(command, ["--\(name)=\($0)"]) }
    #expect(Set(all).count == choices.count)
  }

  @Test("A flag is refused where it has no effect", arguments: FlagTable.all.map(\.long))
  func otherCommands(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    let arguments = [flag.name] + [FlagEffectTests.values[name]?.0].compactMap(\.self)
    for command in Command.allCases where !flag.commands.contains(command) {
      let owners = Command.allCases.filter { flag.commands.contains($0) }
      #expect(throws: UsageError.flagOfOtherCommand(flag: flag.name, command: command, owners: owners)) {
        try FlagEffectTests.parsed(command, arguments)
      }
    }
  }

  @Test("Help and version win inside a cluster of letters too", arguments: ["-vh", "-qV", "-hv"])
  func cluster(_ cluster: String) throws {
    // They are toggles like others there, and were stored as nothing: the command ran.
    let parsed = try FlagParser.parse([Argument(bytes: Array(cluster.utf8))])
    if case .run = parsed { Issue.record("\(cluster) runs the command") }
  }
}
