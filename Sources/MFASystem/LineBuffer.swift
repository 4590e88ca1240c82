package import MFACommand

/// Bytes from a terminal, cut into lines. What was typed ahead stays for the next question.
package struct LineBuffer: Sendable {
  /// Bytes from which on the terminal may have dropped the rest of a line without a word: Linux keeps 4,095 (n_tty.c),
  /// macOS 1,023 (MAX_CANON).
  package static let shortestCut: Int = {
    #if canImport(Darwin)
      1023
    #else
      4095
    #endif
  }()

  /// Nil for a line that may have been cut.
  private var finished: [[UInt8]?] = []
  private var unfinished: [UInt8] = []

  package init() {}

  package mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finished.append(unfinished.count < LineBuffer.shortestCut ? unfinished : nil)
        unfinished = []
      } else if unfinished.count < LineBuffer.shortestCut {
        unfinished.append(byte)
      }
    }
  }

  /// The oldest finished line; nil when there is none.
  package mutating func takeLine() -> TerminalLine? {
    guard !finished.isEmpty else { return nil }
    guard var line = finished.removeFirst() else { return .cut }
    // The line end is LF or CR LF; what is not UTF-8 is repaired.
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .line(String(decoding: line, as: UTF8.self))
  }

  /// Forgets a line that the end of input has overtaken.
  package mutating func dropUnfinished() {
    unfinished = []
  }
}
