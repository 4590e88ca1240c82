import MFACore
import Testing

@testable import MFACommand

/// The help of each command, held against the rows that it comes from; how it looks is in three golden pages.
@Suite("The help and the rows")
struct HelpRowTests {
  static let pages = HelpPage.all.filter { $0.command != nil }

  @Test("The usage line has the command and its operands", arguments: Command.allCases)
  func usage(command: Command) {
    for isLong in [false, true] {
      let lines = HelpPage(command: command, isLong: isLong).text.split(separator: "\n")
      #expect(lines[1] == "usage: mfa-cli \(command.rawValue) \(command.row.operands.usage)")
    }
  }

  @Test(
    "Each flag that the command takes is listed, in the order of the table, and no other",
    arguments: pages
  )
  func names(page: HelpPage) throws {
    let command = try #require(page.command)
    let listed = page.text.matches(of: /(?m)^(?:  -[A-Za-z], |      )--([a-z-]+)/).map { String($0.output.1) }
    #expect(listed == command.flags.map(\.long))
  }

  @Test("Each flag stands with its line of help, and in the long help with all of it", arguments: pages)
  func lines(page: HelpPage) throws {
    let command = try #require(page.command)
    let text = HelpRowTests.words(page.text)
    for flag in command.flags {
      let said = page.isLong ? HelpText.description(flag) : flag.help
      #expect(text.contains(HelpRowTests.words("\(HelpText.synopsis(flag)) \(said)")), "\(flag.name)")
    }
  }

  @Test("The long help has what goes with the command, and nothing else", arguments: Command.allCases)
  func blocks(command: Command) {
    let page = HelpPage(command: command, isLong: true)
    #expect(page.list("Examples:").map { $0.dropFirst(2) } == command.row.examples.map { $0[...] })
    #expect(page.list("Exit codes:").isEmpty == command.isAboutProgram)
    #expect(page.list("Environment:").isEmpty != command.has(.sendsDecisions))
    #expect(page.list("Recognized pushes:").isEmpty != command.has(.explainsPushes))
  }

  @Test("Examples are of the command, with flags that it takes", arguments: Command.allCases)
  func examples(command: Command) throws {
    #expect(!command.row.examples.isEmpty)
    for example in command.row.examples {
      let line = try #require(example.split(separator: "mfa-cli ").last { !$0.isEmpty })
      if command != .respond, !example.contains("&&") { #expect(line.hasPrefix(command.rawValue)) }
      for match in line.matches(of: /(?:^| )--([a-z-]+)/) {
        let flag = FlagTable.named(String(match.output.1))
        #expect(flag?.commands.contains(command) == true, "\(example)")
      }
    }
  }

  @Test("Every group of commands has a summary, and every summary a group")
  func groups() {
    #expect(Set(CommandName.groups) == Set(CommandName.groupSummaries.keys))
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
