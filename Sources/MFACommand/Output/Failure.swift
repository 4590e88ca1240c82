import MFACore
import MFAService

/// Every way in which a run can end short of what was asked, as data; `Sentences` has the words.
enum Failure: Error, Sendable, Equatable {
  case usage(UsageError)
  case unreadable(InputSource, ReadError)
  case payload(PayloadError, PushSource)
  case unexpectedKind(expected: PushKind.Name, found: PushKind.Name)
  case notAnswerable(Misfit)
  case expired(at: Timestamp, now: Timestamp, what: Expiring = .push)
  /// There is no credential that could be used.
  case credential(CredentialProblem)
  /// A service that was polled has more than one push, of which one has to be named.
  case severalPushes([PushMention])
  case noDecision(NoDecisionCause)
  case notReached(
    TransferFailure,
    EndpointURL,
    mayHaveArrived: Bool,
    of: MessageKind = .decision,
    in: SendingContext = SendingContext()
  )
  case refused(
    HTTPReply,
    of: MessageKind = .decision,
    because: RefusalReason = .status,
    in: SendingContext = SendingContext()
  )
  case demo(DemoFailure)
  /// A listener could not start.
  case notListening(ServiceStartError, Listener)
  /// The journal of the practice service can't be used.
  case journal(JournalFailure, FilePath)
  case state(StateFailure)
  /// A service's reply is not what was asked for.
  case unusableReply(UnusableReply)
  /// The service told why it did not take the answer to a request.
  case inbox(InboxRefusal, HTTPReply)
  case notAnswerableInbox(InboxMisfit)
  case login(LoginFailure)
  case face(SimulatedFace)
  /// The request with this id was not answered, and still can be, at the inbox that is there.
  indirect case requestWaits(Failure, id: String, inbox: Address)
  case enrolment(EnrolmentFailure)
  /// There is no device yet, or it was never registered.
  case noDevice
  /// The result could not be written. What was changed is told with it, in words, so that nothing is lost.
  case output(WriteError, despite: String? = nil)
}

/// What has a time to be answered in.
enum Expiring: String, Sendable {
  case push, request
}

/// Why a question went without an answer.
enum NoDecisionCause: Sendable, Equatable {
  case endOfInput
  case timeout(seconds: Double)
  /// The push expired while the question stood.
  case expiredWhileAsking
  /// A stop signal was caught while the question stood.
  case interrupted
  /// Deleting was not confirmed.
  case kept
  /// A phone that listened was to stop before it came to this push.
  case listeningOver
  /// A service that was polled had no push, or only others than the one that was named.
  case nothingToPoll(looks: Int, others: [String])
}

/// Why no credential can be used for what is to be done. Nothing was sent.
enum CredentialProblem: Sendable, Equatable {
  /// None has this id; nil where the push does not even name one.
  case missing(Provider?, id: String?)
  case locked(ProviderName, id: String)
  /// The push is not signed by the service that the credential is of.
  case wrongSignature(ProviderName)
  /// It was enrolled before.
  case alreadyEnrolled(ProviderName, id: String)
  /// What was asked for needs a credential whose service can be polled, and there is none.
  case nonePollable
  /// Several could be meant.
  case several(ids: [String])
  /// The file that was named for them is not there.
  case noFile(FilePath)
  /// A field of the file holds what is no key.
  case unusableFile(FilePath, String)
  case unreadableKey(FilePath, ReadError)
  /// Something could not be computed with a key of this credential; nil where it has none yet.
  case cryptography(CryptographyError, key: String, of: String?)
}

/// Why a demonstration did not end as announced.
enum DemoFailure: Sendable, Equatable {
  case serviceNotStarted(ServiceStartError)
  /// The practice service did not answer a request of the demonstration's own side.
  case serviceNotReached(TransferFailure)
  case unexpectedReply(status: Int)
  /// The sign-on ended in another state than announced.
  case endedOtherwise(announced: String, actual: String)
}

/// What a message to a service is about.
enum MessageKind: String, CaseIterable, Sendable {
  case decision, registration, token, pairing, event, notification, answer, enrolment, poll
  case testPush = "test push"
  case loginRequest = "login request"
  case pushDetails = "push's details"

  /// What a service does with it that takes it.
  var verb: String {
    switch self {
    case .decision: "record"
    case .notification, .pushDetails: "give"
    case .poll: "answer"
    case .registration, .token, .pairing, .event, .testPush, .answer, .loginRequest, .enrolment: "take"
    }
  }
}

/// Who listens.
enum Listener: Sendable, Equatable {
  case service, phone
}

/// Why the journal of the practice service can't be used. It was left as it is.
enum JournalFailure: Error, Sendable, Equatable {
  case content(JournalError)
  case unreadable(ReadError)
  case file(StateError)
}

/// Why this program's own state can't be used. It was left as it is.
enum StateFailure: Error, Sendable, Equatable {
  case unreadable(FilePath, ReadError)
  /// It is not what this program writes.
  case notOurs(FilePath, String)
  case file(StateError)
}

/// What is wrong with a reply to a question about the inbox.
enum UnusableReply: Error, Sendable, Equatable {
  case notJSON
  case field(InboxFieldError)
  /// Another notification than the one that was asked for.
  case otherID(String)
}

/// Why a service does not take an answer to a request, by the `code` in its reply.
enum InboxRefusal: Sendable, Equatable {
  case wrongPIN(triesLeft: Int)
  case pinNeeded
  case credentialLocked
  case faceNotRecognised
  case requestExpired
  case answeredElsewhere
  case invalidAuthentication
  case authenticationKeyExpired
}

/// Why a sign-on from a QR code or a deep link did not come to its request.
enum LoginFailure: Sendable, Equatable {
  case request(LoginRequestError)
  case unreadable(InputSource, ReadError)
  case keyExpired(at: Timestamp)
  case retryLimit(looks: Int)
}

/// Why a text enrols nothing.
enum EnrolmentFailure: Sendable, Equatable {
  case unreadable(InputSource, ReadError)
  case uri(EnrolmentError)
  /// The service has enrolled the phone, and the credential could not be kept.
  case notKept(StateFailure)
}
