/// Why an input is no push that can be answered for certain. All of it is the input's fault.
package enum PayloadError: Error, Sendable, Equatable {
  case text(TextError)
  /// `within` names the field whose text holds the document, nil for the input itself.
  case json(JSONError, within: String?)
  case contradiction(Contradiction)
  case field(FieldError)
  /// Nothing in it belongs to a provider: somebody else's notification.
  case notMFA(NotMFAReason)
}

/// Two statements in one payload of which only one can be meant. Choosing could turn a challenge into a plain approval.
package enum Contradiction: Sendable, Equatable {
  case duplicateKey(String, TextPosition, within: String?)
  /// SNS carries two platform payloads that say different things.
  case platformsDiffer(String, String)
  /// The same key with different values in the data and in the APNs part of one FCM message.
  case conflictingKey(String)
  /// More than one push in one input.
  case severalPushes(Int)
}

/// What is wrong with one field of a push.
package struct FieldError: Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    case missing
    case wrongType(found: String, wanted: String)
    case unknownValue(String, known: [String])
    case onlyEmptyMatchValues
    case matchValueNotText(String)
    case tooLong(bytes: Int, limit: Int)
    case notJSONArray
    case stringifiedObject
    /// A text that only the service's own library can read.
    case signedByService
    case wrongPartCount(Int)
    /// A JWS whose third part is empty, as `alg: none` makes them.
    case notSigned
    case partNotBase64URL(part: String)
    case partNotJSONObject(part: String)
    case notBase64
    case notBase32
    case notJSONObject
    case notAnAddress(EndpointURL.Problem)
    /// A value that goes into a header holds a blank or a control character.
    case notAToken
    /// The value, shortened.
    case notATime(String)
    case notALifetime(String)
  }

  /// The field's name as it stands in the payload, such as `aps.data`.
  package let field: String
  package let problem: Problem

  package init(_ field: String, _ problem: Problem) {
    self.field = field
    self.problem = problem
  }
}

/// What a document that is no MFA push is instead.
package enum NotMFAReason: Sendable, Equatable {
  /// The document is an array, a number or the like.
  case notAnObject(type: String)
  case noProviderField
  /// A field's text is `[object Object]`: its sender lost the content.
  case stringifiedObject(field: String)
  /// A poll reply or an SNS event without a push in it.
  case noPushInside
}
