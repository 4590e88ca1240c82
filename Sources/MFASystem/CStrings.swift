/// Texts as an array of C strings, all in one piece of memory that Swift owns.
struct CStrings {
  private var bytes: [CChar] = []
  private var starts: [Int] = []

  /// Nil when a text holds a NUL, which would silently end it early.
  init?(_ texts: [String]) {
    for text in texts {
      guard append(Array(text.utf8)) else { return nil }
    }
  }

  /// Appends one text; false when it holds a NUL.
  mutating func append(_ text: [UInt8]) -> Bool {
    guard !text.contains(0) else { return false }
    starts.append(bytes.count)
    bytes += text.map { CChar(bitPattern: $0) }
    bytes.append(0)
    return true
  }

  /// The strings, valid only inside `body`.
  func withPointers<Result>(_ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let pointers = starts.map { start in bytes.baseAddress.map { $0 + start } }
      return pointers.withUnsafeBufferPointer(body)
    }
  }
}
