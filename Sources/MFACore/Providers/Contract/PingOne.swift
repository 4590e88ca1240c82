extension Provider {
  /// The object `PingOne`, with the members of the notification object of PingOne's SDK (`NotificationObject`).
  /// PingOne's own wire format is not public; no compatibility with it is claimed.
  package static let pingOne: Provider = Provider(
    name: .pingone,
    recognises: { payload in
      switch payload.fields[PingOneField.object] {
      case .object, .string: true
      default: false
      }
    },
    read: { (payload, reception, warnings) throws(PayloadError) in
      try PingOneReader(payload: payload).push(reception, warnings: &warnings)
    },
    answering: .contract,
    facts: PushFacts(form: "the object PingOne, with the members of its SDK's notification")
  )
}

private enum PingOneField {
  static let object = "PingOne"
  static let type = "notificationType"
  static let matching = "numberMatchingType"
  static let options = "numberMatchingOptions"
  static let lifetime = "timeoutDuration"
  static let context = "clientContext"
}

private struct PingOneReader {
  let payload: Payload

  func push(_ reception: Reception, warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    let object = try object()
    let inside = Payload(envelope: payload.envelope, fields: object)
    let text = AlertText.read(payload, warnings: &warnings)
    let (kind, evidence) = try kind(object, warnings: &warnings)
    let idField = inside.idField ?? payload.idField
    let id = try payload.id(idField)
    if id == nil { warnings.append(.missingID(replacement: reception.freshID)) }
    // Beside the object as well, as the id: a time that is passed over would let the push live longer.
    let sent = inside.field("sentAt") ?? payload.field("sentAt")
    let lifetime = Lifetime(
      ttl: inside.field(PingOneField.lifetime) ?? payload.field(PingOneField.lifetime),
      sent: sent
    )
    return Push(
      id: id ?? reception.freshID,
      row: .pingOne,
      envelope: payload.envelope,
      kind: kind,
      evidence: evidence,
      text: text,
      expiry: lifetime.expiry(reception, warnings: &warnings),
      deepLink: payload.deepLink(warnings: &warnings),
      context: object[PingOneField.context]?.asContext,
      customData: payload.customData(
        without: text.usedFields + [PingOneField.object, PingOneField.lifetime, "sentAt", "deep_link"]
          + [idField?.name].compactMap(\.self)
      ),
      signature: .none,
      callback: nil,
      simulatorBundle: payload.simulatorBundle,
      jws: nil
    )
  }

  private func object() throws(PayloadError) -> JSONObject {
    if let object = payload.object(PingOneField.object) { return object }
    let isLost = payload.fields[PingOneField.object] == .string(Unwrapper.stringifiedObject)
    throw .field(FieldError(PingOneField.object, isLost ? .stringifiedObject : .signedByService))
  }

  private func kind(_ object: JSONObject, warnings: inout [PayloadWarning]) throws(PayloadError) -> (
    PushKind, [Evidence]
  ) {
    let path = PingOneField.object + "."
    let spelled = try payload.text(PingOneField.type, in: object, path: path)
    let evidence = Evidence(path + PingOneField.type, spelled)
    let options = MatchValueField(name: path + PingOneField.options, value: object[PingOneField.options])
    let word = spelled.word
    switch word {
    case "authentication": break
    case "authcanceled", "done", "none":
      let kind: PushKind = word == "authcanceled" ? .cancel : word == "done" ? .dry : .silent
      options.warnIfUnused(kind: kind.name, warnings: &warnings)
      return (kind, [evidence])
    default:
      let known = ["authentication", "authCanceled", "done", "none"]
      throw .field(FieldError(path + PingOneField.type, .unknownValue(spelled, known: known)))
    }
    let matching = try matchingType(object, path: path)
    let matchingEvidence = Evidence(path + PingOneField.matching, matching)
    switch matching.word {
    case "":
      options.warnIfUnused(kind: .default, warnings: &warnings)
      return (.default, [evidence, matchingEvidence])
    case "enter_manually":
      options.warnIfUnused(kind: .challenge, warnings: &warnings)
      return (.challenge(.manualEntry), [matchingEvidence])
    case "select_number":
      return (
        .challenge(Challenge(try options.read(warnings: &warnings))), [matchingEvidence, options.evidence]
      )
    default:
      let known = ["SELECT_NUMBER", "ENTER_MANUALLY"]
      throw .field(FieldError(path + PingOneField.matching, .unknownValue(matching, known: known)))
    }
  }

  /// Empty on iOS, null on Android when number matching is not used.
  private func matchingType(_ object: JSONObject, path: String) throws(PayloadError) -> String {
    switch object[PingOneField.matching] {
    case nil, .null: return ""
    case .string(let text): return text
    case .some(let other):
      throw .field(
        FieldError(path + PingOneField.matching, .wrongType(found: other.typeName, wanted: "text"))
      )
    }
  }
}

extension ProviderName {
  package static let pingone = ProviderName("pingone")
}
