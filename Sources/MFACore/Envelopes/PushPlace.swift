/// Where a push was found that no known envelope held.
package struct PushPlace: Sendable, Equatable {
  /// Where the object begins in a capture; nil in a document.
  package let position: TextPosition?
  /// The way from there, such as `$.request.trigger.payload`; `$` for the object itself.
  package let path: String
  /// Whether it is a place in what the input's base 64 holds.
  package let isInBase64: Bool
  /// Who printed the dictionary that the push was read from; nil where it is JSON.
  package let printer: Printer?

  package init(
    position: TextPosition? = nil,
    path: String = "$",
    isInBase64: Bool = false,
    printer: Printer? = nil
  ) {
    self.position = position
    self.path = path
    self.isInBase64 = isInBase64
    self.printer = printer
  }

  /// The same place, further inside.
  func below(_ path: String) -> PushPlace {
    PushPlace(position: position, path: path, isInBase64: isInBase64, printer: printer)
  }

  /// Languages whose printed dictionaries are read. Types and separators are guessed.
  package enum Printer: String, Sendable, Equatable, CaseIterable {
    case foundation = "Foundation"
    case swift = "Swift"
    case python = "Python"
  }
}

/// One step of a path: a member's name or an element's number.
enum PathStep: Equatable {
  case key(String)
  case index(Int)

  private static let longestKey = 40

  /// More steps than these are left out in the middle.
  private static let mostSteps = 24

  /// The steps as they are written, from the document's top.
  static func path(_ steps: some RandomAccessCollection<PathStep>) -> String {
    guard steps.count > mostSteps else { return "$" + written(steps) }
    return "$" + written(steps.prefix(mostSteps / 2)) + "…" + written(steps.suffix(mostSteps / 2))
  }

  private static func written(_ steps: some Sequence<PathStep>) -> String {
    steps.reduce(into: "") { path, step in
      switch step {
      case .index(let index): path += "[\(index)]"
      case .key(let key) where isPlain(key): path += "." + key
      case .key(let key): path += "[" + JSONWriter.write(.string(shortened(key))) + "]"
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= longestKey
      && key.unicodeScalars.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "_" || $0 == "-" }
  }

  private static func shortened(_ key: String) -> String {
    key.unicodeScalars.count > longestKey ? String(key.unicodeScalars.prefix(longestKey)) + "…" : key
  }
}
