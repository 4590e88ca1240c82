extension Provider {
  /// Auth0 Guardian: the object `mfa` beside `aps`, or the same short keys flat in FCM's map.
  ///
  /// Source: Guardian.swift and Guardian.Android, `Notification`.
  package static let guardian: Provider = Provider(
    name: .guardian,
    recognises: { GuardianReader($0) != nil },
    read: { (payload, reception, warnings) throws(PayloadError) in
      guard let reader = GuardianReader(payload) else { throw .notMFA(.noProviderField) }
      return try reader.push(reception, warnings: &warnings)
    },
    answering: .enrolled(.guardian),
    // Its enrollment is made and kept up elsewhere: a file with its key is all there is of it here.
    credentials: .guardian,
    facts: PushFacts(
      form: "the object mfa beside aps, or its members in FCM's map",
      details: { push in
        guard let request = push.request.content(as: GuardianRequest.self) else { return [] }
        return ["enrolment \(request.enrolment)", "answered at \(request.server)"]
      },
      secrets: { push in
        push.request.content(as: GuardianRequest.self).map { [$0.transactionToken] } ?? []
      }
    )
  )
}

private struct GuardianReader {
  let payload: Payload
  let members: JSONObject
  /// How the members are named to a person.
  let path: String
  let evidence: Evidence

  private static let category = "com.auth0.notification.authentication"
  private static let memberNames = ["dai", "txtkn", "c", "d", "sh", "txlnkid", "s", "l"]

  init?(_ payload: Payload) {
    self.payload = payload
    let category = payload.aps?["category"] == .string(GuardianReader.category)
    if let object = payload.object("mfa"),
      category || GuardianReader.hasTransaction(object)
    {
      members = object
      path = "mfa."
    } else if payload.containerKey?.isSameBytes(as: "mfa") != true,
      GuardianReader.hasTransaction(payload.fields)
    {
      members = payload.fields
      path = ""
    } else {
      return nil
    }
    evidence =
      category
      ? Evidence("aps.category", GuardianReader.category) : Evidence(path + "txtkn", Secret.mask)
  }

  private static func hasTransaction(_ object: JSONObject) -> Bool {
    object["txtkn"] != nil && object["dai"] != nil
  }

  func push(_ reception: Reception, warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    for required in ["dai", "txtkn", "c", "sh"] {
      _ = try payload.text(required, in: members, path: path)
    }
    guard let started = members["d"], ![.null, .string("")].contains(started) else {
      throw .field(FieldError(path + "d", .missing))
    }
    // It has no lifetime: its service ends it in its own time.
    let lifetime = Lifetime(sent: (path + "d", started))
    let text = AlertText.read(payload, warnings: &warnings)
    let used = path.isEmpty ? GuardianReader.memberNames : ["mfa"]
    return Push(
      // The protocol has no id of the request; the linking id is there for consents only.
      id: try payload.id(members["txlnkid"].map { (path + "txlnkid", $0) }) ?? reception.freshID,
      row: .guardian,
      envelope: payload.envelope,
      kind: .default,
      evidence: [evidence],
      text: text,
      expiry: lifetime.expiry(reception, warnings: &warnings),
      deepLink: nil,
      context: context,
      customData: payload.customData(without: used + text.usedFields),
      signature: .none,
      callback: nil,
      simulatorBundle: payload.simulatorBundle,
      jws: nil,
      request: PushRequest(of: members["dai"]?.string) { () throws(PayloadError) in try request() }
    )
  }

  private func request() throws(PayloadError) -> GuardianRequest {
    let host = try payload.address("sh", in: members, path: path).trimmed
    let server: EndpointURL
    do throws(EndpointURL.Problem) {
      server = try EndpointURL(host.containsText("://") ? host : "https://" + host)
    } catch {
      throw .field(FieldError(path + "sh", .notAnAddress(error)))
    }
    let token = try payload.text("txtkn", in: members, path: path)
    // It becomes part of a header.
    guard token.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else {
      throw .field(FieldError(path + "txtkn", .notAToken))
    }
    return GuardianRequest(
      enrolment: try payload.text("dai", in: members, path: path),
      transactionToken: Secret(token),
      challenge: try payload.text("c", in: members, path: path),
      server: server
    )
  }

  /// Where the sign-on comes from: `s` is the source, `l` the location.
  private var context: JSONValue? {
    let inside = Payload(envelope: payload.envelope, fields: members)
    let parts = [("source", "s"), ("location", "l")].compactMap { name, key in
      inside.object(key).map { JSONObject.Member(key: name, value: .object($0)) }
    }
    return parts.isEmpty ? nil : .object(JSONObject(parts))
  }
}

extension ProviderName {
  package static let guardian = ProviderName("guardian")
}
