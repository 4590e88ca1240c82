import MFACore

/// Finds the credential that a push is for, and checks the push's signature with it.
struct CredentialLookup: Sendable {
  /// Nil where there is neither a file that was named nor a folder for state.
  let store: CredentialStore?
  let system: System

  init(file: CredentialsFile?, system: System) {
    store = file.map { CredentialStore($0, system: system) }
    self.system = system
  }

  /// The push with the state of its signature, as far as that can be told without failing, and the credential that
  /// told it.
  ///
  /// - Parameter failure: why it could not be told, where it is not for want of a credential.
  func checked(_ push: Push, from source: PushSource, failure: inout Failure?) -> ReceivedPush {
    let unchecked = ReceivedPush(push: push, source: source, credential: nil)
    guard push.signature == .unverified else { return unchecked }
    var checked = push
    do throws(Failure) {
      let credential = try credential(for: push)
      checked.signature = try signature(of: push, by: credential)
      return ReceivedPush(push: checked, source: source, credential: credential)
    } catch {
      if case .credential(.missing) = error {} else { failure = error }
      return unchecked
    }
  }

  /// What becomes of checking the push's signature.
  func signature(of push: Push, by credential: Credential) throws(Failure) -> SignatureState {
    guard push.signature == .unverified,
      case .enrolled(let answering) = push.row.answering
    else { return push.signature }
    do { return try answering.check(push, credential, system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
  }

  /// The credential that the push names, locked or not.
  func credential(for push: Push) throws(Failure) -> Credential {
    guard let id = push.request.credentialID, let store else {
      throw .credential(.missing(push.row, id: push.request.credentialID))
    }
    let records = try store.read().filter { $0.takes(push) }
    guard let record = records.first(where: { $0.isAnswering(push) }) ?? records.first else {
      throw .credential(.missing(push.row, id: id))
    }
    return try store.load(record)
  }
}

/// A push that is to be dealt with.
struct ReceivedPush: Sendable {
  let push: Push
  let source: PushSource
  /// The one that its signature was checked with; nil where none was.
  let credential: Credential?
}

extension [Credential] {
  /// The one with this id, behind which its endpoint may stand.
  func named(_ id: String) throws(Failure) -> Credential {
    let found = filter { $0.isNamed(id) }
    guard let record = found.first else { throw .credential(.missing(nil, id: id)) }
    guard found.count == 1 else { throw .credential(.several(ids: found.map(\.nameWithEndpoint))) }
    return record
  }
}

extension Credential {
  /// The id, behind which the endpoint may stand: two servers may give the same serial.
  func isNamed(_ name: String) -> Bool {
    let names = [id, nameWithEndpoint] + [endpoint.map { "\(id)@\($0.wireText)" }].compactMap(\.self)
    return names.containsBytes(of: name)
  }

  fileprivate var nameWithEndpoint: String { id + (endpoint.map { "@\($0)" } ?? "") }

  /// Whether its service has a list of its pushes that can be asked for.
  var isPollable: Bool { row.polling != nil && endpoint != nil }

  /// The name of the file with its private key.
  var keyFile: String? {
    if case .file(let name)? = privateKey { name } else { nil }
  }

  /// Whether both are of the same enrollment.
  func isSame(as other: Credential) -> Bool {
    provider == other.provider && id == other.id && endpoint == other.endpoint
  }
}
