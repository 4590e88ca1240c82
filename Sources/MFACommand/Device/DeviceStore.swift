import MFACore

/// The device's file and its lock. Nothing is kept in memory between two uses: another run may change it meanwhile.
struct DeviceStore: Sendable {
  let folder: FilePath
  let system: System

  private static let limit = 1 << 20
  /// Seconds to wait for another run, which holds the lock for a file access only.
  private static let patience = 5.0

  private var file: FilePath { folder.appending("device.json") }

  /// The device as it is; nil when there is none yet.
  func read() throws(Failure) -> DeviceRecord? {
    let bytes: [UInt8]
    do { bytes = try system.read(.file(file), DeviceStore.limit) } catch {
      if error == .notFound { return nil }
      throw .state(.unreadable(file, error))
    }
    do { return try DeviceRecord(bytes) } catch { throw .state(.notOurs(file, error.reason)) }
  }

  /// Changes the device, or a new one, under the lock; what another run wrote before is what is changed.
  func update(in room: ReservedRoom? = nil, _ change: (inout DeviceRecord) -> Void) throws(Failure)
    -> DeviceRecord
  {
    let lock = try lock()
    defer { lock.release() }
    let before = try read()
    var record = before ?? DeviceRecord(identifier: RandomUUID.make(from: system.random()))
    change(&record)
    guard record != before else { return record }
    do throws(StateError) {
      if let room { try room.replace(record.file) } else { try system.replaceFile(file, record.file) }
    } catch {
      throw .state(.file(error))
    }
    return record
  }

  /// Room for the device's next contents.
  func reserve() throws(Failure) -> ReservedRoom {
    let lock = try lock()
    defer { lock.release() }
    let size = (try? system.read(.file(file), DeviceStore.limit).count) ?? 0
    do { return try system.reserveFile(file, size + ReservedRoom.growth, file) } catch {
      throw .state(.file(error))
    }
  }

  private func lock() throws(Failure) -> HeldLock {
    do { return try system.lockFile(folder.appending("device.lock"), DeviceStore.patience) } catch {
      throw .state(.file(error))
    }
  }
}
