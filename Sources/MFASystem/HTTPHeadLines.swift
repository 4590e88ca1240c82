/// Finds the lines of a head as its bytes come.
struct HTTPHeadLines: Sendable {
  /// The lines so far, without their line ends.
  private(set) var lines: [Range<Int>] = []
  /// Where the line at hand begins.
  private var lineStart = 0
  /// How far the input was searched, so that a head that comes byte by byte is not searched from its start each time.
  private(set) var length = 0

  /// Whether nothing of a request has come: an empty line before it, left over from a careless client, is nothing
  /// (RFC 9112, section 2.2).
  func isEmpty(in input: HTTPInput) -> Bool { lines.isEmpty && lineStart == input.count }

  /// Goes on to search; true once the empty line that ends the head is there, with `length` as all that it takes.
  mutating func find(in input: HTTPInput, limits: HTTPRequestReader.Limits) throws(HTTPRefusal) -> Bool {
    try input.withBytes { (bytes) throws(HTTPRefusal) in try find(in: bytes, limits) }
  }

  private mutating func find(
    in bytes: UnsafeBufferPointer<UInt8>,
    _ limits: HTTPRequestReader.Limits
  ) throws(HTTPRefusal) -> Bool {
    while length < bytes.count {
      let limit = lines.isEmpty ? min(limits.head, lineStart + limits.requestLine) : limits.head
      guard length < limit else { throw HTTPRefusal(status: lines.isEmpty ? 414 : 431) }
      let previous = length > lineStart ? bytes[length - 1] : nil
      if previous != UInt8(ascii: "\r") {
        let end = min(limit, bytes.count)
        let plain = bytes[length..<end].prefix(while: HTTPLineRule.isPlain)
        length = plain.endIndex
        if !plain.isEmpty { continue }
      }
      let endsLine = try HTTPLineRule.endsLine(bytes[length], after: previous)
      length += 1
      guard endsLine else { continue }
      let line = lineStart..<(length - 2)
      lineStart = length
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        return true
      }
    }
    return false
  }

  /// Begins a new head.
  mutating func startOver() {
    lines.removeAll(keepingCapacity: true)
    lineStart = 0
    length = 0
  }
}
