/// An input as the payloads that it may hold, the outermost first.
struct UnwrappedInput {
  let value: JSONValue
  let payloads: [Payload]
  let warnings: [PayloadWarning]
  let contradictions: [Contradiction]
  /// What the document is when it holds no payload at all.
  let emptyReason: NotMFAReason

  /// An input as far as JSON goes.
  enum Result {
    case document(UnwrappedInput)
    case unreadable(JSONError)
  }

  /// Takes the envelope off an input.
  ///
  /// - Parameters:
  ///   - text: the whole input as UTF-8, at most 1 MiB.
  ///   - isSimulatorFile: whether the input's name ends in `.apns`.
  static func read(_ text: ArraySlice<UInt8>, isSimulatorFile: Bool) throws(PayloadError) -> Result {
    var unwrapper = Unwrapper(isSimulatorFile: isSimulatorFile)
    let value: JSONValue
    if let jws = jws(text) {
      value = .string(jws)
      unwrapper.add(jws: jws)
    } else {
      let document: JSONDocument
      do { document = try JSONReader.read(utf8: text) } catch { return .unreadable(error) }
      unwrapper.note(document.notices, within: nil)
      value = document.value
      try unwrapper.unwrap(value, envelope: nil, depth: 0)
      unwrapper.checkSize(of: value, bytes: text.count)
    }
    return .document(
      UnwrappedInput(
        value: value,
        payloads: unwrapper.payloads,
        warnings: unwrapper.warnings,
        contradictions: unwrapper.contradictions,
        emptyReason: unwrapper.emptyReason ?? .noProviderField
      )
    )
  }

  private static func jws(_ text: ArraySlice<UInt8>) -> String? {
    // Nearly every input begins with a brace.
    guard text.first != UInt8(ascii: "{") else { return nil }
    let trimmed = String(decoding: text, as: UTF8.self).trimmed
    return CompactJWS.isOne(trimmed) ? trimmed : nil
  }
}

/// Walks through the envelopes of one input and gathers what it meets.
struct Unwrapper {
  let isSimulatorFile: Bool
  private(set) var payloads: [Payload] = []
  private(set) var warnings: [PayloadWarning] = []
  private(set) var contradictions: [Contradiction] = []
  private(set) var emptyReason: NotMFAReason?

  /// Where people put their keys instead of beside `aps`.
  static let containers = ["data", "payload", "userInfo"]
  /// Envelopes inside envelopes; SNS around FCM around JSON in a string are four.
  private static let depthLimit = 8
  /// Texts inside texts.
  private static let textLimit = 3
  /// Beyond these a further comma says nothing new, and a text for each would take for ever.
  private static let warningLimit = 40
  /// APNs' limit for a payload, and that of `simctl push` for its file, in bytes.
  private static let apnsLimit = 4096

  init(isSimulatorFile: Bool) {
    self.isSimulatorFile = isSimulatorFile
  }

  /// Reads a document; `within` names the field whose text it is.
  mutating func document(_ text: String, within field: String?) throws(PayloadError) -> JSONValue {
    let document: JSONDocument
    do { document = try JSONReader.read(text) } catch { throw .json(error, within: field) }
    note(document.notices, within: field)
    return document.value
  }

  mutating func note(_ notices: [JSONDocument.Notice], within field: String?) {
    for notice in notices {
      switch notice {
      case .trailingComma(let position):
        // A text may be looked into more than once on the way.
        let warning = PayloadWarning.trailingComma(position, within: field)
        if warnings.count < Unwrapper.warningLimit, !isNoted(position, field) { warnings.append(warning) }
      case .duplicateKey(let key, let position):
        contradictions.append(.duplicateKey(key, position, within: field))
      }
    }
  }

  private func isNoted(_ place: TextPosition, _ field: String?) -> Bool {
    warnings.contains { warning in
      guard case .trailingComma(place, let other) = warning else { return false }
      return other.isSameBytes(as: field)
    }
  }

  mutating func add(_ payload: Payload) {
    payloads.append(payload)
  }

  mutating func add(jws text: String) {
    add(Payload(envelope: .jws, fields: JSONObject(["message": .string(text)])))
  }

  mutating func checkSize(of value: JSONValue, bytes: Int) {
    guard bytes > Unwrapper.apnsLimit, let envelope = payloads.first?.envelope,
      envelope == .apns || envelope == .simctl
    else { return }
    // simctl measures the file, APNs what is sent, which has no white space of a pretty printer.
    let size = envelope == .simctl ? bytes : JSONWriter.bytes(value).count
    if size > Unwrapper.apnsLimit {
      warnings.append(.largerThanAPNsTakes(bytes: size))
    }
  }

  mutating func unwrap(_ value: JSONValue, envelope: Envelope?, depth: Int) throws(PayloadError) {
    guard depth < Unwrapper.depthLimit else { return }
    switch value {
    case .object(let object):
      try unwrap(object, envelope: envelope, depth: depth + 1)
    case .string(let text):
      if CompactJWS.isOne(text.trimmed) {
        add(jws: text.trimmed)
      } else if let inner = encodedText(text), depth < Unwrapper.textLimit {
        // Some senders call their encoder once too often.
        try unwrap(.string(inner), envelope: envelope, depth: depth + 1)
      } else if looksLikeObject(text) {
        try unwrap(try document(text, within: "the string"), envelope: envelope, depth: depth + 1)
      } else {
        emptyReason = .notAnObject(type: value.typeName)
      }
    default:
      emptyReason = .notAnObject(type: value.typeName)
    }
  }

  private mutating func unwrap(_ object: JSONObject, envelope: Envelope?, depth: Int) throws(PayloadError) {
    guard object["aps"] == nil, try unwrapEnvelope(object, envelope: envelope, depth: depth) else {
      return try addDirect(object, envelope: envelope)
    }
    // A push must not hide behind something that only looks like an envelope, or stand beside another one.
    add(Payload(envelope: .bare, fields: object))
  }

  /// Takes the object apart when it is an envelope; false when it is not.
  private mutating func unwrapEnvelope(
    _ object: JSONObject,
    envelope: Envelope?,
    depth: Int
  ) throws(PayloadError) -> Bool {
    if try unwrapSNS(object, depth: depth) { return true }
    if try unwrapPoll(object, depth: depth) { return true }
    if try unwrapFCM(object, envelope: envelope ?? .fcm) { return true }
    for key in ["userInfo", "payload", "push_payload"] {
      // A whole userInfo under a key of its own, as log lines and test fixtures have it; or the map that privacyIDEA
      // has its HTTP gateway send, beside the device's token.
      guard let inner = try container(object[key], named: key),
        inner["aps"] != nil || key == "push_payload" && object["device_token"] != nil
      else { continue }
      try unwrap(inner, envelope: envelope, depth: depth)
      return true
    }
    return false
  }

  /// The keys beside `aps`, and then the containers among them.
  private mutating func addDirect(_ object: JSONObject, envelope: Envelope?) throws(PayloadError) {
    let aps = try container(object["aps"], named: "aps")
    let bundle = object["Simulator Target Bundle"]?.string
    let isSimulator = bundle != nil || isSimulatorFile
    let fields = object.without(["aps", "Simulator Target Bundle"])
    let payload = Payload(
      envelope: envelope ?? (isSimulator ? .simctl : aps == nil ? .bare : .apns),
      fields: fields,
      aps: aps,
      notification: object["notification"]?.object,
      simulatorBundle: bundle
    )
    add(payload)
    for member in fields.members {
      // Any text that holds an object is read, as a provider may read it: a key that stands twice counts there too.
      guard let inner = try container(member.value, named: member.key),
        Unwrapper.containers.containsBytes(of: member.key)
      else { continue }
      add(payload.entering(inner, from: member.key))
    }
  }

  /// A value as an object, also where it came as JSON in a string.
  mutating func container(_ value: JSONValue?, named name: String) throws(PayloadError) -> JSONObject? {
    switch value {
    case .object(let object): return object
    case .string(let text) where looksLikeObject(text):
      // A text that merely begins like JSON is somebody's text.
      guard let document = try? JSONReader.read(text) else { return nil }
      note(document.notices, within: name)
      return document.value.object
    default: return nil
    }
  }

  /// The text that a text spells as JSON; nil for any other.
  private func encodedText(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
    return (try? JSONReader.read(text))?.value.string
  }

  private func looksLikeObject(_ text: String) -> Bool {
    text.utf8.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "{")
  }

  mutating func note(_ contradiction: Contradiction) {
    contradictions.append(contradiction)
  }

  mutating func note(_ warning: PayloadWarning) {
    warnings.append(warning)
  }

  mutating func noteNoPushInside() {
    emptyReason = .noPushInside
  }
}

extension Payload {
  /// The payload that stands in one of this one's fields.
  func entering(_ inner: JSONObject, from key: String) -> Payload {
    Payload(
      envelope: envelope,
      fields: inner.without(["aps"]),
      outerFields: fields,
      containerKey: key,
      aps: inner["aps"]?.object ?? aps,
      notification: notification,
      simulatorBundle: simulatorBundle
    )
  }
}
