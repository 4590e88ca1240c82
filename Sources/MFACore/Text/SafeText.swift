/// Untrusted text made fit for a terminal: it can't move the cursor, change colours, reorder or hide what is shown.
///
/// C0, DEL, C1, format characters (bidi controls and zero-width ones among them) and blanks that render as
/// nothing are made visible as `<U+XXXX>`. A zero-width joiner between emoji and variation selectors stay.
/// All text of a push or a reply passes here before it is shown.
package struct SafeText: Sendable, Equatable {
  /// The lines of the text; a line break of any kind separates two.
  package let lines: [String]

  package init(_ text: String) {
    guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      lines = [text]
      return
    }
    var lines: [String] = []
    // Bytes: appending scalars to a string one by one takes quadratic time in some of the standard library's paths.
    var line: [UInt8] = []
    var marks = 0
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      switch scalar {
      case _ where marks > SafeText.markLimit:
        line += SafeText.visible(scalar).utf8
      case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n":
        continue
      case "\n", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      case "\t":
        line.append(UInt8(ascii: " "))
      default:
        let isShown =
          SafeText.isHarmless(scalar) || scalar == "\u{200D}" && SafeText.joinsEmoji(scalars, at: index)
        line += isShown ? Array(UTF8.encode(scalar) ?? .init()) : Array(SafeText.visible(scalar).utf8)
      }
    }
    self.lines = lines + [String(decoding: line, as: UTF8.self)]
  }

  /// Combining marks on one letter; more would paint over the lines around it.
  private static let markLimit = 8

  /// The text on one line: line breaks are shown as `⏎`.
  package var oneLine: String { lines.joined(separator: " ⏎ ") }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return true }
    if (0xFE00...0xFE0F).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index > 0, index + 1 < scalars.count else { return false }
    return isEmojiPart(scalars[index - 1]) && isEmojiPart(scalars[index + 1])
  }

  private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF
      && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier || scalar == "\u{FE0F}")
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}
