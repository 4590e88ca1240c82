/// Goes through a capture and hands what it meets to the finder.
struct CaptureSearch {
  private let bytes: ArraySlice<UInt8>
  private let isInBase64: Bool
  private var index: Int
  /// No printed dictionary is tried before this place: one was, and could not be read.
  private var printedFrom: Int
  /// Where the first object is that was read.
  private(set) var firstObject: TextPosition?
  /// The first printed dictionary that was read.
  private(set) var firstPrinted: PushPlace.Printer?
  /// Where a push's own key stands outside everything that was read.
  private var stray: PushPlace?
  /// A place that is known: the next one is counted on from there, or many objects would take for ever.
  private var known: (offset: Int, position: TextPosition)

  init(_ bytes: ArraySlice<UInt8>, isInBase64: Bool) {
    self.bytes = bytes
    self.isInBase64 = isInBase64
    index = bytes.startIndex
    printedFrom = bytes.startIndex
    known = (bytes.startIndex, TextPosition(line: 1, column: 1))
  }

  mutating func run(into finder: inout PushFinder) throws(PayloadError) {
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "{"): try takeBrace(&finder)
      case UInt8(ascii: "["):
        if PrintedReader.beginsSwift(bytes, at: index) {
          try takePrinted(.swift, &finder)
        } else {
          index += 1
        }
      case UInt8(ascii: "%"): try takePercent(&finder)
      case UInt8(ascii: "e"): takeToken(&finder)
      case UInt8(ascii: "i"), UInt8(ascii: "p"): takeKey()
      default: index += 1
      }
    }
  }

  // MARK: Objects

  private mutating func takeBrace(_ finder: inout PushFinder) throws(PayloadError) {
    let start = index
    let inside = bytes[(start + 1)...].drop(while: DocumentForm.isBlank)
    guard let next = inside.first else {
      index = bytes.endIndex
      return
    }
    if next == UInt8(ascii: "}") {
      index = inside.startIndex + 1
    } else if let coding = TextCoding.around(bytes, brace: start) {
      try takeCoded(coding, &finder)
    } else if PrintedReader.beginsFoundation(inside) {
      try takePrinted(.foundation, &finder)
    } else if next == UInt8(ascii: "\"") {
      try takeObject(&finder)
    } else if next == UInt8(ascii: "'") {
      try takePrinted(.python, &finder)
    } else {
      index += 1
    }
  }

  /// An object as it stands in the text. One that can't be read to its end ends the search: what was cut off could be
  /// the cancellation of a push that was found before.
  private mutating func takeObject(_ finder: inout PushFinder) throws(PayloadError) {
    let start = index
    // A quote within single quotes of a shell is written as '\''.
    if start > bytes.startIndex, bytes[start - 1] == UInt8(ascii: "'"),
      let coded = CodedText.object(in: bytes, at: start, coding: .singleQuotes),
      coded.end - start > coded.bytes.count, let document = try? JSONReader.read(utf8: coded.bytes[...])
    {
      index = coded.end
      return try take(document, at: place(start), &finder)
    }
    let place = place(start)
    let document: JSONDocument
    do throws(JSONError) {
      (document, index) = try JSONReader.readValue(in: bytes, at: start, position: known.position)
    } catch {
      throw .json(error, within: nil)
    }
    try take(document, at: place, &finder)
  }

  /// An object whose quotes are escaped, as it stands in a text within a line.
  private mutating func takeCoded(_ coding: TextCoding, _ finder: inout PushFinder) throws(PayloadError) {
    let start = index
    guard let coded = CodedText.object(in: bytes, at: start, coding: coding) else {
      throw .json(failure(.endsEarly(wanted: .commaOrEndOfObject), at: start, .cutOff), within: nil)
    }
    guard SourceText.isUTF8(coded.bytes) else {
      throw .json(failure(.malformedUnicodeEscape, at: start, nil), within: nil)
    }
    let document: JSONDocument
    do { document = try JSONReader.read(utf8: coded.bytes[...]) } catch {
      // Its own place is one in the decoded text, which nobody has.
      throw .json(failure(error.problem, at: start, error.guess), within: nil)
    }
    index = coded.end
    let place = place(start)
    let notices = document.notices.map { $0.moved(to: known.position) }
    try take(JSONDocument(value: document.value, notices: notices), at: place, &finder)
  }

  private mutating func takePercent(_ finder: inout PushFinder) throws(PayloadError) {
    guard TextCoding.beginsPercent(bytes[index...]) else {
      index += 1
      return
    }
    try takeCoded(.percent, &finder)
  }

  private mutating func take(_ document: JSONDocument, at place: PushPlace, _ finder: inout PushFinder)
    throws(PayloadError)
  {
    guard !PersonalText.isClient(bytes, before: known.offset) else { return }
    if firstObject == nil { firstObject = place.position }
    try finder.take(document, at: place)
  }

  // MARK: Keys outside objects

  /// A key with a value, in a form that is not read: a map that a program printed, or an object whose beginning is cut
  /// off. It may be the cancellation of a push that was found.
  private mutating func takeKey() {
    let rest = bytes[index...]
    for key in ["isCancelAuthentication", "pushType"] where rest.starts(with: key.utf8) {
      let behind = rest.dropFirst(key.utf8.count).prefix(12).drop {
        "\"'\\`) \t&quot;x2#39^".utf8.contains($0)
      }
      if stray == nil, behind.first.map({ "=:".utf8.contains($0) }) ?? false { stray = place(index) }
      index += key.utf8.count
      return
    }
    index += 1
  }

  /// Refuses a push beside which there is such a key.
  func checkStrays(beside push: Push) throws(PayloadError) {
    guard let stray, push.kind != .cancel, let place = push.place else { return }
    throw .contradiction(.pushesDiffer([place, stray]))
  }

  // MARK: Signed messages

  private mutating func takeToken(_ finder: inout PushFinder) {
    let start = index
    let token = bytes[start...].prefix { Base64.isDigit($0) || $0 == UInt8(ascii: ".") }
    index = max(token.endIndex, start + 1)
    let isWhole =
      start == bytes.startIndex || bytes[start - 1] == UInt8(ascii: "=") || !Base64.isDigit(bytes[start - 1])
    let text = String(decoding: token, as: UTF8.self)
    guard isWhole, token.starts(with: "eyJ".utf8), CompactJWS.isOne(text) else { return }
    finder.take(jws: text, at: place(start))
  }

  // MARK: Printed dictionaries

  private mutating func takePrinted(_ printer: PushPlace.Printer, _ finder: inout PushFinder)
    throws(PayloadError)
  {
    let start = index
    guard start >= printedFrom else {
      index += 1
      return
    }
    let place = place(start)
    var reader = PrintedReader(bytes, at: start, printer: printer, position: known.position)
    guard let document = reader.read() else {
      // What was cut off, or can't be read in one way only, could be a cancellation, as with JSON.
      // One that begins with a quote begins like JSON, too.
      if reader.isAtEnd || beginsQuoted(start) || PrintedReader.namesPush(bytes[start..<reader.index]) {
        throw .printed(printer, .unreadable, place.position)
      }
      printedFrom = max(reader.index, start + 1)
      index += 1
      return
    }
    index = reader.index
    if firstPrinted == nil { firstPrinted = printer }
    try finder.take(
      document,
      at: PushPlace(position: place.position, isInBase64: isInBase64, printer: printer)
    )
  }

  private func beginsQuoted(_ brace: Int) -> Bool {
    bytes[brace] == UInt8(ascii: "{")
      && bytes[(brace + 1)...].first { !DocumentForm.isBlank($0) } == UInt8(ascii: "\"")
  }

  // MARK: Places

  private mutating func place(_ offset: Int) -> PushPlace {
    known = (offset, TextPosition(offset: offset, in: bytes, from: known))
    return PushPlace(position: known.position, isInBase64: isInBase64)
  }

  private mutating func failure(_ problem: JSONError.Problem, at offset: Int, _ guess: JSONError.Guess?)
    -> JSONError
  {
    _ = place(offset)
    return JSONError(problem: problem, position: known.position, guess: guess)
  }
}

extension JSONDocument.Notice {
  /// The same, at the place where what was decoded begins.
  fileprivate func moved(to position: TextPosition) -> JSONDocument.Notice {
    switch self {
    case .trailingComma: .trailingComma(position)
    case .duplicateKey(let key, _): .duplicateKey(key, position)
    }
  }
}

extension PushPlace.Printer {
  /// What a text is guessed to be that holds a dictionary of this language, and no push.
  var guess: JSONError.Guess {
    switch self {
    case .foundation: .propertyList
    case .swift: .swiftDump
    case .python: .pythonLiteral
    }
  }
}
