package import MFACore

/// The file that a service's changes are written to: one JSON object a line, of which the first says what it is.
///
/// Push tokens, callback addresses and the shared secrets of enrolments stand in it in clear, so it is for its owner's eyes only.
package enum ServiceJournal {
  private static let name = "mfa-cli practice service"
  private static let version = 1

  /// The first line, without its end.
  package static let header = Array(#"{"journal":"\#(name)","version":\#(version)}"#.utf8)

  /// The lines of these changes, each with its end: what is appended to the journal in one piece.
  package static func bytes(of changes: [ServiceChange]) -> [UInt8] {
    var bytes: [UInt8] = []
    for change in changes {
      bytes = change.line(after: consume bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The shortest journal that brings the service back.
  package static func compacted(_ service: PracticeService) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in service.compacted() {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Reads a whole journal.
  package static func read(
    _ bytes: [UInt8],
    seed: UInt64,
    cryptography: Cryptography = .missing([])
  ) throws(JournalError) -> JournalContent {
    var reader = JournalReader(seed: seed, cryptography: cryptography)
    try reader.append(bytes[...])
    return try reader.finish()
  }

  fileprivate static func checkHeader(_ line: ArraySlice<UInt8>) throws(JournalError) {
    guard let text = try? SourceText.decode(Array(line)),
      let object = try? JSONReader.read(text).value.object,
      object["journal"] == .string(name), case .number(let number)? = object["version"],
      let found = Int(number.spelling), found > 0
    else { throw .notOurs(JournalError.excerpt(line)) }
    guard found <= version else { throw .newer(version: found) }
  }
}

/// What a journal holds.
package struct JournalContent: Sendable {
  /// The service as it was when the last line was written.
  package let service: PracticeService
  /// Bytes of a last line without an end: its request was never answered, so it counts as not written.
  package let tornBytes: Int
  /// Whether there was nothing in it, not even the whole first line.
  package let isNew: Bool

  package var droppedTornLine: Bool { tornBytes > 0 }
}

/// Why a journal can't be used. Nothing may be written to such a file.
package enum JournalError: Error, Sendable, Equatable {
  /// The file begins with something else: how it begins, for a person, to be made safe before it is shown.
  case notOurs(String)
  /// A later version of this program wrote it.
  case newer(version: Int)
  /// A line can't be read; the first line is number 1.
  case unreadable(line: Int, reason: String)
  /// A line says what can't have happened after the lines before it.
  case contradictory(line: Int)

  fileprivate static func excerpt(_ line: ArraySlice<UInt8>) -> String {
    String(String(decoding: line.prefix(60), as: UTF8.self).unicodeScalars.prefix(60))
  }
}

/// Reads a journal piece by piece, so that its size doesn't matter.
package struct JournalReader: Sendable {
  private var service: PracticeService
  /// What has no end yet.
  private var rest: [UInt8] = []
  private var lineNumber = 0

  /// No change takes more.
  private static let lineLimit = 256 * 1024
  /// Nor does the first line of a later version.
  private static let headerLimit = 1024

  package init(seed: UInt64, cryptography: Cryptography = .missing([])) {
    service = PracticeService(seed: seed, cryptography: cryptography)
  }

  package mutating func append(_ bytes: ArraySlice<UInt8>) throws(JournalError) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if rest.isEmpty {
        try read(bytes[start..<end])
      } else {
        rest += bytes[start..<end]
        try read(rest[...])
        rest.removeAll(keepingCapacity: true)
      }
      start = end + 1
    }
    rest += bytes[start...]
    // A file of somebody else's need not have lines.
    if lineNumber == 0, rest.count > JournalReader.headerLimit { try checkTornHeader() }
    guard rest.count <= JournalReader.lineLimit else {
      throw .unreadable(line: lineNumber + 1, reason: "it is too long")
    }
  }

  package consuming func finish() throws(JournalError) -> JournalContent {
    if lineNumber == 0 { try checkTornHeader() }
    return JournalContent(service: service, tornBytes: rest.count, isNew: lineNumber == 0)
  }

  /// A first line without an end may be ours only when it is the beginning of ours.
  private func checkTornHeader() throws(JournalError) {
    guard ServiceJournal.header.starts(with: rest) else { throw .notOurs(JournalError.excerpt(rest[...])) }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(JournalError) {
    lineNumber += 1
    guard lineNumber > 1 else { return try ServiceJournal.checkHeader(line) }
    guard line.count <= JournalReader.lineLimit else {
      throw .unreadable(line: lineNumber, reason: "it is too long")
    }
    let change: ServiceChange
    do { change = try ServiceChange(line: Array(line)) } catch {
      throw .unreadable(line: lineNumber, reason: error.reason)
    }
    guard service.applies(change) else { throw .contradictory(line: lineNumber) }
  }
}
