import MFACore

/// What a run has to say, as it may be shown: in text that others wrote the secrets are masked.
///
/// What is parsed, compared, signed and kept is what came; this is made of it for output alone. So each type here names
/// the texts in it that are the other side's. The rest stays as it is, whatever a secret is called: our own words, ids,
/// kinds, states, times, match values, and addresses, which mask by themselves what is secret in them.
extension Report {
  func masked(by redactor: Redactor) -> Report {
    guard !redactor.isEmpty else { return self }
    var shown = self
    shown.push = push?.masked(by: redactor)
    shown.delivery = delivery?.masked(by: redactor)
    if case .notification(let notification?) = subject {
      shown.subject = .notification(notification.masked(by: redactor))
    }
    shown.warnings = warnings.map { $0.masked(by: redactor) }
    if let failure { shown.ending = .failed(failure.masked(by: redactor)) }
    return shown
  }
}

extension Push {
  /// Of a JWS: what it is and how it was signed, the credential's id, the kind, the times and the numbers.
  private static let ownClaims: Set<ByteKey> = ["typ", "alg", "u", "k", "i", "t", "n"]

  func masked(by redactor: Redactor) -> Push {
    guard !redactor.isEmpty else { return self }
    return changingTexts(
      { redactor.redact($0) },
      json: { $0.redacted(by: redactor) },
      signed: { $0.redacted(by: redactor, keeping: Push.ownClaims) }
    )
  }
}

extension InboxNotification {
  /// The members that a next command takes, or that are words of the protocol.
  static let ownMembers: Set<ByteKey> = [
    "id", "midUid", "type", "status", "created", "updated", "expirationDate", "demands", "credential",
    "documentType", "credentialTypes",
  ]

  func masked(by redactor: Redactor) -> InboxNotification {
    guard !redactor.isEmpty else { return self }
    // What makes it a notification has stayed.
    return (try? InboxNotification(json.redacted(by: redactor, keeping: Self.ownMembers))) ?? self
  }
}

// MARK: What was sent and received

extension Delivery {
  fileprivate func masked(by redactor: Redactor) -> Delivery {
    Delivery(
      request: request.masked(by: redactor),
      reply: reply?.masked(by: redactor),
      attempts: attempts,
      durationMilliseconds: durationMilliseconds,
      mayHaveArrived: mayHaveArrived
    )
  }
}

extension HTTPRequest {
  /// Members of the bodies that are sent which are ids, words of a protocol or match values.
  private static let ownMembers = InboxNotification.ownMembers.union([
    "decision", "authMethod", "numberChallenge", "event", "environment", "topic", "bundleIdentifier", "face",
    "identifierForVendor", "login",
  ])

  /// Its address and its headers know by themselves what is secret in them.
  func masked(by redactor: Redactor) -> HTTPRequest {
    HTTPRequest(
      method: method,
      url: url,
      headers: headers,
      body: redactor.redact(body: body, keeping: HTTPRequest.ownMembers)
    )
  }
}

extension HTTPReply {
  func masked(by redactor: Redactor) -> HTTPReply {
    HTTPReply(
      status: status,
      headers: headers.map { Header(name: $0.name, value: redactor.redact($0.value)) },
      body: redactor.redact(body: body),
      retryAfterSeconds: retryAfterSeconds
    )
  }
}

extension HTTPResult {
  func masked(by redactor: Redactor) -> HTTPResult {
    HTTPResult(
      reply: reply?.masked(by: redactor),
      failure: failure?.masked(by: redactor),
      mayHaveArrived: mayHaveArrived,
      durationMilliseconds: durationMilliseconds
    )
  }
}

extension TransferFailure {
  fileprivate func masked(by redactor: Redactor) -> TransferFailure {
    TransferFailure(cause: cause, detail: redactor.redact(detail))
  }
}

// MARK: What went wrong

extension Failure {
  /// No `default`: a new failure says here whether somebody else's words are in it.
  func masked(by redactor: Redactor) -> Failure {
    guard !redactor.isEmpty else { return self }
    return switch self {
    case .payload(let error, let source): .payload(error.masked(by: redactor), source)
    case .severalPushes(let pushes):
      .severalPushes(pushes.map { PushMention(id: $0.id, text: $0.text.map(redactor.redact)) })
    case .notReached(let failure, let url, let mayHaveArrived, let kind, let context):
      .notReached(
        failure.masked(by: redactor),
        url,
        mayHaveArrived: mayHaveArrived,
        of: kind,
        in: context
      )
    case .refused(let reply, let kind, let reason, let context):
      .refused(reply.masked(by: redactor), of: kind, because: reason, in: context)
    case .inbox(let refusal, let reply): .inbox(refusal, reply.masked(by: redactor))
    case .requestWaits(let failure, let id, let inbox):
      .requestWaits(failure.masked(by: redactor), id: id, inbox: inbox)
    case .unusableReply(.field(let error)):
      .unusableReply(
        .field(
          InboxFieldError(error.field, error.problem, unknownWord: error.unknownWord.map(redactor.redact))
        )
      )
    case .usage, .unreadable, .unexpectedKind, .notAnswerable, .expired, .credential, .noDecision, .demo,
      .notListening, .journal, .state, .unusableReply, .notAnswerableInbox, .login, .face, .enrolment,
      .noDevice, .output:
      self
    }
  }
}

extension PayloadError {
  fileprivate func masked(by redactor: Redactor) -> PayloadError {
    guard case .field(let error) = self else { return self }
    return switch error.problem {
    case .unknownValue(let value, let known):
      .field(FieldError(error.field, .unknownValue(redactor.redact(value), known: known)))
    default: self
    }
  }
}

extension Warning {
  /// Most name fields, numbers and times. What quotes a text is here; a reason was made of what is masked already.
  func masked(by redactor: Redactor) -> Warning {
    guard !redactor.isEmpty else { return self }
    return switch self {
    case .payload(.unknownTypeReadAsDefault(let field, let value)):
      .payload(.unknownTypeReadAsDefault(field: field, value: redactor.redact(value)))
    case .payload(.signatureNotChecked(let field, let asked)):
      .payload(
        .signatureNotChecked(field, JWSHeaderMember(asked.name, asked.value?.redacted(by: redactor)))
      )
    case .unanswerable(let error): .unanswerable(error.masked(by: redactor))
    // The address may have the device's push token in it.
    case .pushNotDelivered(let id, let url, let reason):
      .pushNotDelivered(id: id, to: redactor.redact(url), reason: reason)
    default: self
    }
  }
}
