import MFACore

@testable import MFACommand

/// What is done with the files that keep state in a script.
struct ScriptedState {
  /// The locks that are held and the journals that are open, by name.
  var held: Set<String> = []
  var appendedLines = 0
  /// The files that room is held for, by name.
  var reserved: Set<String> = []
}

extension Script {
  /// Where every script keeps its state. A file below it is one of `files`, or does not exist.
  static let stateFolder = "/state"
}

extension ScriptedWorld {
  /// Nil for a file that is no state: reading it is a step of the script.
  func stateFile(_ source: InputSource) -> Result<[UInt8], ReadError>? {
    guard case .file(let path) = source, path.text.hasPrefix(Script.stateFolder + "/") else { return nil }
    return rest.files[path.text].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
  }

  /// Files are replaced under the lock of their folder only.
  func replace(_ path: FilePath, _ bytes: [UInt8]) -> Result<Void, StateError> {
    if state.held.isEmpty { issue("\(path.text) was replaced without a lock") }
    return put(path, bytes)
  }

  private func put(_ path: FilePath, _ bytes: [UInt8]) -> Result<Void, StateError> {
    if let error = rest.writeFailure { return .failure(error) }
    if !path.text.hasPrefix(Script.stateFolder + "/") { issue("\(path.text) is no state") }
    let text = String(decoding: bytes, as: UTF8.self)
    rest.files[path.text] = text
    recorded.append(.replaced(path, text))
    return .success(())
  }

  func remove(_ path: FilePath) -> Result<Void, StateError> {
    rest.files[path.text] = nil
    recorded.append(.removed(path))
    return .success(())
  }

  func reserve(_ path: FilePath) -> Result<ReservedRoom, StateError> {
    if state.held.isEmpty { issue("room for \(path.text) was taken without a lock") }
    if let error = rest.writeFailure { return .failure(error) }
    state.reserved.insert(path.text)
    return .success(
      ReservedRoom(
        replace: { [self] bytes throws(StateError) in
          try locked {
            if state.reserved.remove(path.text) == nil { issue("there was no room left for \(path.text)") }
            return replace(path, bytes)
          }.get()
        },
        release: { [self] in locked { _ = state.reserved.remove(path.text) } }
      )
    )
  }

  func takeLock(_ path: FilePath) -> Result<HeldLock, StateError> {
    guard hold(path) else { return .failure(.inUse(path)) }
    return .success(HeldLock { [self] in locked { _ = state.held.remove(path.text) } })
  }

  func openJournal(_ path: FilePath) -> Result<Journal, StateError> {
    guard hold(path) else { return .failure(.inUse(path)) }
    if rest.files[path.text] == nil { rest.files[path.text] = "" }
    return .success(
      Journal(
        read: { [self] offset throws(ReadError) in
          // In small pieces, so that lines are cut.
          locked { Array((rest.files[path.text] ?? "").utf8.dropFirst(offset).prefix(50)) }
        },
        append: { [self] line throws(StateError) in try locked { append(line, to: path) }.get() },
        replace: { [self] bytes throws(StateError) in try locked { put(path, bytes) }.get() },
        cut: { [self] length throws(StateError) in
          locked {
            rest.files[path.text] = (rest.files[path.text]?.utf8.prefix(length)).map { String($0) ?? "" }
          }
        },
        isOvergrown: { [self] in locked { (rest.files[path.text] ?? "").utf8.count > rest.mostJournalBytes }
        },
        close: { [self] in locked { _ = state.held.remove(path.text) } }
      )
    )
  }

  private func hold(_ path: FilePath) -> Bool {
    guard !rest.inUse.contains(path.text) else { return false }
    if !state.held.insert(path.text).inserted { issue("\(path.text) is held already") }
    return true
  }

  private func append(_ line: [UInt8], to path: FilePath) -> Result<Void, StateError> {
    guard state.appendedLines < rest.journalSpace else {
      return .failure(.system(path, "No space left on device"))
    }
    state.appendedLines += 1
    let text = String(decoding: line, as: UTF8.self)
    rest.files[path.text, default: ""] += text
    recorded.append(.appended(path, text))
    return .success(())
  }
}
