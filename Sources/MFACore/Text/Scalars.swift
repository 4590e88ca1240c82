extension Unicode.Scalar {
  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
  var isASCIIHexDigit: Bool { isASCIIDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self) }
}

extension String {
  /// The range of the first occurrence of `part`, or nil.
  ///
  /// The standard library's own `firstRange(of:)` compares characters by canonical equivalence, which
  /// can join a following combining mark to an ASCII delimiter and miss it; this one compares scalars.
  func range(of part: String) -> Range<Index>? {
    let pattern = Array(part.unicodeScalars)
    let view = unicodeScalars
    var start = view.startIndex
    while start < view.endIndex {
      var end = start
      var matched = 0
      while matched < pattern.count, end < view.endIndex, view[end] == pattern[matched] {
        end = view.index(after: end)
        matched += 1
      }
      if matched == pattern.count { return start..<end }
      start = view.index(after: start)
    }
    return nil
  }

  /// The text with every occurrence of `part` replaced, scalar by scalar.
  package func replacingAll(_ part: String, with replacement: String) -> String {
    var rest = self
    var result = ""
    while !part.isEmpty, let found = rest.range(of: part) {
      result += rest[..<found.lowerBound] + replacement
      rest = String(rest[found.upperBound...])
    }
    return result + rest
  }

  /// Whether `part` occurs, scalar by scalar.
  package func containsScalars(_ part: String) -> Bool { range(of: part) != nil }

  /// The text without white space at both ends, Unicode's included.
  package var trimmed: String {
    let view = unicodeScalars
    guard let first = view.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = view.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(view[first...last])
  }
}
