/// Much of one thing, to measure the time that it takes.
struct Filling {
  let name: String
  private let unit: @Sendable (Int) -> String
  /// Whether it is tried in a short run too.
  let isQuick: Bool
  /// How many bytes one takes.
  private let width: Int

  private init(_ name: String, isQuick: Bool = false, _ unit: @escaping @Sendable (Int) -> String) {
    (self.name, self.unit, self.isQuick) = (name, unit, isQuick)
    width = unit(0).utf8.count
  }

  private init(_ name: String, _ unit: String, isQuick: Bool = false) {
    self.init(name, isQuick: isQuick) { _ in unit }
  }

  func text(of bytes: Int) -> String {
    (0..<max(1, bytes / width)).reduce(into: "") { $0 += unit($1) }
  }

  static let all: [Filling] = [
    // Of different classes, so that comparing texts by canonical equivalence has to sort them.
    Filling("marks", "\u{301}\u{323}", isQuick: true), Filling("escaped marks", #"\u0301\u0323"#),
    Filling("flags", "\u{1F1E6}"), Filling("joiners", "\u{1F469}\u{200D}"), Filling("spaces", " "),
    Filling("lines", "\n"), Filling("quotes", "\""), Filling("backslashes", "\\"), Filling("braces", "{"),
    Filling("brackets", "["), Filling("ends", "}"), Filling("commas", ","), Filling("digits", "7"),
    Filling("dots", "."), Filling("slashes", "/"), Filling("percents", "%41"), Filling("letters", "a"),
    Filling("quoted braces", #"{\""#), Filling("printed", "{a = "), Filling("beginnings", #"{"a":"#),
    Filling("secrets", "token=100000&"),
    Filling("parameters", isQuick: true) { "token=\(padded($0))&" },
    Filling("keys", isQuick: true) { #""\#(padded($0))":"{}","# },
    Filling("numbers") { "\(padded($0))," },
    Filling("pushes", isQuick: true) { #""\#(padded($0))":"{\"pushType\":\"default\"}","# },
  ]
}

private func padded(_ number: Int) -> String { String(1_000_000 + number) }
