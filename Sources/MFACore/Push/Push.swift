/// What a push asks for.
package enum PushKind: Sendable, Equatable {
  /// Withdraws a request: it needs no answer, whatever else it carries.
  case cancel
  /// A test push: there is no sign-on behind it.
  case dry
  /// Meant for the app alone.
  case silent
  case challenge(Challenge)
  case biometric
  case `default`

  /// The kind's name without its content, as in reports and in `--expect`.
  package enum Name: String, Sendable, Equatable, CaseIterable {
    case `default`, challenge, biometric, dry, cancel, silent
  }

  package var name: Name {
    switch self {
    case .cancel: .cancel
    case .dry: .dry
    case .silent: .silent
    case .challenge: .challenge
    case .biometric: .biometric
    case .default: .default
    }
  }
}

/// Number matching: the person confirms the value that the sign-on page shows.
package enum Challenge: Sendable, Equatable {
  /// One of these is on the page; picking it is the approval. In the order received, never empty, all different.
  case pick([MatchValue])
  /// The person types the number.
  case manualEntry
}

/// A value to be matched, as text: "07" is not "7", and some services offer letters.
///
/// Equality is that of the bytes: Swift's own would take two spellings of one accented letter for the same.
package struct MatchValue: Sendable, Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: MatchValue, right: MatchValue) -> Bool {
    left.text.isSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ByteKey(text)) }
}

/// Whether the push was signed, and what became of checking that.
package enum SignatureState: String, Sendable, Equatable {
  case none, verified, unverified, wrong
}

/// Which fields made a push what it is, for a person who asks why.
package struct Evidence: Sendable, Equatable {
  /// The field, such as `pushType`.
  package let field: String
  /// Its value as it stands in the payload, nil when the field is absent.
  package let value: String?

  package init(_ field: String, _ value: String?) {
    self.field = field
    self.value = value
  }
}

/// A push that a provider recognised, read whole.
package struct Push: Sendable, Equatable {
  /// The service's id of the request, at most 256 bytes.
  package let id: String
  /// The row of the provider that it is of.
  package let row: Provider
  package let envelope: Envelope
  /// A provider that fetches what a push does not hold sets it then.
  package internal(set) var kind: PushKind
  package let evidence: [Evidence]
  package let text: AlertText
  /// When it stops being answerable.
  package let expiry: Expiry
  package let deepLink: String?
  package let context: JSONValue?
  package let customData: JSONObject
  package var signature: SignatureState
  /// Where the push itself wants its answer; nil for one that was found inside something else.
  package private(set) var callback: EndpointURL?
  package let simulatorBundle: String?
  /// What the push was signed as, where that is a JWS.
  package let jws: CompactJWS?
  /// The text that is signed, where another one is shown: what came around a signed message can be anybody's.
  package var signedText: SignedText?
  /// What an answer to it takes.
  package var request = PushRequest.contract
  /// Where it was found, when no known envelope held it.
  package private(set) var place: PushPlace?

  package var provider: ProviderName { row.name }

  /// The push as one that was found: whoever wrote what is around it is not known, so it gives no address.
  func found(at place: PushPlace) -> Push {
    var push = self
    (push.place, push.callback) = (place, nil)
    return push
  }

  func withoutCallback() -> Push {
    var push = self
    push.callback = nil
    return push
  }

  /// Whether both ask for the same, wherever they were found and whatever was shown with them.
  func asksTheSame(as other: Push) -> Bool {
    provider == other.provider && id.isSameBytes(as: other.id) && kind == other.kind
      && expiry == other.expiry && request == other.request
      && JSONValue.object(customData).means(.object(other.customData))
  }

  /// The push with a change made to what others wrote to be read: neither its id nor what it asks for changes.
  package func changingTexts(
    _ text: (String) -> String,
    json: (JSONValue) -> JSONValue,
    signed: (JSONObject) -> JSONObject
  ) -> Push {
    var push = Push(
      id: id,
      row: row,
      envelope: envelope,
      kind: kind,
      evidence: evidence,
      text: AlertText(
        title: self.text.title.map(text),
        message: self.text.message.map(text),
        isLocalized: self.text.isLocalized,
        usedFields: self.text.usedFields
      ),
      expiry: expiry,
      deepLink: deepLink.map(text),
      context: context.map(json),
      customData: json(.object(customData)).object ?? customData,
      signature: signature,
      callback: callback,
      simulatorBundle: simulatorBundle,
      jws: jws.map {
        CompactJWS(
          header: signed($0.header),
          claims: signed($0.claims),
          signingInput: $0.signingInput,
          signature: $0.signature
        )
      },
      signedText: signedText.map { SignedText(title: $0.title.map(text), message: text($0.message)) },
      request: request
    )
    push.place = place
    return push
  }
}

/// The circumstances under which a push is read: a provider has no clock and no dice of its own.
package struct Reception: Sendable {
  /// When the push arrived.
  package let receivedAt: Timestamp
  /// What the clock says.
  package let now: Timestamp
  /// A fresh id for a push that has none.
  package let freshID: String
  /// Whose pushes are known.
  package let providers: [Provider]
  /// `Authorization` of the HTTP request whose body it is; nil where nobody posted it.
  package let authorization: Secret?

  package init(
    receivedAt: Timestamp,
    now: Timestamp,
    freshID: String,
    providers: [Provider] = Provider.all,
    authorization: Secret? = nil
  ) {
    self.receivedAt = receivedAt
    self.now = now
    self.freshID = freshID
    self.providers = providers
    self.authorization = authorization
  }
}
