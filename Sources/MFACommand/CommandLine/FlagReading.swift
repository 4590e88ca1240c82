import MFACore

/// What a word on the command line is, by the table of flags alone.
enum FlagReading {
  /// The flags that a word such as `-k`, `-vk`, `-m5`, `--number` or `--number=34` is; nil for a value or an operand.
  static func flags(in text: String) -> [Flag]? {
    guard text.beginsWith("-"), text.utf8.count > 1 else { return nil }
    guard !text.beginsWith("--") else {
      return FlagTable.named(String(Substring(text.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") })))
        .map { [$0] }
    }
    var found: [Flag] = []
    // By bytes: the letters of the table are ASCII, and a character can be a letter and a megabyte of marks.
    var letters = text.utf8.dropFirst()
    while let letter = letters.popFirst() {
      guard letter < 0x80, let flag = FlagTable.lettered(Character(Unicode.Scalar(letter))) else {
        return nil
      }
      found.append(flag)
      guard flag.value != nil else { continue }
      return letters.isEmpty || takes(String(Substring(letters)), flag) ? found : nil
    }
    return found
  }

  /// Whether a word is never the value of a flag before it: `--`, or a flag itself. Other texts with dashes are values.
  static func isFlag(_ text: String) -> Bool { text.isSameBytes(as: "--") || flags(in: text) != nil }

  /// The flag without what is glued to it, which may be a secret.
  static func shown(_ text: String) -> String {
    guard let flag = flags(in: text)?.last, flag.value != nil else { return text }
    if text.beginsWith("--") { return flag.name }
    guard let letter = flag.letter, let end = text.firstIndex(of: letter) else { return text }
    return String(text[...end])
  }

  /// Whether what is glued to a letter is a value of it: in `-m5` it is, in `-miles` not.
  private static func takes(_ text: String, _ flag: Flag) -> Bool {
    var values = FlagValues()
    let argument = Argument(bytes: Array(text.utf8))
    do { try values.take(argument, for: flag, from: .flag(flag.name)) } catch {
      return false
    }
    return true
  }
}
