/// What the service wants to be answered with beside the decision. What it holds is looked into by the push's provider
/// alone.
package struct PushRequest: Sendable, Equatable {
  /// The id of the credential that the push is for; nil where an answer takes none.
  package let credentialID: String?
  /// Why the push can be shown and not be answered; nil when it can.
  package let problem: PayloadError?
  private let content: (any Sendable & Equatable)?

  /// The default contract: the push's id is enough.
  static let contract = PushRequest(credentialID: nil, problem: nil, content: nil)

  private init(credentialID: String?, problem: PayloadError?, content: (any Sendable & Equatable)?) {
    (self.credentialID, self.problem, self.content) = (credentialID, problem, content)
  }

  /// What `read` makes of the push; one that can't be answered is still worth showing.
  init<Content: Sendable & Equatable>(of credential: String?, _ read: () throws(PayloadError) -> Content) {
    do throws(PayloadError) {
      self.init(credentialID: credential, problem: nil, content: try read())
    } catch {
      self.init(credentialID: credential, problem: error, content: nil)
    }
  }

  /// The content, for the provider whose type it is.
  package func content<Content>(as type: Content.Type) -> Content? { content as? Content }

  package static func == (left: PushRequest, right: PushRequest) -> Bool {
    guard left.problem == right.problem else { return false }
    switch (left.credentialID, right.credentialID) {
    case (nil, nil): break
    case (let one?, let other?) where one.isSameBytes(as: other): break
    default: return false
    }
    switch (left.content, right.content) {
    case (nil, nil): return true
    case (let one?, let other?): return one.isEqual(to: other)
    default: return false
    }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any Equatable) -> Bool { (other as? Self).map { $0 == self } ?? false }
}
