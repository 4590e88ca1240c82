/// The elements of an array in a document as they are spelled in it, to pass them on without writing them anew.
///
/// It only takes apart: the document is JSON if the elements and the rest are.
package struct JSONElements: Sendable {
  package let elements: [ArraySlice<UInt8>]
  /// The document with the array emptied.
  package let rest: [UInt8]

  /// Takes the array apart that is the member `name` of the document's object.
  ///
  /// Nil when an element can't stand on a line as it is, because something beside printable ASCII is in the document,
  /// or when there is no such array.
  package init?(ofArray name: String, in bytes: [UInt8]) {
    guard let elements = JSONElements.spellings(ofArray: name, in: bytes) else { return nil }
    self.elements = elements
    guard let first = elements.first, let last = elements.last else {
      rest = bytes
      return
    }
    rest = Array(bytes[..<first.startIndex] + bytes[last.endIndex...])
  }

  static func spellings(ofArray name: String, in bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    let key = Array("\"\(name)\"".utf8)
    var found: [ArraySlice<UInt8>]?
    var elements: [ArraySlice<UInt8>] = []
    var depth = 0
    var start = 0
    /// Whether the array at hand, at depth 2, is the one.
    var isInside = false
    var lastString = 0..<0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      guard (0x20...0x7E).contains(byte) || isLineEnd && !isInside else { return nil }
      switch byte {
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, from: index) else { return nil }
        lastString = index..<end
        index = end
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 2, byte == UInt8(ascii: "["), bytes[lastString].elementsEqual(key) {
          isInside = true
          start = index + 1
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isInside, depth == 2 {
          let isEmpty = elements.isEmpty && bytes[start..<index].allSatisfy { $0 == 0x20 }
          if !isEmpty { elements.append(bytes[start..<index]) }
          found = elements
          isInside = false
        }
        depth -= 1
      case UInt8(ascii: ","):
        if isInside, depth == 2 {
          elements.append(bytes[start..<index])
          start = index + 1
        }
      default: break
      }
      index += 1
    }
    return found
  }

  /// Behind the quote that ends the string; nil when something beside printable ASCII is in it.
  private static func endOfString(_ bytes: [UInt8], from quote: Int) -> Int? {
    var index = quote + 1
    while index < bytes.count {
      let byte = bytes[index]
      guard (0x20...0x7E).contains(byte) else { return nil }
      if byte == UInt8(ascii: "\"") { return index + 1 }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
