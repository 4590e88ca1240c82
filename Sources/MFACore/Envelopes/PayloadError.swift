/// Why an input is no push that can be answered for certain. All of it is the input's fault.
package enum PayloadError: Error, Sendable, Equatable {
  case text(TextError)
  /// `within` names the field whose text holds the document, nil for the input itself.
  case json(JSONError, within: String?)
  case contradiction(Contradiction)
  case field(FieldError)
  /// Nothing in it belongs to a provider: somebody else's notification.
  case notMFA(NotMFAReason)
  /// A dictionary that a language printed, at this place, and why no push is taken from it.
  case printed(PushPlace.Printer, PrintedProblem, TextPosition?)
}

/// Why a printed dictionary is not enough.
package enum PrintedProblem: Sendable, Equatable {
  /// It can't be read to its end, or not in one way only.
  case unreadable
  /// Its types and separators are guessed, so that a flag does not answer it.
  case guessed
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
  /// Pushes that were found in one input and differ; the first of many.
  case pushesDiffer([PushPlace])
}

/// What is wrong with one field of a push.
package struct FieldError: Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    case missing
    case wrongType(found: String, wanted: String)
    case unknownValue(String, known: [String])
    case onlyEmptyMatchValues
    /// A template's placeholder that its sender did not fill in.
    case placeholder(String)
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
  /// A field's text is a map that a language printed.
  case printedText(field: String, PrintedText)
  /// A field's text is an object in base 64.
  case base64(field: String)
  /// A provider's key stands inside `aps`, where no provider looks.
  case keyInsideAPS(String)
  /// `pushType` has a value of APNs' header `apns-push-type`.
  case senderNote(String)
  /// The key that tells of another service's push.
  case otherVendor(String, key: String)
  /// What starts a sign-on with `login`.
  case loginCode
  /// There is what looks like a push, and this is wrong with it.
  case incomplete(PushPlace, FieldError)
  /// A poll reply or an SNS event without a push in it.
  case noPushInside
}
