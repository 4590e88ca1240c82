/// Why bytes are not text.
package enum TextError: Error, Sendable, Equatable {
  case invalidUTF8(TextPosition)
  /// UTF-16 with an odd number of bytes or half a surrogate pair.
  case invalidUTF16
  /// UTF-16 without a byte order mark: its byte order would be a guess.
  case unmarkedUTF16
  case utf32
  /// The file format that the first bytes give away, such as `gzip`.
  case binary(format: String)
}

/// Turns the bytes of an input into text: UTF-8 with or without a byte order mark, UTF-16 with one.
package enum SourceText {
  package static func decode(_ bytes: [UInt8]) throws(TextError) -> String {
    String(decoding: try utf8(bytes), as: UTF8.self)
  }

  /// The same text as well-formed UTF-8 without a mark, for those who need no `String`.
  package static func utf8(_ bytes: [UInt8]) throws(TextError) -> ArraySlice<UInt8> {
    // What nearly every document begins with is no mark and no format's, and there would be a NUL in UTF-16.
    if bytes.first == UInt8(ascii: "{"), bytes.count >= 4, !bytes[..<4].contains(0) {
      return try checked(bytes[...])
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { throw .utf32 }
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), bigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), bigEndian: true) }
    if let format = binaryFormat(of: bytes) { throw .binary(format: format) }
    if bytes.count >= 4, bytes.prefix(4).enumerated().filter({ $1 == 0 }).count == 2 { throw .unmarkedUTF16 }
    return try checked(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
  }

  private static func checked(_ content: ArraySlice<UInt8>) throws(TextError) -> ArraySlice<UInt8> {
    if let bad = firstInvalidByte(in: content) {
      throw .invalidUTF8(TextPosition(offset: bad, in: content))
    }
    return content
  }

  /// Whether the bytes are well-formed UTF-8.
  package static func isUTF8(_ bytes: [UInt8]) -> Bool {
    firstInvalidByte(in: bytes[...]) == nil
  }

  private static func binaryFormat(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
    if bytes.starts(with: Array("bplist0".utf8)) { return "binary property list" }
    if bytes.starts(with: [0x89] + Array("PNG".utf8)) { return "PNG" }
    if bytes.starts(with: Array("PK\u{03}\u{04}".utf8)) { return "ZIP" }
    return nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool)
    throws(TextError) -> ArraySlice<UInt8>
  {
    guard bytes.count % 2 == 0 else { throw .invalidUTF16 }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    var text = String.UnicodeScalarView()
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): text.append(scalar)
      case .emptyInput: return ArraySlice(String(text).utf8)
      case .error: throw .invalidUTF16
      }
    }
  }

  /// The offset of the first byte that is not well-formed UTF-8 (Unicode 16, table 3-7).
  private static func firstInvalidByte(in bytes: ArraySlice<UInt8>) -> Int? {
    // All ASCII is the usual case.
    guard var index = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    while index < bytes.endIndex {
      let first = bytes[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let second: ClosedRange<UInt8>
      let length: Int
      switch first {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= bytes.endIndex, second.contains(bytes[index + 1]),
        bytes[(index + 2)..<max(index + 2, index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { return index }
      index += length
    }
    return nil
  }
}
