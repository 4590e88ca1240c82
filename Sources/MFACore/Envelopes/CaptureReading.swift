/// A text that is not JSON, searched for the push that was copied with what stood around it.
///
/// Once, from left to right, each byte read a fixed number of times: an object is read to its end or ends the search,
/// a printed dictionary is tried once for each place.
struct CaptureReading {
  let text: ArraySlice<UInt8>
  /// Why the text is not a document.
  let error: JSONError
  let reception: Reception

  /// Finds the push, or says what keeps the text from being one.
  func push(_ warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    if let decoded = CaptureReading.fromBase64(text) { return try push(inBase64: decoded, &warnings) }
    var search = CaptureSearch(text, isInBase64: false)
    var finder = PushFinder(reception: reception)
    try search.run(into: &finder)
    guard let push = try finder.push(&warnings) else { throw .json(explained(finder, search), within: nil) }
    try search.checkStrays(beside: push)
    return push
  }

  /// The reader's error with what the search has seen.
  private func explained(_ finder: PushFinder, _ search: CaptureSearch) -> JSONError {
    let guess: JSONError.Guess?
    if let printed = search.firstPrinted, finder.reason == nil || search.firstObject == nil {
      guess = printed.guess
    } else if let reason = finder.reason, let place = search.firstObject {
      guess = .nothingInside(place, reason)
    } else if let place = search.firstObject {
      guess = .nothingInside(place, .noProviderField)
    } else {
      guess = error.guess
    }
    return JSONError(problem: error.problem, position: error.position, guess: guess)
  }

  // MARK: Base 64

  /// What the whole text is base 64 of, blanks and line ends in it left out; nil for any other text.
  private static func fromBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.allSatisfy({ Base64.isDigit($0) || DocumentForm.isBlank($0) }) else { return nil }
    let digits = text.filter { !DocumentForm.isBlank($0) }
    guard digits.count >= 16 else { return nil }
    let decoded = Base64.decodeEitherAlphabet(String(decoding: digits, as: UTF8.self))
    // A word of sixteen letters is base 64 too, but not of a text.
    return decoded.flatMap { SourceText.isUTF8($0) && !$0.contains(0) ? $0 : nil }
  }

  /// It is decoded once: what is inside is a document, a message or a capture, and no base 64 again.
  private func push(inBase64 decoded: [UInt8], _ warnings: inout [PayloadWarning]) throws(PayloadError)
    -> Push
  {
    let guessed = JSONError(problem: error.problem, position: error.position, guess: .base64)
    guard let inner = try? SourceText.utf8(decoded) else { throw .json(guessed, within: nil) }
    var finder = PushFinder(reception: reception)
    let place = PushPlace(isInBase64: true)
    let trimmed = String(decoding: inner, as: UTF8.self).trimmed
    if CompactJWS.isOne(trimmed) {
      finder.take(jws: trimmed, at: place)
    } else {
      switch Result(catching: { () throws(JSONError) in try JSONReader.read(utf8: inner) }) {
      case .success(let document): try finder.take(document, at: place)
      case .failure(let error) where DocumentForm.begins(inner): throw .json(error, within: "base 64")
      case .failure:
        var search = CaptureSearch(inner, isInBase64: true)
        try search.run(into: &finder)
        if let push = try finder.push(&warnings) {
          try search.checkStrays(beside: push)
          return push
        }
      }
    }
    guard let push = try finder.push(&warnings) else { throw .json(guessed, within: nil) }
    return push
  }
}
