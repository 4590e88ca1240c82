import MFACore

/// The query of a request: names that the route knows, each at most once.
struct ServiceQuery: Sendable {
  private let values: [String: String]

  init(_ text: String?, allowed: [String]) throws(ServiceError) {
    var values: [String: String] = [:]
    for part in (text ?? "").split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = PercentEncoding.decode(sides[0])
      guard allowed.containsBytes(of: name) else {
        throw .malformed("the query takes \(allowed.joined(separator: ", ")) and nothing else")
      }
      guard values[name] == nil else { throw .malformed("\(name) stands twice in the query") }
      values[name] = sides.count == 2 ? PercentEncoding.decode(sides[1]) : ""
    }
    self.values = values
  }

  func text(_ name: String) -> String? { values[name] }

  /// Digits with or without a fraction, from 0 to `most`.
  func seconds(_ name: String, most: Int) throws(ServiceError) -> Double? {
    guard let text = values[name] else { return nil }
    // `Double` by itself also takes `inf`, `0x10` and `1e1`.
    guard text.utf8.count <= 16,
      text.utf8.allSatisfy({ ServiceQuery.isDigit($0) || $0 == UInt8(ascii: ".") }),
      text.utf8.first.map(ServiceQuery.isDigit) == true, text.utf8.last.map(ServiceQuery.isDigit) == true,
      let seconds = Double(text), seconds <= Double(most)
    else { throw .malformed("\(name) is a number of seconds from 0 to \(most)") }
    return seconds
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(ServiceError) -> Int? {
    guard let text = values[name] else { return nil }
    guard text.utf8.allSatisfy(ServiceQuery.isDigit), let number = Int(text), range.contains(number) else {
      throw .malformed("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
