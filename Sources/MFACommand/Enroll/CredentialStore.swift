import MFACore

/// A file of credentials and its lock: the state's own, or one that was named. Private keys are files beside it.
///
/// Nothing is kept in memory between two uses: another run may change it meanwhile.
struct CredentialStore: Sendable {
  let file: FilePath
  /// Whether it has to be there: somebody named it.
  private let isNamed: Bool
  let system: System

  /// - Parameter mayBeMissing: whether a file that was named is made when it is not there, as enrolling does.
  init(_ file: CredentialsFile, mayBeMissing: Bool = false, system: System) {
    self.file = file.path
    isNamed = file.isNamed && !mayBeMissing
    self.system = system
  }

  private static let version = 1

  static func file(in folder: FilePath) -> FilePath { folder.appending("credentials.json") }

  /// Bytes; a thousand credentials have less.
  private static let limit = 4 << 20
  private static let keyLimit = 64 << 10
  /// A key of RSA with 4,096 bits has 3.3 KB in PEM.
  private static let newKeySize = 8 << 10
  /// Seconds to wait for another run, which holds the lock for a file access only.
  private static let patience = 5.0

  /// The credentials in the order in which they were enrolled; none when there is no file.
  func read() throws(Failure) -> [Credential] {
    let bytes: [UInt8]
    do { bytes = try system.read(.file(file), CredentialStore.limit) } catch {
      if error == .notFound {
        guard !isNamed else { throw .credential(.noFile(file)) }
        return []
      }
      throw .state(.unreadable(file, error))
    }
    do { return try records(in: bytes) } catch {
      throw error.isKey
        ? .credential(.unusableFile(file, error.reason)) : .state(.notOurs(file, error.reason))
    }
  }

  private func records(in bytes: [UInt8]) throws(CredentialFileError) -> [Credential] {
    guard let text = try? SourceText.decode(bytes), let document = try? JSONReader.read(text),
      document.notices.isEmpty, let object = document.value.object
    else { throw CredentialFileError("it is not a JSON object") }
    guard case .number(let number)? = object["version"], number.spelling == "\(CredentialStore.version)"
    else {
      throw CredentialFileError("its version is not \(CredentialStore.version)")
    }
    guard let list = object["credentials"]?.array else { throw CredentialFileError("it has no credentials") }
    var records: [Credential] = []
    for (index, element) in list.enumerated() {
      do throws(CredentialFileError) {
        guard let object = element.object else { throw CredentialFileError("it is \(element.typeName)") }
        records.append(try Credential(object, of: system.providers))
      } catch {
        throw CredentialFileError("credential \(index + 1): \(error.reason)", isKey: error.isKey)
      }
    }
    return records
  }

  /// Room for one more credential and, unless it shares a secret, its key.
  func reserve(for provider: ProviderName, hasKey: Bool) throws(Failure) -> CredentialRoom {
    let lock = try lock()
    defer { lock.release() }
    let size = (try? system.read(.file(file), CredentialStore.limit).count) ?? 0
    let list = try reserve(file, size + ReservedRoom.growth)
    guard hasKey else { return CredentialRoom(list: list, key: nil) }
    // A fresh name each time: an enrollment that fails must not harm the key of another.
    let name = "\(provider.rawValue)-\(RandomUUID.make(from: system.random())).pem"
    do throws(Failure) {
      let key = try reserve(beside(name), CredentialStore.newKeySize)
      return CredentialRoom(list: list, key: (name, key))
    } catch {
      list.release()
      throw error
    }
  }

  private func reserve(_ path: FilePath, _ size: Int) throws(Failure) -> ReservedRoom {
    do { return try system.reserveFile(path, size, file) } catch { throw .state(.file(error)) }
  }

  /// Keeps what was enrolled: the key first, so that there is never a record without one.
  func add(_ credential: Credential, in room: CredentialRoom) throws(Failure) -> Credential {
    var record = credential
    if credential.privateKey != nil, let name = room.key?.name { record.privateKey = .file(name: name) }
    var isKeyWritten = false
    do throws(Failure) {
      try update(in: room.list) { records throws(Failure) in
        if let same = records.first(where: { $0.isSame(as: record) }) {
          throw .credential(.alreadyEnrolled(same.provider, id: same.id))
        }
        if let key = room.key, case .pem(let privateKey)? = credential.privateKey {
          do throws(StateError) { try key.room.replace(privateKey.reveal()) } catch {
            throw .state(.file(error))
          }
          isKeyWritten = true
        }
        records.append(record)
      }
    } catch {
      // Without its record a key is of no use to anybody.
      if isKeyWritten, let key = room.key { try? system.removeFile(beside(key.name)) }
      throw error
    }
    return record
  }

  /// Changes the list under the lock; what another run wrote before is what is changed.
  func update(
    in room: ReservedRoom? = nil,
    _ change: (inout [Credential]) throws(Failure) -> Void
  ) throws(Failure) {
    let lock = try lock()
    defer { lock.release() }
    var records = try read()
    try change(&records)
    let object = JSONObject([
      "version": .number(JSONNumber(CredentialStore.version)),
      "credentials": .array(records.map { .object($0.json) }),
    ])
    let bytes = JSONWriter.bytes(.object(object)) + [UInt8(ascii: "\n")]
    do throws(StateError) {
      if let room { try room.replace(bytes) } else { try system.replaceFile(file, bytes) }
    } catch {
      throw .state(.file(error))
    }
  }

  private func lock() throws(Failure) -> HeldLock {
    do {
      return try system.lockFile(FilePath(bytes: file.bytes + Array(".lock".utf8)), CredentialStore.patience)
    } catch { throw .state(.file(error)) }
  }

  /// Takes a credential away, and its key after it.
  func remove(_ record: Credential) throws(Failure) {
    var left: [Credential] = []
    try update { records throws(Failure) in
      records.removeAll { $0.isSame(as: record) }
      left = records
    }
    // Somebody's own file may have one key for several, or name what is no key at all: only a name of ours is removed.
    guard let name = record.keyFile, name.hasPrefix(record.provider.rawValue + "-"), name.hasSuffix(".pem"),
      !left.contains(where: { $0.keyFile == name })
    else { return }
    do { try system.removeFile(beside(name)) } catch { throw .state(.file(error)) }
  }

  /// The credential with its keys read.
  func load(_ record: Credential) throws(Failure) -> Credential {
    let loaded: Credential
    do { loaded = try record.loaded(system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "serverKey", of: record.id))
    }
    guard let name = record.keyFile else { return loaded }
    var credential = loaded
    let path = beside(name)
    do {
      credential.privateKey = .pem(SecretBytes(try system.read(.file(path), CredentialStore.keyLimit)))
    } catch {
      throw .credential(.unreadableKey(path, error))
    }
    return credential
  }

  /// Those that hold the private keys.
  func keyFiles() throws(Failure) -> [FilePath] { try read().compactMap(\.keyFile).map(beside) }

  /// A file in the folder of this one.
  private func beside(_ name: String) -> FilePath {
    let slash = file.bytes.lastIndex(of: UInt8(ascii: "/"))
    return FilePath(bytes: (slash.map { Array(file.bytes[...$0]) } ?? []) + Array(name.utf8))
  }
}

/// Room for a credential that is being enrolled.
struct CredentialRoom: Sendable {
  let list: ReservedRoom
  /// The name of the key's file, and its room.
  let key: (name: String, room: ReservedRoom)?

  func release() {
    list.release()
    key?.room.release()
  }
}

/// Where credentials are kept.
struct CredentialsFile: Sendable, Equatable {
  let path: FilePath
  /// Whether a flag named it; else it is the state's own, which need not be there.
  let isNamed: Bool
}
