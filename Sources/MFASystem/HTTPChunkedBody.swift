/// A body in chunks (RFC 9112, section 7.1), put together as it comes, and strictly: what one reader repairs, another
/// may repair differently.
struct HTTPChunkedBody: Sendable {
  private enum Part {
    case size
    case data(Int)
    case endOfData
    case trailers
  }

  /// Bytes of a line that gives a chunk's size, extensions included.
  private static let longestSizeLine = 1024
  /// Bytes of all extensions of a body; nobody sends any, but a million chunks could have one each.
  private static let mostExtensions = 16 * 1024
  private static let mostTrailers = 8 * 1024

  private let limit: Int
  private var part = Part.size
  private var extensionRoom = HTTPChunkedBody.mostExtensions
  private var trailerRoom = HTTPChunkedBody.mostTrailers
  /// What has come of the body.
  private(set) var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Uses what it can of `input`; true once the body is complete and its trailers have been read and dropped.
  mutating func read(from input: inout HTTPInput) throws(HTTPRefusal) -> Bool {
    while true {
      switch part {
      case .size:
        guard let line = try input.takeLine(limit: HTTPChunkedBody.longestSizeLine, tooLong: .malformed)
        else { return false }
        let size = try chunkSize(line)
        part = size == 0 ? .trailers : .data(size)
      case .data(let missing):
        let count = min(missing, input.count)
        bytes += input[0..<count]
        input.drop(count)
        part = count == missing ? .endOfData : .data(missing - count)
        if count < missing { return false }
      case .endOfData:
        guard let line = try input.takeLine(limit: 2, tooLong: .malformed) else { return false }
        guard line.isEmpty else { throw .malformed }
        part = .size
      case .trailers:
        let tooLong = HTTPRefusal(status: 431)
        guard let line = try input.takeLine(limit: trailerRoom, tooLong: tooLong) else { return false }
        if line.isEmpty { return true }
        trailerRoom -= line.count + 2
        _ = try HTTPField(line: line)
      }
    }
  }

  /// Hexadecimal digits and nothing else before the extensions: no sign, no blank, no more than 16.
  private mutating func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard (1...16).contains(digits.count) else { throw .malformed }
    var size: UInt64 = 0
    for digit in digits {
      guard let value = HTTPChunkedBody.value(ofHexDigit: digit) else { throw .malformed }
      size = size << 4 | value
    }
    extensionRoom -= line.count - digits.count
    guard extensionRoom >= 0 else { throw .malformed }
    guard size <= UInt64(limit - bytes.count) else { throw HTTPRefusal(status: 413) }
    return Int(size)
  }

  private static func value(ofHexDigit byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
