/// Texts as an array of C strings, all in one piece of memory that Swift owns.
struct CStrings {
  private var bytes: [CChar] = []
  /// Where each text begins; nil for one that is not there.
  private var starts: [Int?] = []

  /// Nil when a text holds a NUL, which would silently end it early.
  init?(_ texts: [String]) {
    self.init(optional: texts.map { Array($0.utf8) })
  }

  /// The same for texts that may be missing: each of those becomes a null pointer.
  init?(optional texts: [[UInt8]?]) {
    for text in texts {
      guard let text else {
        starts.append(nil)
        continue
      }
      guard !text.contains(0) else { return nil }
      starts.append(bytes.count)
      bytes += text.map { CChar(bitPattern: $0) }
      bytes.append(0)
    }
  }

  /// The texts of a list of C strings that a null pointer ends.
  static func texts(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var texts: [String] = []
    var next = list
    while let text = next?.pointee {
      texts.append(String(cString: text))
      next = next?.successor()
    }
    return texts
  }

  /// The strings, valid only inside `body`.
  func withPointers<Result>(_ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let pointers = starts.map { start in start.flatMap { offset in bytes.baseAddress.map { $0 + offset } } }
      return pointers.withUnsafeBufferPointer(body)
    }
  }
}
