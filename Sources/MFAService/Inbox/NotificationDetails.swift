import MFACore

/// What a notification is for.
enum NotificationType: String, Sendable, Equatable, CaseIterable {
  /// It is read, and acknowledged.
  case message
  /// Something has happened to a credential or a device.
  case lifecycleEvent = "lifecycle-event"
  /// It is accepted or declined.
  case request
}

/// What has to be shown to accept a request.
enum Demand: String, Sendable, Equatable, CaseIterable {
  case nothing
  case pin
  case face
}

/// What a notification says: as it is ordered, and as it stands in a journal.
struct NotificationDetails: Sendable, Equatable {
  let type: NotificationType
  let title: String
  let body: String
  let customMessage: String?
  let midUID: String?
  let documentType: String?
  let clientName: String?
  let logoURL: String?
  let claimNames: [String]
  /// Whether it is answered elsewhere than where it came from.
  let isOutOfBand: Bool
  /// The types of credentials that are eligible.
  let credentialTypes: [String]
  let demands: Demand

  /// Those that may be used. A request that names no type takes any.
  var eligible: [Credential] {
    guard credentialTypes.isEmpty else { return Credential.all.filter { credentialTypes.contains($0.type) } }
    return type == .request ? Credential.all : []
  }
}

extension NotificationDetails {
  static let names = [
    "type", "title", "body", "customMessage", "midUid", "documentType", "clientName", "logoUrl", "claimNames",
    "outOfBand", "credentialTypes", "demands",
  ]
  private static let textLimit = 2048
  private static let nameLimit = 256

  init(_ members: Members) throws(ServiceError) {
    let types = NotificationType.allCases.map(\.rawValue)
    type = try members.word("type", of: types).flatMap { NotificationType(rawValue: $0) } ?? .message
    title = try members.text("title", limit: NotificationDetails.nameLimit) ?? ""
    body = try members.text("body", limit: NotificationDetails.textLimit) ?? ""
    customMessage = try members.text("customMessage", limit: NotificationDetails.textLimit)
    midUID = try members.text("midUid", limit: NotificationDetails.nameLimit)
    documentType = try members.text("documentType", limit: NotificationDetails.nameLimit)
    clientName = try members.text("clientName", limit: NotificationDetails.nameLimit)
    logoURL = try members.text("logoUrl", limit: NotificationDetails.textLimit)
    claimNames = try members.names("claimNames")
    isOutOfBand = try members.flag("outOfBand") ?? false
    credentialTypes = try members.names("credentialTypes")
    demands = try NotificationDetails.demands(members)
    try checkDemands()
  }

  /// The request that a login yields.
  ///
  /// It is out of band: what starts in a browser is answered on another device (NIST SP 800-63B, section 5.1.3).
  init(login members: Members) throws(ServiceError) {
    let client = try members.text("clientName", limit: NotificationDetails.nameLimit)
    type = .request
    title = "Sign-on request"
    body = "\(client ?? "A service") asks you to confirm a sign-on"
    (customMessage, midUID, documentType, logoURL) = (nil, nil, nil, nil)
    clientName = client
    claimNames = try members.names("claimNames")
    isOutOfBand = true
    credentialTypes = try members.names("credentialTypes")
    demands = try NotificationDetails.demands(members)
    try checkDemands()
  }

  private static func demands(_ members: Members) throws(ServiceError) -> Demand {
    let words = Demand.allCases.map(\.rawValue)
    return try members.word("demands", of: words).flatMap { Demand(rawValue: $0) } ?? .nothing
  }

  private func checkDemands() throws(ServiceError) {
    guard demands == .nothing || type == .request else {
      throw .malformed("demands is for requests; a \(type.rawValue) demands nothing")
    }
    guard demands != .pin || !eligible.isEmpty else {
      throw .malformed("demands is pin, but no credential is of the credentialTypes")
    }
  }
}

extension Members {
  private static let mostNames = 20
  private static let shortNameLimit = 64

  /// A few short texts.
  fileprivate func names(_ name: String) throws(ServiceError) -> [String] {
    let names = try texts(name) ?? []
    guard names.count <= Members.mostNames,
      names.allSatisfy({ (1...Members.shortNameLimit).contains($0.utf8.count) })
    else {
      throw .malformed(
        "\(name) is at most \(Members.mostNames) texts of 1 to \(Members.shortNameLimit) bytes"
      )
    }
    return names
  }

  /// A whole number in that range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(ServiceError) -> Int? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let number) = value, let integer = Int(number.spelling), range.contains(integer) else {
      throw .malformed("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Nothing but these: what is misunderstood in silence makes a test pass that tests something else.
  func checkNames(_ thing: String, _ names: [String]) throws(ServiceError) {
    for member in object.members where !names.containsBytes(of: member.key) {
      throw .malformed("\(thing) has no such member; it has \(names.joined(separator: ", "))")
    }
  }
}
