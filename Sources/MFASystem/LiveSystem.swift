import CLibraries
package import MFACommand

extension System {
  /// The outside world as it is: the process's own environment, files, terminal, clock and network.
  package static func live() -> System {
    System(
      environment: Process.environment,
      read: InputReading.read,
      fileExists: InputReading.exists,
      isTerminal: Descriptors.isTerminal,
      openTerminal: Terminal.open,
      send: HTTPClient.send,
      now: Clock.now,
      sleep: { StopSignal.wait(seconds: $0) },
      random: Randomness.bits,
      write: Descriptors.write,
      startService: PracticeServer.start,
      startListener: IntakeQueue.start,
      catchStopSignals: StopSignal.catchNext,
      waitForStop: StopSignal.wait,
      replaceFile: StateFile.replace,
      reserveFile: StateFile.reserve,
      othersAccess: FileAccess.ofOthers,
      removeFile: StateFile.remove,
      lockFile: FileLock.take,
      openJournal: JournalFile.open,
      cryptography: Keys.cryptography,
      libraryVersion: HTTPClient.libraryVersion,
      buildCommit: mfa_build_commit().map { String(cString: $0) },
      endOfPipe: PipeSignal.letIn
    )
  }
}
