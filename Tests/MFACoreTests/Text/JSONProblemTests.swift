import MFACore
import Testing

/// Every way in which a text is no JSON document, with its place.
@Suite("JSON problems")
struct JSONProblemTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let problem: JSONError.Problem
    let line: Int
    let column: Int

    init(_ name: String, _ text: String, _ problem: JSONError.Problem, _ line: Int, _ column: Int) {
      (self.name, self.text, self.problem) = (name, text, problem)
      (self.line, self.column) = (line, column)
    }
  }

  private func check(_ row: Case) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.read(row.text) }
    #expect(error.problem == row.problem)
    #expect(error.position == TextPosition(line: row.line, column: row.column))
  }

  @Test(arguments: [
    Case("nothing", "", .empty, 1, 1),
    Case("white space alone", " \n\t", .empty, 2, 2),
    Case("a comma instead of a value", "[,1]", .unexpected(",", wanted: .value), 1, 2),
    Case("two commas", "[1,,2]", .unexpected(",", wanted: .value), 1, 4),
    Case("two trailing commas", "[1,,]", .unexpected(",", wanted: .value), 1, 4),
    Case("a comma alone in an object", "{,}", .unexpected(",", wanted: .keyOrEnd), 1, 2),
    Case("two commas in an object", #"{"a":1,,}"#, .unexpected(",", wanted: .key), 1, 8),
    Case("the wrong bracket", "[1}", .unexpected("}", wanted: .commaOrEndOfArray), 1, 3),
    Case("a number as a key", "{1:2}", .unexpected("1", wanted: .keyOrEnd), 1, 2),
    Case("no colon", #"{"a" 1}"#, .unexpected("1", wanted: .colon), 1, 6),
    Case("no comma", #"{"a":1 "b":2}"#, .unexpected("\"", wanted: .commaOrEndOfObject), 1, 8),
    Case("a plus sign", "[+1]", .unexpected("+", wanted: .value), 1, 2),
    Case("a fraction without digits before it", "[.5]", .unexpected(".", wanted: .value), 1, 2),
    Case("a byte order mark inside", "[\u{FEFF}1]", .unexpected("\u{FEFF}", wanted: .value), 1, 2),
    Case("a no-break space", "[\u{A0}1]", .unexpected("\u{A0}", wanted: .value), 1, 2),
    Case("form feed is no white space", "\u{C}{}", .unexpected("\u{C}", wanted: .value), 1, 1),
    Case("garbage behind the document", "{}}", .unexpected("}", wanted: .endOfDocument), 1, 3),
    Case("a comma behind the document", "{},", .unexpected(",", wanted: .endOfDocument), 1, 3),
    Case("NUL behind the document", "{}\u{0}", .unexpected("\u{0}", wanted: .endOfDocument), 1, 3),
    Case("an open array", "[", .endsEarly(wanted: .value), 1, 2),
    Case("an open array with an element", "[1", .endsEarly(wanted: .commaOrEndOfArray), 1, 3),
    Case("an open object", "{", .endsEarly(wanted: .keyOrEnd), 1, 2),
    Case("a key alone", #"{"a""#, .endsEarly(wanted: .colon), 1, 5),
    Case("a colon alone", #"{"a":"#, .endsEarly(wanted: .value), 1, 6),
    Case("an open object with a member", #"{"a":1"#, .endsEarly(wanted: .commaOrEndOfObject), 1, 7),
    Case("a comma at the end", #"{"a":1,"#, .endsEarly(wanted: .key), 1, 8),
    Case("an open string, at its beginning", #"["abc"#, .endsEarly(wanted: .endOfString), 1, 2),
    Case("a backslash at the end", #""abc\"#, .endsEarly(wanted: .endOfString), 1, 5),
  ])
  func structure(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("a word", "[nil]", .unknownWord("nil"), 1, 2),
    Case("a word that begins right", "[nul]", .unknownWord("nul"), 1, 2),
    Case("a word that goes on", "[trueish]", .unknownWord("trueish"), 1, 2),
    Case("upper case", "TRUE", .unknownWord("TRUE"), 1, 1),
    Case("NaN", "[NaN]", .unknownWord("NaN"), 1, 2),
    Case("minus infinity", "[-Infinity]", .malformedNumber("-Infinity"), 1, 2),
    Case("a minus alone", "-", .malformedNumber("-"), 1, 1),
    Case("a point without a fraction", "[1.]", .malformedNumber("1."), 1, 2),
    Case("an exponent without digits", "[1e]", .malformedNumber("1e"), 1, 2),
    Case("an exponent with a sign alone", "[1e+]", .malformedNumber("1e+"), 1, 2),
    Case("hexadecimal", "[0x1F]", .malformedNumber("0x1F"), 1, 2),
    Case("digit groups", "[1_000]", .malformedNumber("1_000"), 1, 2),
    Case("two points", "[192.0.2.1]", .malformedNumber("192.0.2.1"), 1, 2),
    Case("a date", "[2030-01-01]", .malformedNumber("2030-01-01"), 1, 2),
    Case("a UUID", "[5f1d2c3b-4a59]", .malformedNumber("5f1d2c3b-4a59"), 1, 2),
    Case("a leading zero", "[7, 07]", .leadingZero, 1, 5),
    Case("a leading zero behind a minus", "[-07]", .leadingZero, 1, 2),
    Case("a leading zero before a fraction", "[00.5]", .leadingZero, 1, 2),
  ])
  func wordsAndNumbers(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("a high surrogate alone", #""a\ud800""#, .loneSurrogate, 1, 3),
    Case("a low surrogate alone", #""\udc00""#, .loneSurrogate, 1, 2),
    Case("a high surrogate before text", #""\ud800x""#, .loneSurrogate, 1, 2),
    Case("a high surrogate before another escape", #""\ud800\n""#, .loneSurrogate, 1, 2),
    Case("a high surrogate before a scalar", #""\ud800\u0041""#, .loneSurrogate, 1, 2),
    Case("two high surrogates", #""\ud800\ud800""#, .loneSurrogate, 1, 2),
    Case("a pair in the wrong order", #""\ude00\ud83d""#, .loneSurrogate, 1, 2),
    Case("a pair whose second half is cut", #""\ud83d\ude0""#, .malformedUnicodeEscape, 1, 2),
    Case("too few hex digits", #""\u12""#, .malformedUnicodeEscape, 1, 2),
    Case("no hex digits", #""\u""#, .malformedUnicodeEscape, 1, 2),
    Case("a letter that is no hex digit", #""\u12G4""#, .malformedUnicodeEscape, 1, 2),
    Case("a sign is no hex digit", #""\u+123""#, .malformedUnicodeEscape, 1, 2),
    Case("full-width digits are no hex digits", "\"\\u\u{FF11}\u{FF12}34\"", .malformedUnicodeEscape, 1, 2),
    Case("an escape in upper case", #""C:\Users""#, .unknownEscape("U"), 1, 4),
    Case("an escape of C", #""\x41""#, .unknownEscape("x"), 1, 2),
    Case("an escaped single quote", #""it\'s""#, .unknownEscape("'"), 1, 4),
    Case("an escaped letter of two bytes", "\"\\\u{e9}\"", .unknownEscape("\u{e9}"), 1, 2),
    Case("a line feed in a string", "\"a\nb\"", .controlCharacter("\n"), 1, 3),
    Case("a carriage return in a string", "\"a\rb\"", .controlCharacter("\r"), 1, 3),
    Case("a tab in a string", "\"\t\"", .controlCharacter("\t"), 1, 2),
    Case("NUL in a string", "\"\u{0}\"", .controlCharacter("\u{0}"), 1, 2),
    Case("escape in a string", "\"\u{1b}[2J\"", .controlCharacter("\u{1b}"), 1, 2),
    Case("a control character in a key", "{\"\u{1}\":1}", .controlCharacter("\u{1}"), 1, 3),
  ])
  func strings(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("two objects", "{}{}", .secondDocument, 1, 3),
    Case("two lines of JSON", "{\"a\":1}\n{\"b\":2}\n", .secondDocument, 2, 1),
    Case("two numbers", "1 2", .secondDocument, 1, 3),
    Case("a word behind an object", "{} true", .secondDocument, 1, 4),
  ])
  func secondDocument(_ row: Case) throws { try check(row) }

  /// Columns count scalars, lines end with LF, CR LF or CR.
  @Test(arguments: [
    Case("LF", "{\n\n  \"a\": x}", .unknownWord("x"), 3, 8),
    Case("CR LF counts once", "{\r\n\r\n  \"a\": x}", .unknownWord("x"), 3, 8),
    Case("CR alone", "{\r\r  \"a\": x}", .unknownWord("x"), 3, 8),
    Case("LF CR are two", "{\n\r  \"a\": x}", .unknownWord("x"), 3, 8),
    Case("two bytes", "[\"\u{e9}\",x]", .unknownWord("x"), 1, 6),
    Case("three bytes", "[\"\u{20ac}\",x]", .unknownWord("x"), 1, 6),
    Case("four bytes", "[\"\u{1F600}\",x]", .unknownWord("x"), 1, 6),
    Case("a letter and its accent are two", "[\"e\u{301}\",x]", .unknownWord("x"), 1, 7),
    Case(
      "a scalar of several bytes is named whole",
      "\n[\u{1F600}]",
      .unexpected("\u{1F600}", wanted: .value),
      2,
      2
    ),
  ])
  func positions(_ row: Case) throws { try check(row) }
}
