import Foundation

/// One request as a server received it.
struct RecordedRequest: Sendable {
  /// The request line and the header lines, with the empty line behind them.
  let head: [UInt8]
  /// What followed the head, as far as it came.
  let body: [UInt8]
  let method: String
  /// The target as it was sent: path and query, or a whole address to a proxy.
  let path: String
  let headers: [(name: String, value: String)]
  /// Counts the server's requests from 0.
  let index: Int
  /// Counts the server's connections from 0.
  let connection: Int
  /// Whether all of the announced body came.
  let isComplete: Bool

  init(head: [UInt8], body: [UInt8], index: Int, connection: Int, isComplete: Bool) {
    self.head = head
    self.body = body
    self.index = index
    self.connection = connection
    self.isComplete = isComplete
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let requestLine = lines[0].components(separatedBy: " ")
    method = requestLine[0]
    path = requestLine.count > 1 ? requestLine[1] : ""
    headers = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...]
      return (String(line[..<colon]), value.trimmingCharacters(in: .whitespaces))
    }
  }

  /// The value of a header, whatever the case of its name; nil if there is none, or more than one.
  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.count == 1 ? values[0] : nil
  }

  var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(body))
    guard let object = value as? [String: Any] else {
      throw SupportFailure("the body is not a JSON object: \(bodyText)")
    }
    return object
  }
}

/// Replies as they are written in the case files.
enum ReplyScript {
  /// The replies in a file, one per request, separated by lines that are `%%`.
  ///
  /// Lines may end with LF or CR LF; those of a head are sent with CR LF, and bodies stay as they are.
  static func parse(_ file: [UInt8]) -> [[UInt8]] {
    var replies: [[UInt8]] = [[]]
    for line in lines(of: file) {
      if withoutEnd(line) == Array("%%".utf8) {
        // The line end before the separator belongs to it, not to the reply.
        replies[replies.count - 1] = withoutEnd(replies[replies.count - 1])
        replies.append([])
      } else {
        replies[replies.count - 1] += line
      }
    }
    return replies.map(normalised)
  }

  static func read(_ path: String) throws -> [[UInt8]] {
    parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private static func normalised(_ reply: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var inHead = true
    for line in lines(of: reply) {
      guard inHead else {
        result += line
        continue
      }
      result += withoutEnd(line) + [0x0d, 0x0a]
      inHead = !withoutEnd(line).isEmpty
    }
    // A file without a body may lack the empty line, which an editor may have taken away.
    return inHead ? result + [0x0d, 0x0a] : result
  }

  /// Each line with its end.
  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0a) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [Array(rest)]
  }

  private static func withoutEnd(_ line: [UInt8]) -> [UInt8] {
    var line = line
    if line.last == 0x0a { line.removeLast() }
    if line.last == 0x0d { line.removeLast() }
    return line
  }
}
