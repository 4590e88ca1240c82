/// From the bytes of an input to the push of a provider.
package enum Recognition {
  /// What a push may come in.
  package enum Sources: Sendable {
    /// JSON alone, as a sender posts it.
    case documents
    /// Also what a person copied: a log line, a command, a console's dump.
    case documentsAndCaptures
  }

  /// Finds the provider of an input and reads its push.
  ///
  /// Warnings are added as they are met, so that they are there on failure too.
  package static func read(
    _ bytes: [UInt8],
    isSimulatorFile: Bool,
    from sources: Sources = .documentsAndCaptures,
    reception: Reception,
    warnings: inout [PayloadWarning]
  ) throws(PayloadError) -> Push {
    let text: ArraySlice<UInt8>
    do { text = try SourceText.utf8(bytes) } catch { throw .text(error) }
    let input: UnwrappedInput
    switch try UnwrappedInput.read(text, isSimulatorFile: isSimulatorFile) {
    case .document(let document): input = document
    case .unreadable(let error) where sources == .documents || DocumentForm.begins(text):
      throw .json(error, within: nil)
    case .unreadable(let error):
      return try CaptureReading(text: text, error: error, reception: reception).push(&warnings)
    }
    warnings += input.warnings
    let candidates = input.payloads.compactMap { payload in
      var payload = payload
      payload.authorization = reception.authorization
      return reception.providers.recognizing(payload).map { (provider: $0, payload: payload) }
    }
    guard let found = candidates.first else { return try search(input, reception, &warnings) }
    if let contradiction = input.contradictions.first { throw .contradiction(contradiction) }
    if candidates.count > 1 { throw .contradiction(.severalPushes(candidates.count)) }
    var push = try found.provider.read(found.payload, reception, &warnings)
    try checkForOthers(than: push, in: input, reception)
    if input.value.string != nil {
      // Encoded twice: whoever did that is not the sender, or not on purpose.
      if push.callback != nil { warnings.append(.callbackOfFoundPush) }
      push = push.withoutCallback()
    }
    for member in found.payload.fields.members where member.value == .string(Unwrapper.stringifiedObject) {
      warnings.append(.stringifiedObject(field: member.key))
    }
    return push
  }

  /// An envelope has one place for its push. One of another kind elsewhere in the document, a cancellation for example,
  /// may be what the sender meant, or what another platform's app gets.
  private static func checkForOthers(than push: Push, in input: UnwrappedInput, _ reception: Reception)
    throws(PayloadError)
  {
    guard input.value.object != nil || input.value.array != nil else { return }
    var finder = PushFinder(reception: reception)
    finder.known = push.kind.name
    try finder.search(input.value, notices: [], from: PushPlace())
    if let other = finder.otherKind { throw .contradiction(.pushesDiffer([PushPlace(), other])) }
  }

  /// Looks for a push in a document in which no envelope holds one.
  private static func search(
    _ input: UnwrappedInput,
    _ reception: Reception,
    _ warnings: inout [PayloadWarning]
  )
    throws(PayloadError) -> Push
  {
    var finder = PushFinder(reception: reception)
    if let envelope = input.payloads.first?.envelope, envelope == .fcm || envelope == .sns {
      finder.envelope = envelope
    }
    try finder.search(input.value, notices: [], from: PushPlace())
    var noted = warnings
    if let push = try finder.push(&noted) {
      if let contradiction = input.contradictions.first { throw .contradiction(contradiction) }
      warnings = noted
      return push
    }
    warnings += input.contradictions.prefix(20).compactMap(\.asNotice)
    throw .notMFA(finder.reason ?? input.emptyReason)
  }

  /// Reads the push that one element of a poll's reply holds.
  package static func read(
    polled fields: JSONObject,
    by polling: PollingScheme,
    reception: Reception,
    warnings: inout [PayloadWarning]
  ) throws(PayloadError) -> Push {
    let payload = Payload(envelope: .poll, fields: fields)
    guard let provider = polling.providers().first(where: { $0.recognises(payload) }) else {
      throw .notMFA(.noProviderField)
    }
    return try provider.read(payload, reception, &warnings)
  }
}

extension Contradiction {
  /// What is said of a duplicate key in a document that is nobody's push; the other contradictions need a push.
  fileprivate var asNotice: PayloadWarning? {
    guard case .duplicateKey(let key, let position, let within) = self else { return nil }
    return .duplicateKey(key, position, within: within)
  }
}

/// Whether a text that does not read as JSON is meant as it: then it is a broken document, not a capture.
enum DocumentForm {
  /// `{` before a quote or `}`; `[` before `{`, `[`, `]`, or a scalar followed by `,` or `]`; a quote.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop(while: isBlank)
    let rest = text.dropFirst().drop(while: isBlank)
    switch text.first {
    // Nothing at all is no capture either.
    case nil, UInt8(ascii: "\""): return true
    case UInt8(ascii: "{"): return rest.first.map { "\"}".utf8.contains($0) } ?? true
    case UInt8(ascii: "["):
      guard let first = rest.first, !"{[]".utf8.contains(first) else { return true }
      let start = TextPosition(line: 1, column: 1)
      guard let scalar = try? JSONReader.readValue(in: rest, at: rest.startIndex, position: start) else {
        // A text that has no end can't be followed by anything.
        return first == UInt8(ascii: "\"") && !rest.dropFirst().contains(UInt8(ascii: "\""))
      }
      let next = rest[scalar.end...].first { !isBlank($0) }
      return next.map { ",]".utf8.contains($0) } ?? false
    default: return false
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { " \n\r\t".utf8.contains(byte) }
}
