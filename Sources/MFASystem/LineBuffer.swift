/// Bytes from a terminal, cut into lines. What was typed ahead stays for the next question.
package struct LineBuffer: Sendable {
  /// Bytes of a line that are kept; the rest of a longer one is dropped up to its line end, because a
  /// cut must never make an answer out of what was not finished.
  private static let longestLine = 64 * 1024

  private var finished: [[UInt8]] = []
  private var unfinished: [UInt8] = []

  package init() {}

  package mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finished.append(unfinished)
        unfinished = []
      } else if unfinished.count < LineBuffer.longestLine {
        unfinished.append(byte)
      }
    }
  }

  /// The oldest finished line without its line end, whether LF or CR LF; what is not UTF-8 is repaired.
  package mutating func takeLine() -> String? {
    guard !finished.isEmpty else { return nil }
    var line = finished.removeFirst()
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Forgets a line that the end of input has overtaken.
  package mutating func dropUnfinished() {
    unfinished = []
  }
}
