extension Unicode.Scalar {
  package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
  var isASCIIHexDigit: Bool { isASCIIDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self) }
}

extension String {
  /// The range of the first occurrence of `part`, or nil.
  ///
  /// The standard library's own `firstRange(of:)` compares characters by canonical equivalence, which
  /// can join a following combining mark to an ASCII delimiter and miss it; this one compares bytes.
  package func range(of part: String) -> Range<Index>? {
    guard let found = Array(utf8).offsets(of: Array(part.utf8), limit: 1).first else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }

  /// The text with every occurrence of `part` replaced, byte by byte.
  package func replacingAll(_ part: String, with replacement: String) -> String {
    let bytes = Array(utf8)
    let found = bytes.offsets(of: Array(part.utf8), limit: .max)
    guard !found.isEmpty else { return self }
    var result: [UInt8] = []
    var end = 0
    for offset in found {
      result += bytes[end..<offset]
      result += replacement.utf8
      end = offset + part.utf8.count
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Whether `part` occurs, byte by byte.
  package func containsText(_ part: String) -> Bool { range(of: part) != nil }

  /// The text without white space at both ends, Unicode's included.
  package var trimmed: String {
    let view = unicodeScalars
    guard let first = view.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = view.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(view[first...last])
  }
}

extension [UInt8] {
  /// Where `pattern` occurs, without overlaps. UTF-8 finds no part of one character in another.
  fileprivate func offsets(of pattern: [UInt8], limit: Int) -> [Int] {
    guard let first = pattern.first else { return [] }
    var found: [Int] = []
    var start = startIndex
    while found.count < limit, let next = self[start...].firstIndex(of: first) {
      if self[next...].starts(with: pattern) {
        found.append(next)
        start = next + pattern.count
      } else {
        start = next + 1
      }
    }
    return found
  }
}
