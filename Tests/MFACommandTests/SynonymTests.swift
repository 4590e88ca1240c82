import Testing

@testable import MFACommand

/// The table of what other programs say.
@Suite("Synonyms")
struct SynonymTests {
  @Test("None of them is a word of ours, so that each can be met")
  func unreachable() {
    let first = Set(CommandName.words(after: []))
    #expect(Synonyms.commands.keys.filter { first.contains($0) } == [])
    #expect(Synonyms.flags.keys.filter { FlagTable.named($0) != nil } == [])
    let letters = Set(FlagTable.all.compactMap { $0.letter.map { String($0) } })
    #expect(Synonyms.flags.keys.filter { letters.contains($0) } == [])
  }

  @Test("Each leads to commands and flags that there are")
  func targets() throws {
    for phrase in Synonyms.commands.values.flatMap({ $0 }) + Synonyms.flags.values.flatMap({ $0 }) {
      for match in phrase.matches(of: /--([a-z-]+)/) {
        #expect(FlagTable.named(String(match.output.1)) != nil, "\(phrase)")
      }
      if let match = phrase.firstMatch(of: /^'mfa-cli ([a-z ]+)/) {
        let words = match.output.1.split(separator: " ").map { String($0) }
        guard case .command = CommandName(words) else {
          Issue.record("\(phrase)")
          continue
        }
      }
    }
  }

  @Test("A word is near commands by its letters, and by the words of longer names")
  func commands() {
    #expect(Suggestions.commands(near: "inspct") == ["'mfa-cli inspect'"])
    #expect(Suggestions.commands(near: "Inspect") == ["'mfa-cli inspect'"])
    #expect(Suggestions.commands(near: "acknowledge") == ["'mfa-cli inbox acknowledge'"])
    #expect(Suggestions.commands(near: "dry-run") == ["the flag --dry-run"])
    #expect(Suggestions.commands(near: "xyzzy") == [])
    let inbox = CommandName.words(after: ["inbox"])
    #expect(Suggestions.words(near: "approve", among: inbox) == ["accept"])
    #expect(Suggestions.words(near: "rm", among: inbox) == ["delete"])
    #expect(Suggestions.words(near: "Accpt", among: inbox) == ["accept"])
  }
}
