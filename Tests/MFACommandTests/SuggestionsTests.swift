import Testing

@testable import MFACommand

@Suite("Suggestions")
struct SuggestionsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let typed: String
    let near: [String]
    var testDescription: String { typed }

    init(_ typed: String, _ near: String...) {
      self.typed = typed
      self.near = near
    }
  }

  @Test(
    "Flags that somebody may have meant, nearest first, three at most",
    arguments: [
      Case("aprove", "approve"),
      Case("appr", "approve"),
      Case("approev", "approve"),
      Case("endpiont", "endpoint"),
      Case("end-point", "endpoint"),
      Case("numbr", "number", "number-from", "number-other-than"),
      Case("colour", "color"),
      Case("headers", "header"),
      Case("ca-cert", "cacert"),
      Case("jsn", "json"),
      Case("dryrun", "dry-run"),
      Case("max", "max-time", "max-pending"),
      Case("xyzzy"),
      Case(""),
      Case("q", "qr"),
      Case("approve-everything-at-once-please", "approve"),
    ]
  )
  func flags(_ row: Case) {
    #expect(Suggestions.near(row.typed, among: FlagTable.all.map(\.long)) == row.near)
  }

  @Test("A short name is not near everything")
  func shortNames() {
    #expect(Suggestions.near("ab", among: ["cd", "n", "xy"]) == [])
  }

  @Test("A swap of neighbours is one edit")
  func transposition() {
    // A name of three letters allows one edit, and a swap counted as two would be too many.
    #expect(Suggestions.near("mna", among: ["man", "mat"]) == ["man"])
  }

  @Test("The same distance is ordered by name, so that the words are the same in every run")
  func order() {
    #expect(Suggestions.near("bace", among: ["face", "race", "lace", "pace"]) == ["face", "lace", "pace"])
  }
}
