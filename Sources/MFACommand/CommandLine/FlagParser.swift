import MFACore

/// One argument as the operating system gave it.
package struct Argument: Sendable, Equatable {
  let bytes: [UInt8]
  /// Nil when it is not UTF-8: then it can only be a file name.
  let text: String?

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    self.text = SourceText.isUTF8(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

extension Argument {
  /// For people: what is not UTF-8 is replaced.
  var shownText: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it is this word, byte by byte.
  func `is`(_ word: String) -> Bool { bytes.elementsEqual(word.utf8) }
}

/// What the command line asks for.
enum ParsedArguments: Sendable {
  case help(Command?, isLong: Bool)
  /// Help on the commands whose names begin with these words.
  case groupHelp([String])
  case version
  case completions(Shell)
  case manualPage
  case run(Invocation, CommandRow.Run)
}

extension ParsedArguments {
  static func help(on name: CommandName, isLong: Bool) -> ParsedArguments {
    switch name {
    case .command(let command, _): .help(command, isLong: isLong)
    case .group(let words, _): .groupHelp(words)
    case .none: .help(nil, isLong: isLong)
    }
  }

  /// What `help` is asked about.
  static func help(about operands: [Argument]) throws(UsageError) -> ParsedArguments {
    guard let topic = operands.first else { return .help(nil, isLong: true) }
    let words = operands.map(\.shownText)
    let name = CommandName(words)
    switch name {
    case .command(_, words.count), .group(words, _): return help(on: name, isLong: true)
    case .command(_, let count): throw .extraOperand(words[count], of: .help, suggestion: nil)
    case .group, .none:
      throw .unknownHelpTopic(words.count == 1 ? topic.shownText : words.joined(separator: " "))
    }
  }
}

/// Reads the command line against the flag table.
struct FlagParser {
  private var values = FlagValues()
  private var usedFlags: [Flag] = []
  private var operands: [Argument] = []
  /// How many of `operands` stand before `--`: what stands behind it was meant as a file.
  private var operandsBeforeEnd: Int?
  private var rest: ArraySlice<Argument>
  private let isFile: (FilePath) -> Bool

  private init(_ arguments: [Argument], isFile: @escaping (FilePath) -> Bool) {
    rest = arguments[...]
    self.isFile = isFile
  }

  /// - Parameter isFile: whether there is such a file, asked only of a word that may be a command that was mistyped.
  /// - Throws: the first thing that is wrong; later ones would be its consequences.
  static func parse(
    _ arguments: [Argument],
    isFile: @escaping (FilePath) -> Bool = { _ in true }
  ) throws(UsageError) -> ParsedArguments {
    var parser = FlagParser(arguments, isFile: isFile)
    if let wish = helpOrVersion(in: arguments) { return wish }
    while let argument = parser.rest.popFirst() {
      try parser.take(argument)
    }
    return try parser.finish()
  }

  /// Help and version win wherever they stand before `--`.
  private static func helpOrVersion(in arguments: [Argument]) -> ParsedArguments? {
    let texts = arguments.prefix { !$0.is("--") }.compactMap(\.text)
    if texts.containsBytes(of: "--help") { return .help(on: name(in: texts), isLong: true) }
    // By itself, or in a cluster such as -vh.
    func asks(_ letter: Character) -> Bool {
      texts.contains { text in
        !text.beginsWith("--") && FlagReading.flags(in: text)?.contains { $0.letter == letter } ?? false
      }
    }
    if asks("h") { return .help(on: name(in: texts), isLong: false) }
    return texts.containsBytes(of: "--version") || asks("V") ? .version : nil
  }

  /// The command of a line that need not be right: its operands, values of flags passed over.
  static func name(in texts: [String]) -> CommandName {
    var rest = texts[...]
    var operands: [String] = []
    while let text = rest.popFirst() {
      guard text.beginsWith("-"), text.utf8.count > 1 else {
        operands.append(text)
        continue
      }
      let takesNext = FlagReading.flags(in: text)?.last.map { flag in
        flag.value != nil
          && (text.isSameBytes(as: flag.name)
            || flag.letter.map { text.utf8.last == $0.asciiValue } ?? false)
      }
      if takesNext ?? false, let next = rest.first, !FlagReading.isFlag(next) { rest.removeFirst() }
    }
    return CommandName(operands)
  }

  private mutating func take(_ argument: Argument) throws(UsageError) {
    guard let text = argument.text else {
      // A flag name is ASCII, but the value that is glued to it may be a file name of any bytes.
      guard argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 else {
        return operands.append(argument)
      }
      return try argument.bytes[1] == UInt8(ascii: "-")
        ? takeLong(argument.bytes.dropFirst(2)) : takeLetters(argument.bytes.dropFirst())
    }
    if let first = text.unicodeScalars.first, "–—−‐‑“”„‘’«»".unicodeScalars.contains(first) {
      throw .typographicCharacter(text)
    }
    if argument.is("--") {
      operandsBeforeEnd = operands.count
      operands += rest
      rest = []
    } else if text.beginsWith("--") {
      try takeLong(argument.bytes.dropFirst(2))
    } else if text.beginsWith("-"), text.utf8.count > 1 {
      try takeLetters(argument.bytes.dropFirst())
    } else {
      operands.append(argument)
    }
  }

  private mutating func takeLong(_ bytes: ArraySlice<UInt8>) throws(UsageError) {
    let nameBytes = bytes.prefix { $0 != UInt8(ascii: "=") }
    let name = String(decoding: nameBytes, as: UTF8.self)
    guard let flag = FlagTable.named(name) else {
      throw .unknownFlag(
        "--" + name,
        near: Suggestions.flags(near: name)
      )
    }
    let glued =
      nameBytes.endIndex < bytes.endIndex ? Argument(bytes: Array(bytes[(nameBytes.endIndex + 1)...])) : nil
    try store(flag, glued: glued, typed: flag.name)
  }

  /// `-abc` is three flags; the first that takes a value takes what is left, or the next argument.
  private mutating func takeLetters(_ bytes: ArraySlice<UInt8>) throws(UsageError) {
    let word = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }.prefix(64), as: UTF8.self)
    var letters = bytes
    while let byte = letters.first {
      let letter =
        String(decoding: letters.prefix(16), as: UTF8.self).first ?? Character(Unicode.Scalar(byte))
      guard let flag = FlagTable.lettered(letter) else {
        // With one dash too few, as some programs have it.
        if let flag = FlagTable.named(word) { throw .unknownFlag("-\(word)", near: [flag.name]) }
        throw .unknownFlag("-\(letter)", near: Suggestions.flags(near: String(letter)))
      }
      // The letters of the table are ASCII, so this one is one byte.
      letters = letters.dropFirst()
      let typed = "-\(letter)"
      guard flag.value != nil else {
        guard letters.first != UInt8(ascii: "=") else { throw .unexpectedValue(flag: typed) }
        try store(flag, glued: nil, typed: typed)
        continue
      }
      // curl and getopt take everything behind the letter, an equals sign included.
      let glued = letters.isEmpty ? nil : Argument(bytes: Array(letters))
      return try store(flag, glued: glued, typed: typed)
    }
  }

  private mutating func store(_ flag: Flag, glued: Argument?, typed: String) throws(UsageError) {
    usedFlags.append(flag)
    switch flag.kind {
    case .toggle:
      guard glued == nil else { throw .unexpectedValue(flag: typed) }
      values.setOn(flag)
    case .value, .file:
      // What an unset variable or an empty substitution leaves out is no reason to take the next flag for it.
      if glued == nil, let next = rest.first?.text, FlagReading.isFlag(next) {
        throw .flagAsValue(flag: typed, next: FlagReading.shown(next))
      }
      guard let argument = glued ?? rest.popFirst() else { throw .missingValue(flag: typed) }
      try values.take(argument, for: flag, from: .flag(typed))
    }
  }

  private mutating func finish() throws(UsageError) -> ParsedArguments {
    let command = try command()
    if let extra = operands.dropFirst(command.row.operands.limit).first {
      let shown = command.row.exposure == nil ? extra.shownText : Secret.mask
      throw .extraOperand(shown, of: command, suggestion: cause(of: extra))
    }
    for flag in usedFlags where !flag.commands.contains(command) {
      let owners = Command.allCases.filter { flag.commands.contains($0) }
      throw .flagOfOtherCommand(flag: flag.name, command: command, owners: owners)
    }
    switch command.row.action {
    case .tells(let tell): return try tell(operands)
    case .runs(let run): return .run(Invocation(command, operands, values), run)
    }
  }

  /// Takes the command's name off the operands.
  private mutating func command() throws(UsageError) -> Command {
    switch CommandName(operands.prefix { $0.text != nil }.compactMap(\.text)) {
    case .command(let named, let words):
      operands.removeFirst(words)
      return named
    case .group(let words, let next):
      let typed = operands.dropFirst(words.count).first?.shownText
      throw .incompleteCommand(words, typed: typed, next: next)
    case .none:
      if operandsBeforeEnd != 0, let first = operands.first { try checkIsPayload(first) }
      return .respond
    }
  }

  /// What stands first and is no command's name is a payload: a file, or what looks like the path of one. Else it is a
  /// name that was mistyped, whatever stands behind it.
  private func checkIsPayload(_ operand: Argument) throws(UsageError) {
    guard let text = operand.text, Suggestions.mayBeCommand(text), !isFile(FilePath(bytes: operand.bytes))
    else { return }
    // It may be the token that belonged to the header.
    if removesHeader { throw .extraOperand(Secret.mask, of: .respond, suggestion: .headerNotQuoted) }
    throw .unknownCommand(text, near: Suggestions.commands(near: text))
  }

  /// Whether a header without a value was given, as one without quotes is.
  private var removesHeader: Bool {
    values.options.send.headers.contains { if case .line(.remove) = $0 { true } else { false } }
  }

  private func cause(of operand: Argument) -> ExtraOperandCause? {
    if removesHeader { return .headerNotQuoted }
    guard let text = operand.text, case .command(let command, _) = CommandName([text]) else { return nil }
    return .commandNotFirst(command)
  }
}
