/// Something about a payload that did not keep it from being read but that a person has to know: nothing is dropped or
/// repaired in silence.
package enum PayloadWarning: Sendable, Equatable {
  /// `simctl push` takes it, a strict reader does not.
  case trailingComma(TextPosition, within: String?)
  /// A key that stands twice in a document that no provider recognized.
  case duplicateKey(String, TextPosition, within: String?)
  case largerThanAPNsTakes(bytes: Int)
  /// The push stands inside something that is not known to hold one.
  case found(PushPlace)
  /// Such a push gives no address.
  case callbackOfFoundPush
  /// An SNS platform document that SNS itself would refuse.
  case snsWouldRefuse(notText: String?, defaultMissing: Bool)
  case localizationArgumentsSkipped(field: String)
  /// A member of the alert or notification that is not text.
  case alertTextIgnored(field: String, type: String)
  case missingID(replacement: String)
  case emptyMatchValues(field: String, count: Int)
  case repeatedMatchValues(field: String, count: Int)
  /// Match values in a push that its own type says takes none.
  case unusedMatchValues(field: String, kind: String)
  /// An offered value that can't be typed at the prompt, since the word denies.
  case offeredValueReadsDeny
  /// A field of this name has a time or a lifetime that can't be read, so nobody knows when the push expires.
  case timeUnreadable(FieldError)
  /// The text of a time or a lifetime is empty, which counts as absent.
  case emptyTime(field: String)
  case lifetimeMissing(field: String, assumedSeconds: Int)
  case deepLinkIgnored(field: String, type: String)
  case callbackIgnored(field: String, problem: EndpointURL.Problem?)
  case callbackTooLong(field: String, bytes: Int, limit: Int)
  case unknownTypeReadAsDefault(field: String, value: String)
  /// A field whose text is `[object Object]`.
  case stringifiedObject(field: String)
  /// A signed message that came without its envelope and so without its message id.
  case messageIDInvented(String)
  /// The header of the JWS in this field asks for what is not done here, so its signature can't be right.
  case signatureNotChecked(String, JWSHeaderMember)
  /// A claim that is not of its type.
  case claimNotUsed(String, type: String)
  /// The cookie of a load balancer that can't be read or put into a header.
  case cookieNotSent(field: String)
}
