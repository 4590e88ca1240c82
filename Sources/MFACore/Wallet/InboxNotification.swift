/// One notification of an identity wallet's inbox, as its service describes it.
package struct InboxNotification: Sendable, Equatable {
  package enum Kind: String, CaseIterable, Sendable {
    case message
    case lifecycleEvent = "lifecycle-event"
    case request
  }

  package enum Status: String, CaseIterable, Sendable {
    case new, read, accepted, declined, expired, deleted
  }

  /// What accepting a request asks for.
  package enum Demand: String, CaseIterable, Sendable {
    case nothing, pin, face
  }

  /// A credential that a request may be answered with.
  package struct Credential: Sendable, Equatable {
    package let id: String
    package let label: String
    package let documentType: String?
  }

  package let id: String
  /// Counts the notifications of an inbox, so that watching can go on where it stopped.
  package let sequence: Int
  package let kind: Kind
  package let status: Status
  package let title: String
  package let body: String?
  package let created: Timestamp
  package let expirationDate: Timestamp?
  package let clientName: String?
  package let isOutOfBand: Bool
  package let demand: Demand
  package let eligibleCredentials: [Credential]
  /// The whole object, for reports: it may have more members than are read here.
  package let json: JSONObject

  package init(_ object: JSONObject) throws(InboxFieldError) {
    let fields = InboxFields(object)
    id = try fields.text("id")
    sequence = try fields.integer("sequence")
    kind = try fields.word("type")
    status = try fields.word("status")
    title = try fields.optionalText("title") ?? ""
    body = try fields.optionalText("body")
    created = try fields.time("created")
    expirationDate = try fields.optionalTime("expirationDate")
    demand = try fields.optionalWord("demands") ?? .nothing
    let data = try fields.optionalObject("data").map { InboxFields($0) }
    clientName = try data?.optionalText("clientName")
    isOutOfBand = try data?.flag("outOfBand") ?? false
    var credentials: [Credential] = []
    for members in try fields.objects("eligibleCredentials") {
      let fields = InboxFields(members)
      let id = try fields.text("id")
      credentials.append(
        Credential(
          id: id,
          label: try fields.optionalText("label") ?? id,
          documentType: try fields.optionalText("documentType")
        )
      )
    }
    eligibleCredentials = credentials
    json = object
  }

  /// Reads nothing but its id and its sequence, for whoever passes it on as it is.
  ///
  /// - Returns: the sequence.
  package static func sequence(in object: JSONObject) throws(InboxFieldError) -> Int {
    let fields = InboxFields(object)
    _ = try fields.text("id")
    return try fields.integer("sequence")
  }

  /// Whether its time is over, whatever its status says.
  package func isExpired(at now: Timestamp) -> Bool {
    status == .expired || (expirationDate.map { now >= $0 } ?? false)
  }
}

/// Why a service's description of a notification can't be read.
package struct InboxFieldError: Error, Sendable, Equatable {
  package let field: String
  /// What is wrong with it, behind its name.
  package let problem: String
  /// The word that stands there and is not known, for a problem that is one.
  package let unknownWord: String?

  package init(_ field: String, _ problem: String, unknownWord: String? = nil) {
    self.field = field
    self.problem = problem
    self.unknownWord = unknownWord
  }
}

/// What may be done to a notification.
package enum InboxAction: String, CaseIterable, Sendable {
  case accept, decline, acknowledge, delete

  /// Why a notification does not take it; nil when it does.
  package func misfit(_ notification: InboxNotification) -> InboxMisfit? {
    if notification.status == .deleted { return .deleted }
    switch self {
    case .delete: return nil
    case .acknowledge: return notification.kind == .message ? nil : .wrongKind(notification.kind)
    case .accept, .decline:
      guard notification.kind == .request else { return .wrongKind(notification.kind) }
      switch notification.status {
      case .accepted, .declined: return .answered(notification.status)
      case .new, .read, .expired, .deleted: return nil
      }
    }
  }
}

/// Why something can't be done to a notification.
package enum InboxMisfit: Error, Sendable, Equatable {
  case wrongKind(InboxNotification.Kind)
  case answered(InboxNotification.Status)
  case deleted
  /// The named credential is none of the eligible ones.
  case notEligible(String, eligible: [String])
}
