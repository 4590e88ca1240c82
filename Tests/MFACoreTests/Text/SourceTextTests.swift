import Foundation
import MFACore
import Testing

/// Bytes as text: UTF-8 and UTF-16 with their marks, and what only looks like text.
@Suite("Source text")
struct SourceTextTests {
  struct Good: NamedCase {
    let name: String
    let bytes: [UInt8]
    let text: String

    init(_ name: String, _ bytes: [UInt8], _ text: String) {
      (self.name, self.bytes, self.text) = (name, bytes, text)
    }
  }

  @Test(arguments: [
    Good("nothing", [], ""),
    Good("ASCII", [0x7B, 0x7D], "{}"),
    Good("UTF-8", [0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80], "\u{e9}\u{20ac}\u{1F600}"),
    Good("UTF-8 with a mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "{}"),
    Good("a mark alone", [0xEF, 0xBB, 0xBF], ""),
    Good("only the first mark goes", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
    Good("UTF-16, little-endian", [0xFF, 0xFE, 0x7B, 0x00, 0xE9, 0x00, 0x7D, 0x00], "{\u{e9}}"),
    Good("UTF-16, big-endian", [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0xE9, 0x00, 0x7D], "{\u{e9}}"),
    Good("UTF-16, a pair", [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE], "\u{1F600}"),
    Good("UTF-16, a pair, big-endian", [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], "\u{1F600}"),
    Good("a UTF-16 mark alone", [0xFE, 0xFF], ""),
    Good("NUL is a character", [0x61, 0x00], "a\u{0}"),
    Good("CR LF stays", [0x0D, 0x0A], "\r\n"),
  ])
  func decodes(_ row: Good) throws {
    let text = try SourceText.decode(row.bytes)
    #expect(Array(text.unicodeScalars) == Array(row.text.unicodeScalars))
  }

  struct Bad: NamedCase {
    let name: String
    let bytes: [UInt8]
    let error: TextError

    init(_ name: String, _ bytes: [UInt8], _ error: TextError) {
      (self.name, self.bytes, self.error) = (name, bytes, error)
    }
  }

  @Test(arguments: [
    Bad("UTF-16 with an odd number of bytes", [0xFF, 0xFE, 0x7B], .invalidUTF16),
    Bad("UTF-16, a high surrogate at the end", [0xFF, 0xFE, 0x3D, 0xD8], .invalidUTF16),
    Bad("UTF-16, a high surrogate before a letter", [0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0x00], .invalidUTF16),
    Bad("UTF-16, a low surrogate alone", [0xFE, 0xFF, 0xDE, 0x00, 0x00, 0x61], .invalidUTF16),
    Bad("UTF-16 without a mark, little-endian", [0x7B, 0x00, 0x22, 0x00], .unmarkedUTF16),
    Bad("UTF-16 without a mark, big-endian", [0x00, 0x7B, 0x00, 0x22], .unmarkedUTF16),
    Bad("NULs in half of what begins like an object", [0x7B, 0x22, 0x00, 0x00], .unmarkedUTF16),
    Bad(
      "a byte that is no UTF-8 in an object",
      [0x7B, 0x22, 0x80, 0x22],
      .invalidUTF8(TextPosition(line: 1, column: 3))
    ),
    Bad("UTF-32, little-endian", [0xFF, 0xFE, 0x00, 0x00, 0x7B, 0x00, 0x00, 0x00], .utf32),
    Bad("UTF-32, big-endian", [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x7B], .utf32),
    Bad("gzip", [0x1F, 0x8B, 0x08, 0x00], .binary(format: "gzip")),
    Bad("a binary property list", Array("bplist00".utf8), .binary(format: "binary property list")),
    Bad("a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .binary(format: "PNG")),
    Bad("an archive", [0x50, 0x4B, 0x03, 0x04], .binary(format: "ZIP")),
    Bad(
      "Latin-1, with its place",
      Array("{\n \"a\": \"caf".utf8) + [0xE9, 0x22, 0x7D],
      .invalidUTF8(TextPosition(line: 2, column: 11))
    ),
    Bad(
      "a place behind a mark",
      [0xEF, 0xBB, 0xBF, 0x61, 0xFF],
      .invalidUTF8(TextPosition(line: 1, column: 2))
    ),
    Bad(
      "a place behind several bytes",
      [0xF0, 0x9F, 0x98, 0x80, 0x80],
      .invalidUTF8(TextPosition(line: 1, column: 2))
    ),
  ])
  func refuses(_ row: Bad) throws {
    let error = try #require(throws: TextError.self) { try SourceText.decode(row.bytes) }
    #expect(error == row.error)
  }

  /// Unicode, table 3-7: both ends of every class of well-formed sequences.
  @Test(
    arguments: [
      [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE0, 0xBF, 0xBF],
      [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF], [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF],
      [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF0, 0xBF, 0xBF, 0xBF],
      [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x80, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]]
  )
  func takesWellFormed(_ bytes: [UInt8]) {
    #expect(SourceText.isUTF8(bytes))
    #expect(SourceText.isUTF8(bytes + bytes))
    for length in 1..<bytes.count {
      #expect(!SourceText.isUTF8(Array(bytes.prefix(length))), "cut to \(length)")
    }
  }

  /// One step outside every class: overlong forms, surrogates, beyond U+10FFFF, lone and missing continuations.
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x7F], [0xC2, 0xC0], [0xE0, 0x9F, 0xBF],
      [0xE0, 0x80, 0x80], [0xE0, 0xA0, 0x7F], [0xE0, 0xA0, 0xC0], [0xE1, 0x7F, 0x80], [0xE1, 0x80, 0xC0],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xC0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x90, 0x7F, 0x80], [0xF1, 0x80, 0x80, 0x7F], [0xF1, 0x80, 0x80, 0xC0],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
      [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    ] as [[UInt8]]
  )
  func refusesIllFormed(_ bytes: [UInt8]) {
    #expect(!SourceText.isUTF8(bytes))
    #expect(!SourceText.isUTF8([0x61] + bytes + [0x62]))
  }

  @Test func agreesWithFoundationOnAllPairsOfBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max where first >= 0x80 || second >= 0x80 {
        let bytes = [first, second]
        if SourceText.isUTF8(bytes) != (String(bytes: bytes, encoding: .utf8) != nil) {
          Issue.record("\(bytes)")
        }
      }
    }
  }

  @Test func unmarkedUTF16IsToldFromUTF8ThatHasNULs() throws {
    #expect(try SourceText.decode(Array("{\u{0}}}}".utf8)) == "{\u{0}}}}")
  }
}
