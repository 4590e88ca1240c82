import MFACore
import Testing

/// The values of a challenge: text from the payload to the wire.
@Suite("Match values")
struct MatchValueTests {
  private static let field = "numbersChallenge"

  private func read(_ numbers: String, type: String = "challenge") -> Reading {
    Reading(#"{"aps":{},"messageId":"m","pushType":"\#(type)","numbersChallenge":\#(numbers)}"#)
  }

  struct Good: NamedCase {
    let name: String
    let numbers: String
    let values: [String]
    let warnings: [PayloadWarning]

    init(_ name: String, _ numbers: String, _ values: [String], _ warnings: PayloadWarning...) {
      (self.name, self.numbers, self.values, self.warnings) = (name, numbers, values, warnings)
    }
  }

  @Test(arguments: [
    Good("text with commas", #""12,34,56""#, ["12", "34", "56"]),
    Good("an array of texts", #"["12","34","56"]"#, ["12", "34", "56"]),
    Good("an array of integers", "[7,41,90]", ["7", "41", "90"]),
    Good("texts and integers", #"["07",7]"#, ["07", "7"]),
    Good("one value as text", #""58""#, ["58"]),
    Good("one value as an integer", "58", ["58"]),
    Good("one value in an array", "[58]", ["58"]),
    Good("leading zeros", #""07,007,0""#, ["07", "007", "0"]),
    Good("blanks around the parts", #"" 12 ,\t34\n, 56 ""#, ["12", "34", "56"]),
    Good("no-break blanks around the parts", #""\u00a012\u00a0,\u300034""#, ["12", "34"]),
    Good("blanks around the elements", #"[" 12 ","34"]"#, ["12", "34"]),
    Good("blanks inside stay", #""1 2,3 4""#, ["1 2", "3 4"]),
    Good("letters", #""B,L,C""#, ["B", "L", "C"]),
    Good("upper and lower case are two values", #""a,A""#, ["a", "A"]),
    Good("two spellings of an accent are two values", #"["\u00e9","e\u0301"]"#, ["\u{e9}", "e\u{301}"]),
    Good("emoji", #"["\ud83d\ude00","\ud83d\ude01"]"#, ["\u{1F600}", "\u{1F601}"]),
    Good("full-width digits are not folded", #"["\uff11","1"]"#, ["\u{FF11}", "1"]),
    Good(
      "integers keep their spelling",
      "[123456789012345678901234567890,-5,-0]",
      ["123456789012345678901234567890", "-5", "-0"]
    ),
    Good("floats as text are text", #""1.0,1""#, ["1.0", "1"]),
    Good("an element with a comma is one value", #"["12,34"]"#, ["12,34"]),
    Good("other separators separate nothing", #""12;34 56|78""#, ["12;34 56|78"]),
    Good("an array in a text, as a flat map needs it", #""[\"07\", 7]""#, ["07", "7"]),
    Good("an array in a text, with blanks around", #"" [12,34] ""#, ["12", "34"]),
    Good("the order is kept", #""90,7,41""#, ["90", "7", "41"]),
    Good(
      "more values than are usual",
      #""1,2,3,4,5,6,7,8,9,10""#,
      ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    ),
  ])
  func keepsTheText(_ row: Good) throws {
    let reading = read(row.numbers)
    #expect(try reading.result.get().kind == .challenge(.pick(row.values.map { MatchValue($0) })))
    #expect(reading.warnings == row.warnings)
  }

  @Test(arguments: [
    Good("an empty part", #""12,,34""#, ["12", "34"], .emptyMatchValues(field: field, count: 1)),
    Good("empty parts at both ends", #"",12,34,""#, ["12", "34"], .emptyMatchValues(field: field, count: 2)),
    Good("a blank part", #""12, ,34""#, ["12", "34"], .emptyMatchValues(field: field, count: 1)),
    Good("empty elements", #"["","12"," "]"#, ["12"], .emptyMatchValues(field: field, count: 2)),
    Good("a value twice", #""12,34,12""#, ["12", "34"], .repeatedMatchValues(field: field, count: 1)),
    Good("a value three times", #"[7,7,"7"]"#, ["7"], .repeatedMatchValues(field: field, count: 2)),
    Good("a value twice after trimming", #""12, 12""#, ["12"], .repeatedMatchValues(field: field, count: 1)),
    Good(
      "the first is kept",
      #""34,12,34,56""#,
      ["34", "12", "56"],
      .repeatedMatchValues(field: field, count: 1)
    ),
    Good(
      "empty and repeated",
      #""12,,12""#,
      ["12"],
      .emptyMatchValues(field: field, count: 1),
      .repeatedMatchValues(field: field, count: 1)
    ),
    Good("a value that reads deny", #""yes,Deny""#, ["yes", "Deny"], .offeredValueReadsDeny),
  ])
  func dropsNothingInSilence(_ row: Good) throws { try keepsTheText(row) }

  @Test(arguments: ["[]", #""""#, #"" ""#, #""\t\n""#, "null"])
  func emptyIsManualEntry(_ numbers: String) throws {
    let reading = read(numbers)
    #expect(try reading.result.get().kind == .manual)
    #expect(reading.warnings.isEmpty)
  }

  @Test func absentIsManualEntry() throws {
    let push = try Reading(#"{"aps":{},"messageId":"m","pushType":"challenge"}"#).result.get()
    #expect(push.kind == .manual)
  }

  /// In a flat map an empty list is JSON in a text like any other.
  @Test(arguments: [#""[]""#, #"" [ ] ""#])
  func anEmptyListInATextIsManualEntry(_ numbers: String) {
    #expect(read(numbers).push?.kind == .manual)
  }

  /// What is tolerated is said, in a text as in the document.
  @Test func aTrailingCommaInATextIsTold() {
    let reading = read(#""[12,34,]""#)
    #expect(reading.push?.kind == .pick("12", "34"))
    let place = TextPosition(line: 1, column: 7)
    #expect(reading.warnings == [.trailingComma(place, within: Self.field)])
  }

  struct Bad: NamedCase {
    let name: String
    let numbers: String
    let problem: FieldError.Problem

    init(_ name: String, _ numbers: String, _ problem: FieldError.Problem) {
      (self.name, self.numbers, self.problem) = (name, numbers, problem)
    }
  }

  private static let fraction = FieldError.Problem.matchValueNotText(
    "a number with a fraction or an exponent"
  )

  @Test(arguments: [
    Bad("a comma alone", #"",""#, .onlyEmptyMatchValues),
    Bad("blanks and commas", #"" , , ""#, .onlyEmptyMatchValues),
    Bad("an empty element", #"[""]"#, .onlyEmptyMatchValues),
    Bad("blank elements", #"[" ","\t"]"#, .onlyEmptyMatchValues),
    Bad("an empty element in a text", #""[\"\"]""#, .onlyEmptyMatchValues),
    Bad("a boolean", "[true,12]", .matchValueNotText("a boolean")),
    Bad("a boolean at the end", "[12,34,false]", .matchValueNotText("a boolean")),
    Bad("null", "[12,null]", .matchValueNotText("null")),
    Bad("a float", "[12.5,34]", fraction),
    Bad("a float that is whole", "[12.0]", fraction),
    Bad("an exponent", "[1e1]", fraction),
    Bad("an object", "[{}]", .matchValueNotText("an object")),
    Bad("an array inside", "[[12,34]]", .matchValueNotText("an array")),
    Bad("a boolean instead of a list", "true", .matchValueNotText("a boolean")),
    Bad("an object instead of a list", #"{"a":12}"#, .matchValueNotText("an object")),
    Bad("a float instead of a list", "12.5", fraction),
    Bad("a float in a text that is a list", #""[12.5]""#, fraction),
    Bad("a list in a text that is none", #""[12""#, .notJSONArray),
    Bad("a list in a text with a leading zero", #""[07,41]""#, .notJSONArray),
    Bad("two lists in a text", #""[12],[34]""#, .notJSONArray),
    Bad("a lost object", #""[object Object]""#, .stringifiedObject),
    Bad("a lost object in a list", #"["12","[object Object]"]"#, .stringifiedObject),
  ])
  func refuses(_ row: Bad) {
    #expect(read(row.numbers).error == .field(FieldError(Self.field, row.problem)))
  }

  /// The type decides, not the presence of numbers; but that there are some is said.
  @Test(arguments: PushKind.Name.allCases.filter { $0 != .challenge })
  func numbersInAnotherPushAreReported(_ kind: PushKind.Name) throws {
    for numbers in [#""12,34""#, "[12]", "[true]", #"",""#] {
      let reading = read(numbers, type: kind.rawValue)
      #expect(try reading.result.get().kind.name == kind)
      #expect(reading.warnings == [.unusedMatchValues(field: Self.field, kind: kind.rawValue)])
    }
    for numbers in ["[]", #""""#, "null"] {
      #expect(read(numbers, type: kind.rawValue).warnings.isEmpty)
    }
  }
}
