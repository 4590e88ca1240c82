import MFACore
import Testing

@testable import MFACommand

/// The table tests itself: whatever is generated from it or read against it relies on these.
@Suite("The flag table")
struct FlagTableTests {
  static let names = FlagTable.all.map(\.long)

  static func flag(_ name: String) throws -> Flag {
    try #require(FlagTable.named(name))
  }

  @Test("Long names are unique")
  func longNames() {
    #expect(Set(FlagTableTests.names).count == FlagTable.all.count)
  }

  @Test("Letters are unique")
  func letters() {
    let letters = FlagTable.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test("Variables are unique and begin with MFA_")
  func variables() {
    let variables = FlagTable.all.compactMap(\.environment)
    #expect(Set(variables).count == variables.count)
    #expect(variables.filter { !$0.hasPrefix("MFA_") } == [])
  }

  @Test("Long names are ASCII: lower-case words with hyphens between them", arguments: names)
  func longName(name: String) {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    #expect(words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (97...122).contains($0) } })
  }

  @Test("A letter is an ASCII letter", arguments: names)
  func letter(name: String) throws {
    guard let letter = try FlagTableTests.flag(name).letter else { return }
    #expect(letter.isASCII && letter.isLetter)
  }

  @Test("A value has a placeholder in capitals", arguments: names)
  func placeholder(name: String) throws {
    guard let value = try FlagTableTests.flag(name).value else { return }
    #expect(!value.placeholder.isEmpty)
    #expect(value.placeholder == value.placeholder.uppercased())
    #expect(Set(value.choices).count == value.choices.count)
  }

  @Test("Only a flag with a value has a variable", arguments: names)
  func variable(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    #expect(flag.environment == nil || flag.value != nil)
  }

  @Test("A flag belongs to a command", arguments: names)
  func commands(name: String) throws {
    #expect(!(try FlagTableTests.flag(name).commands.isEmpty))
  }

  @Test("Help is one clause: lower case, no full stop", arguments: names)
  func help(name: String) throws {
    let flag = try FlagTableTests.flag(name)
    #expect(flag.help.first?.isLowercase == true)
    #expect(!flag.help.hasSuffix("."))
    #expect(!flag.help.contains("\n"))
    #expect(flag.details.isEmpty || flag.details.hasSuffix("."), "details are sentences")
  }

  @Test("Every group has a flag", arguments: Flag.Group.allCases)
  func groups(group: Flag.Group) {
    #expect(FlagTable.all.contains { $0.group == group })
  }

  @Test("Every command has a flag that -h lists", arguments: Command.allCases)
  func common(command: Command) {
    #expect(FlagTable.all.contains { $0.isCommon && $0.commands.contains(command) })
  }

  @Test("No line of any help is wider than 79 columns", arguments: HelpPage.all)
  func width(page: HelpPage) {
    let tooWide = page.text.split(separator: "\n").filter { DisplayWidth.of($0) > 79 }
    #expect(tooWide == [])
  }

  @Test("The texts of one list begin in one column", arguments: HelpPage.all)
  func columns(page: HelpPage) {
    for heading in ["Commands:", "Flags:"] {
      let list = page.list(heading)
      let columns = Set(list.compactMap(HelpPage.columnOfText))
      #expect(columns.count <= 1, "\(heading) of \(page.testDescription)")
    }
  }

  @Test("The list of exit codes is complete and in order")
  func exitCodes() {
    let codes = HelpPage(command: nil, isLong: true).list("Exit codes:").compactMap { line in
      line.split(separator: " ").first.flatMap { Int32($0) }
    }
    #expect(codes == ExitCode.allCases.map(\.rawValue))
  }

  @Test("The manual names every flag, every variable and every command")
  func complete() {
    let text = HelpPage(command: nil, isLong: true).text
    for flag in FlagTable.all {
      #expect(text.contains(HelpText.synopsis(flag)))
      if let variable = flag.environment { #expect(text.contains("  \(variable)")) }
    }
    for command in Command.allCases { #expect(text.contains("  \(command.rawValue)  ")) }
  }
}

/// One page of the help.
struct HelpPage: CustomTestStringConvertible, Sendable {
  let command: Command?
  let isLong: Bool

  static let all: [HelpPage] = ([nil] + Command.allCases).flatMap { command in
    [HelpPage(command: command, isLong: false), HelpPage(command: command, isLong: true)]
  }

  var testDescription: String { "\(isLong ? "long" : "short") help of \(command?.rawValue ?? "everything")" }

  var text: String { HelpText.text(command, isLong: isLong, columns: 79) }

  /// The lines below a heading.
  func list(_ heading: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: heading[...]) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
  }

  /// Where a line's text begins: behind the last gap of two blanks and more.
  static func columnOfText(_ line: Substring) -> Int? {
    let trimmed = line.drop { $0 == " " }
    guard let gap = trimmed.indices.last(where: { trimmed[$0...].hasPrefix("  ") }) else { return nil }
    return line.distance(from: line.startIndex, to: line.index(gap, offsetBy: 2))
  }
}
