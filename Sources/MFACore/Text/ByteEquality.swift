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
  package func endsWith(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// Whether both are the same but for the case of ASCII letters, as names of headers are (RFC 9110, section 5.1).
  package func isSameName(as other: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { lower($0) == lower($1) }
  }

  /// Whether a word of ours could be meant: short, and ASCII alone. What is neither is compared with none.
  package var isPlainWord: Bool { utf8.count <= 64 && utf8.allSatisfy { $0 < 0x80 } }

  /// The parts between the commas. By bytes: a character can be a comma and a megabyte of marks.
  package var commaParts: [String] {
    utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The text as a word of a protocol: without white space at its ends, in lower case. Nil for what is none, which is
  /// then never compared.
  var word: String? {
    let trimmed = trimmed
    return trimmed.isPlainWord ? trimmed.lowercased() : nil
  }
}

extension String? {
  /// Whether both are the same bytes, or neither is there.
  func isSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isSameBytes(as: other)
  }
}

extension RawRepresentable<String> {
  /// The case of that name; the text is from outside, and may be anything.
  package init?(named text: String) {
    guard text.isPlainWord else { return nil }
    self.init(rawValue: text)
  }
}

extension Sequence<String> {
  /// Whether one of them is the same bytes.
  package func containsBytes(of text: String) -> Bool { contains { $0.isSameBytes(as: text) } }
}

/// A name from outside, to be looked up by its bytes.
package struct ByteKey: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  package init(_ text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

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
