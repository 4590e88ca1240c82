/// Something that did not stop the work but that a person has to know: nothing is dropped or repaired in silence.
package enum Warning: Sendable, Equatable {
  /// `simctl push` takes it, a strict reader does not.
  case trailingComma(TextPosition, within: String?)
  /// A key that stands twice in a document that no provider recognised.
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
  /// The push is not signed by the server of its credential, and is answered all the same.
  case wrongSignatureForced
  /// There is a credential, or a file for it, that can't be used.
  case signatureUnchecked(reason: String)
  /// The push can be shown and not be answered.
  case unanswerable(PayloadError)
  case certificateNotVerified
  /// Headers, tokens and client certificates go to `--endpoint` only.
  case credentialsWithheldFromCallback
  /// The same for the address of an enrolment.
  case credentialsWithheldFromEnrolment
  /// A further attempt follows after so many seconds.
  case retrying(afterSeconds: Double, attempt: Int, retries: Int)
  /// Retries were asked for, but no further one is made.
  case retriesStopped(RetryPolicy.StopReason)
  case htmlReply
  /// The reply's body ended at the limit.
  case replyCut(limit: Int)
  case replyBroken
  /// The reply had more headers than are read, and its body was not read at all.
  case replyHeadCut
  /// The reply's body is in a content coding that can't be undone.
  case replyUndecodable(coding: String)
  /// Other machines reach the address, which anybody may use who does.
  case listensToOthers(String)
  /// A listener did not take a request, of a web page or for a name that is not its own.
  case requestRefused(String)
  /// A phone that listened was to stop before it came to these.
  case pushesNotAnswered(Int)
  /// A phone that listens has neither an endpoint nor a credential.
  case onlyAddressedPushesAnswered
  /// The connection to the inbox broke; watching goes on when it is back.
  case watchingBroken
  /// The service counts its notifications from the beginning again.
  case inboxBeganAnew
  /// Something secret goes to another machine without TLS.
  case plainTextService(String, secret: String)
  /// The service takes such a key when it enrols, and fails with it later.
  case keyTypeNotTaken
  /// A service that was enrolled with did not take the device's push token.
  case tokenNotTaken(credential: String, reason: String)
  /// A service that is polled refuses; the others are asked on.
  case pollingRefused(credential: String, reason: String)
  /// More pushes wait at a service than are read at once.
  case morePushesWait(count: Int, limit: Int)
  /// A service that is polled does not answer; asking goes on.
  case pollingBroken(at: String, reason: String)
  /// The practice service could not post a push to a device.
  case pushNotDelivered(id: String, to: String, reason: String)
  /// Something secret is an argument of the program; what takes it from elsewhere.
  case secretInArguments(String, instead: String)
  /// A file of secrets that others may read or write.
  case fileOpenToOthers(String, isWritable: Bool)
  /// The folder of the state, in which others may put files.
  case folderOpenToOthers(String)
  /// The secret that an enrollment shares with the server can be guessed.
  case sharedSecretShort(bytes: Int)
}
