extension String {
  /// Whether both are the same bytes.
  ///
  /// Swift's own equality is canonical equivalence: it takes two spellings of one accented letter for the same, and it
  /// sorts a run of marks in quadratic time. What comes from outside is compared by this.
  package func isSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether the text begins with those bytes, whatever follows them.
  package func beginsWith(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the text ends with those bytes.
  func endsWith(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// The parts between the commas. By bytes: a character can be a comma and a megabyte of marks.
  var commaParts: [String] {
    utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The text as a word of a protocol: without white space at its ends, in lower case. Nil for what is none, which is
  /// then never compared.
  var word: String? {
    let trimmed = trimmed
    guard trimmed.utf8.count <= 64, trimmed.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return trimmed.lowercased()
  }
}

extension Sequence<String> {
  /// Whether one of them is the same bytes.
  package func containsBytes(of text: String) -> Bool { contains { $0.isSameBytes(as: text) } }
}

/// A name from outside, to be looked up by its bytes.
package struct ByteKey: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ByteKey, right: ByteKey) -> Bool { left.text.isSameBytes(as: right.text) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) })
      == nil
    {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
