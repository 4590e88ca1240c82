/// A reply of privacyIDEA or eduMFA, which tell success by `result.value` and not by the status: a wrong signature, a
/// replay and a challenge that is over get 200 as well.
package struct PushTokenReply: Sendable {
  private let status: Int
  private let result: JSONObject?
  private let detail: JSONObject?

  package init(_ reply: HTTPReply) {
    status = reply.status
    let text = try? SourceText.decode(reply.body)
    let document = text.flatMap { try? JSONReader.read($0) }
    // Of two values under one key neither can be believed.
    let isAmbiguous =
      document?.notices.contains { if case .duplicateKey = $0 { true } else { false } } ?? false
    let object = isAmbiguous ? nil : document?.value.object
    result = object?["result"]?.object
    detail = object?["detail"]?.object
  }

  package var verdict: Verdict {
    if let refusal { return .refused(refusal) }
    return result?["value"] == .bool(true) ? .recorded : .refused(.fieldMissing("result.value"))
  }

  /// What a reply to an enrollment means: it brings the server's key, and an error may come beside it.
  package var enrolmentVerdict: Verdict {
    if let refusal { return .refused(refusal) }
    return serverKey == nil ? .refused(.fieldMissing("detail.public_key")) : .recorded
  }

  /// That the service says no, in whatever place: a member that says yes beside it changes nothing.
  private var refusal: RefusalReason? {
    guard (200...299).contains(status) else { return .status }
    for name in ["status", "value"] where result?[name] == .bool(false) {
      return .saidNo(field: "result.\(name)")
    }
    return nil
  }

  /// The code that the phone is to show, which the person types where they sign on (`push_code_to_phone`).
  package var displayCode: String? {
    switch detail?["display_code"] {
    case .string(let text) where !text.isEmpty: text
    case .number(let number) where number.isInteger: number.spelling
    default: nil
    }
  }

  /// The server's public key, the answer to an enrolment: base 64 of an RSAPublicKey (PKCS #1), with line breaks.
  package var serverKey: [UInt8]? {
    detail?["public_key"]?.string.flatMap { text in
      Base64.decode(String(text.unicodeScalars.filter { !$0.properties.isWhitespace }.map { Character($0) }))
    }
  }

  /// The pushes that wait, the answer to a poll.
  ///
  /// A key that stands twice in the reply is refused: keeping either could turn a challenge into a plain approval.
  package static func pushes(in reply: HTTPReply) throws(PayloadError) -> [JSONObject] {
    let document: JSONDocument
    do { document = try JSONReader.read(try SourceText.decode(reply.body)) } catch {
      throw .field(FieldError("the reply", .notJSONObject))
    }
    for case .duplicateKey(let key, let position) in document.notices {
      throw .contradiction(.duplicateKey(key, position, within: nil))
    }
    switch document.value.object?["result"]?.object?["value"] {
    case .array(let list): return try list.map { element throws(PayloadError) in try push(element) }
    case nil, .null: throw .field(FieldError("result.value", .missing))
    case .some(let other):
      throw .field(FieldError("result.value", .wrongType(found: other.typeName, wanted: "an array")))
    }
  }

  private static func push(_ element: JSONValue) throws(PayloadError) -> JSONObject {
    guard let push = element.object else {
      throw .field(
        FieldError("result.value", .wrongType(found: element.typeName, wanted: "an array of objects"))
      )
    }
    return push
  }
}
