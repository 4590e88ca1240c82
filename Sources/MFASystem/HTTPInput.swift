/// The bytes of one connection that have come and not been used yet.
///
/// Indices count from the first unused byte. What was used is moved away only when more comes, so that a row of
/// requests in one piece costs no copy each.
struct HTTPInput: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// More room than this is given back once it is empty: a large body must not cost memory for as long as its
  /// connection stays open.
  private static let roomToKeep = 64 * 1024

  var count: Int { bytes.count - start }

  subscript(index: Int) -> UInt8 { bytes[start + index] }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(start + range.lowerBound)..<(start + range.upperBound)]
  }

  /// All of them at once, for a search that looks at each.
  func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) -> Result
  ) throws(HTTPRefusal) -> Result {
    try bytes.withUnsafeBufferPointer { (all) throws(HTTPRefusal) in
      try body(UnsafeBufferPointer(rebasing: all[start...]))
    }
  }

  mutating func append(_ piece: some Collection<UInt8>) {
    if start == bytes.count {
      empty()
    } else if start > 0 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Marks the first `count` bytes as used.
  mutating func drop(_ count: Int) {
    start += count
    if start == bytes.count { empty() }
  }

  private mutating func empty() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= HTTPInput.roomToKeep)
    start = 0
  }

  /// Takes a line that ends with CR LF, line end included in `limit`; nil when its end has not come yet.
  mutating func takeLine(limit: Int, tooLong: HTTPRefusal) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    for index in 0..<count {
      guard index < limit else { throw tooLong }
      guard try HTTPLineRule.endsLine(self[index], after: index > 0 ? self[index - 1] : nil) else { continue }
      let line = self[0..<(index - 1)]
      drop(index + 1)
      return line
    }
    return nil
  }
}

/// What may stand in a line of the protocol, and where it ends.
///
/// A line ends with CR LF and nothing else. RFC 9112, section 2.2, lets a server take a bare LF too; a stricter one
/// can't be made to see another head than a proxy before it.
enum HTTPLineRule {
  /// Whether `byte` is the last one of a line, where `previous` is the one before it on the same line.
  @inline(__always)
  static func endsLine(_ byte: UInt8, after previous: UInt8?) throws(HTTPRefusal) -> Bool {
    let isLineEnd = byte == UInt8(ascii: "\n")
    guard (previous == UInt8(ascii: "\r")) == isLineEnd else { throw .malformed }
    // At once, without waiting for a line end: a TLS client would never send one.
    guard canStandInLine(byte) else { throw .malformed }
    return isLineEnd
  }

  /// Whether `byte` stands for itself wherever it is, unless behind a CR.
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

  /// No control character but the tab and the parts of a line end.
  @inline(__always)
  private static func canStandInLine(_ byte: UInt8) -> Bool {
    isPlain(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
