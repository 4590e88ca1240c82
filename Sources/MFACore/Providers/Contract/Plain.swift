extension Provider {
  /// Flat keys beside `aps`, for people's own services. The format is this project's; the README documents it.
  package static let plain: Provider = Provider(
    name: .plain,
    recognises: { payload in
      payload.fields[PlainField.isCancel] != nil
        || payload.fields[PlainField.type] != nil && Provider.senderNote(in: payload.fields) == nil
    },
    read: { (payload, reception, warnings) throws(PayloadError) in
      try PlainReader(payload: payload).push(reception, warnings: &warnings)
    },
    answering: .contract,
    facts: PushFacts(
      form:
        "pushType beside aps: default, challenge, biometric, dry, cancel, silent; numbersChallenge, messageId, ttl, "
        + "sentAt, callbackUrl"
    )
  )
}

extension Provider {
  /// The values of APNs' header `apns-push-type`, which senders note in a member of the same name as ours.
  private static let apnsPushTypes: Set<String> = [
    "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
    "pushtotalk", "voip", "widgets",
  ]

  /// The value of `pushType` where it is a sender's note for APNs and not the type of a push.
  static func senderNote(in object: JSONObject) -> String? {
    guard let text = object[PlainField.type]?.string, let word = text.word, apnsPushTypes.contains(word)
    else {
      return nil
    }
    return text
  }
}

private enum PlainField {
  static let type = "pushType"
  static let isCancel = "isCancelAuthentication"
  static let numbers = "numbersChallenge"
  static let lifetime = "ttl"
  static let sentAt = "sentAt"
  static let context = "contextInfo"
  static let callback = "callbackUrl"

  static let all = [type, isCancel, numbers, lifetime, sentAt, context, callback, "deep_link"]
}

private struct PlainReader {
  let payload: Payload

  func push(_ reception: Reception, warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    let text = AlertText.read(payload, warnings: &warnings)
    let (kind, evidence) = try kind(warnings: &warnings)
    let idField = payload.idField
    let id = try payload.id(idField)
    if id == nil { warnings.append(.missingID(replacement: reception.freshID)) }
    let lifetime = Lifetime(ttl: payload.field(PlainField.lifetime), sent: payload.field(PlainField.sentAt))
    return Push(
      id: id ?? reception.freshID,
      row: .plain,
      envelope: payload.envelope,
      kind: kind,
      evidence: evidence,
      text: text,
      expiry: lifetime.expiry(reception, warnings: &warnings),
      deepLink: payload.deepLink(warnings: &warnings),
      context: payload.fields[PlainField.context]?.asContext,
      customData: payload.customData(
        without: PlainField.all + text.usedFields + [idField?.name].compactMap(\.self)
      ),
      signature: .none,
      callback: callback(warnings: &warnings),
      simulatorBundle: payload.simulatorBundle,
      jws: nil
    )
  }

  private func kind(warnings: inout [PayloadWarning]) throws(PayloadError) -> (PushKind, [Evidence]) {
    let numbers = MatchValueField(name: PlainField.numbers, value: payload.fields[PlainField.numbers])
    if try isCancelled() {
      numbers.warnIfUnused(kind: .cancel, warnings: &warnings)
      return (.cancel, [Evidence(PlainField.isCancel, "true")])
    }
    let spelled = try payload.text(PlainField.type, in: payload.fields)
    let evidence = Evidence(PlainField.type, spelled)
    guard let name = spelled.word.flatMap(PushKind.Name.init) else {
      let known = ["default", "challenge", "dry", "cancel", "silent", "biometric"]
      throw .field(FieldError(PlainField.type, .unknownValue(spelled, known: known)))
    }
    guard name == .challenge else {
      numbers.warnIfUnused(kind: name, warnings: &warnings)
      return (PushKind(simple: name), [evidence])
    }
    let values = try numbers.read(warnings: &warnings)
    return (.challenge(Challenge(values)), [evidence, numbers.evidence])
  }

  private func isCancelled() throws(PayloadError) -> Bool {
    switch payload.fields[PlainField.isCancel] {
    case nil, .null: return false
    case .bool(let flag): return flag
    case .string(let text) where ["true", "1"].contains(text.word): return true
    case .string(let text) where ["false", "0", ""].contains(text.word): return false
    case .number(let number) where number.spelling == "1": return true
    case .number(let number) where number.spelling == "0": return false
    case .some(let other):
      throw .field(
        FieldError(PlainField.isCancel, .wrongType(found: other.typeName, wanted: "true or false"))
      )
    }
  }

  /// An address that can't be used is no reason to refuse the push: `--endpoint` may be given.
  private func callback(warnings: inout [PayloadWarning]) -> EndpointURL? {
    guard let field = payload.field(PlainField.callback) else { return nil }
    guard let text = field.value.string else {
      warnings.append(.callbackIgnored(field: field.name, problem: nil))
      return nil
    }
    guard text.utf8.count <= Payload.addressLimit else {
      warnings.append(
        .callbackTooLong(field: field.name, bytes: text.utf8.count, limit: Payload.addressLimit)
      )
      return nil
    }
    do { return try EndpointURL(text) } catch {
      warnings.append(.callbackIgnored(field: field.name, problem: error))
      return nil
    }
  }
}

extension ProviderName {
  package static let plain = ProviderName("plain")
}
