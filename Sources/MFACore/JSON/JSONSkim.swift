/// Checks that bytes are a JSON object (RFC 8259) and finds members of it, without making values.
///
/// It is for what is passed on as it is. It may give up on what is JSON all the same; `JSONReader` then has the word.
package struct JSONSkim {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// The containers that are open, true for an array.
  private var containers: [Bool] = []

  private static let depthLimit = 64

  /// The spellings of the values of those members of the object, nil for one that is not there.
  ///
  /// - Returns: nil when the bytes are no object, or when it gives up: at an escape by a number, deep inside, at
  ///   anything beside printable ASCII.
  package static func members(_ names: [String], of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>?]? {
    var skim = JSONSkim(bytes)
    return skim.object(names.map { Array($0.utf8) })
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  private mutating func object(_ names: [[UInt8]]) -> [ArraySlice<UInt8>?]? {
    var found = [ArraySlice<UInt8>?](repeating: nil, count: names.count)
    skipBlanks()
    guard take(UInt8(ascii: "{")) else { return nil }
    skipBlanks()
    if !take(UInt8(ascii: "}")) {
      repeat {
        guard let key = key() else { return nil }
        let start = index
        guard value() else { return nil }
        if let place = names.firstIndex(where: { key.elementsEqual($0) }), found[place] == nil {
          found[place] = bytes[start..<index]
        }
        skipBlanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { return nil }
    }
    skipBlanks()
    return index == bytes.endIndex ? found : nil
  }

  /// A key with its colon, and the blanks before the value.
  private mutating func key() -> ArraySlice<UInt8>? {
    skipBlanks()
    let start = index + 1
    guard string() else { return nil }
    let key = bytes[start..<(index - 1)]
    skipBlanks()
    guard take(UInt8(ascii: ":")) else { return nil }
    skipBlanks()
    return key
  }

  /// One value; containers in it are kept track of by a list, so that depth costs no stack.
  private mutating func value() -> Bool {
    containers = []
    while true {
      skipBlanks()
      guard let byte = current else { return false }
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        let isArray = byte == UInt8(ascii: "[")
        index += 1
        skipBlanks()
        if !take(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
          guard containers.count < JSONSkim.depthLimit else { return false }
          containers.append(isArray)
          if !isArray, key() == nil { return false }
          continue
        }
      } else if !scalar(byte) {
        return false
      }
      guard let goesOn = closeContainers() else { return false }
      if !goesOn { return true }
    }
  }

  /// What follows a value: false at the end of the outermost one, true where another value has to follow.
  private mutating func closeContainers() -> Bool? {
    while let isArray = containers.last {
      skipBlanks()
      if take(UInt8(ascii: ",")) { return isArray || key() != nil ? true : nil }
      guard take(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else { return nil }
      containers.removeLast()
    }
    return false
  }

  private mutating func scalar(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    case UInt8(ascii: "n"): word("null")
    default: number()
    }
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { return false }
    }
    return true
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escaped = current, "\"\\/bfnrt".utf8.contains(escaped) else { return false }
        index += 1
      case 0x20...0x7E: break
      default: return false
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")), !digits() { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      return digits()
    }
    return true
  }

  /// One digit at least.
  private mutating func digits() -> Bool {
    let start = index
    while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }

  private var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 }
  }
}
