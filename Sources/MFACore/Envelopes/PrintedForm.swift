/// What tells a printed dictionary from the text around it.
extension PrintedReader {
  /// Whether a key stands behind the bracket there, with a colon.
  static func beginsSwift(_ bytes: ArraySlice<UInt8>, at bracket: Int) -> Bool {
    let inside = bytes[(bracket + 1)...]
    if inside.starts(with: "AnyHashable(\"".utf8) { return true }
    guard inside.first == UInt8(ascii: "\""), let rest = behindQuoted(inside) else { return false }
    return rest.drop(while: DocumentForm.isBlank).first == UInt8(ascii: ":")
  }

  /// Whether a key and ` = ` stand there.
  static func beginsFoundation(_ inside: ArraySlice<UInt8>) -> Bool {
    let rest: ArraySlice<UInt8>
    if inside.first == UInt8(ascii: "\"") {
      guard let behind = behindQuoted(inside) else { return false }
      rest = behind
    } else {
      rest = inside.drop(while: isWordByte)
      guard rest.startIndex > inside.startIndex else { return false }
    }
    return rest.starts(with: " = ".utf8) || rest.starts(with: " =\n".utf8)
  }

  /// The text behind one in double quotes.
  private static func behindQuoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var index = text.startIndex + 1
    while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < text.endIndex ? text[(index + 1)...] : nil
  }

  /// Whether a part of a text names what tells a push.
  static func namesPush(_ text: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return ["pushType", "isCancelAuthentication", "PingOne", "txtkn"].contains { text.containsText($0) }
  }
}

extension PrintedReader {
  /// How a container is written.
  enum Form {
    /// `{ key = value; }` and `( value, value )`.
    case foundationDictionary, foundationArray
    /// `["key": value]`, `[AnyHashable("key"): value]` and `[value, value]`.
    case swiftDictionary, swiftArray
    /// `{'key': value}`, `[value]` and `(value, value)`.
    case pythonDictionary, pythonList, pythonTuple

    var isList: Bool { [.foundationArray, .swiftArray, .pythonList, .pythonTuple].contains(self) }

    var isFoundation: Bool { self == .foundationDictionary || self == .foundationArray }

    var end: UInt8 {
      switch self {
      case .foundationDictionary, .pythonDictionary: UInt8(ascii: "}")
      case .foundationArray, .pythonTuple: UInt8(ascii: ")")
      case .swiftDictionary, .swiftArray, .pythonList: UInt8(ascii: "]")
      }
    }
  }
}
