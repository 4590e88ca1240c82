import MFACore

/// The whole command: from the arguments to the exit code. It never exits by itself.
package struct Program: Sendable {
  private let system: System

  package init(system: System) {
    self.system = system
  }

  /// Runs with these arguments, the program's own name left out; nil when nobody knows what they were.
  package func run(_ arguments: [Argument]?) -> ExitCode {
    // No arguments mean `respond`, which may send: whoever lost them asked for something else.
    guard let arguments else {
      plainConsole.note("\(Version.name): error: started without arguments, not even a program name")
      return .internal
    }
    do throws(UsageError) {
      // Whoever types the bare name wants to know what it does.
      if arguments.isEmpty, system.isTerminal(.input) { return bare() }
      switch try FlagParser.parse(arguments, isFile: system.fileExists) {
      case .help(let command, let isLong): return print(HelpText.text(command, isLong: isLong, columns: 79))
      case .groupHelp(let words): return print(HelpText.group(words))
      case .version:
        return print(HelpText.version(commit: system.buildCommit, library: system.libraryVersion()))
      case .completions(let shell): return print(shell.completions)
      case .manualPage: return print(ManualPage.text)
      case .run(let invocation, let run):
        return try run(try SettingsResolution(invocation, system: system))
      }
    } catch {
      return misuse(error, arguments)
    }
  }

  private func bare() -> ExitCode {
    plainConsole.note(HelpText.text(nil, isLong: false, columns: 79))
    return .usage
  }

  private var plainConsole: Console {
    Console(system: system, settings: OutputSettings(command: .help), redactor: Redactor())
  }

  private func print(_ text: String) -> ExitCode {
    let console = plainConsole
    do {
      try console.result(text)
      return .done
    } catch {
      if error != .closedPipe { console.fail(.output(error)) }
      return .localIO
    }
  }

  /// The arguments could not be read whole, so what they say about output is read off them one by one.
  private func misuse(_ error: UsageError, _ arguments: [Argument]) -> ExitCode {
    let texts = arguments.prefix { !$0.is("--") }.compactMap(\.text)
    let command =
      if case .command(let named, _) = FlagParser.name(in: texts) { named } else { Command.respond }
    let glued = texts.last { $0.beginsWith("--color=") }.map { String($0.dropFirst(8)) }
    let next = texts.lastIndex { $0.isSameBytes(as: "--color") }.flatMap { texts.dropFirst($0 + 1).first }
    let color = (glued ?? next).flatMap { ColorChoice(named: $0) }
    let settings = OutputSettings(
      command: command,
      json: texts.containsBytes(of: "--json"),
      color: color ?? .auto
    )
    let console = Console(system: system, settings: settings, redactor: Redactor())
    var report = Report(command: command)
    report.ending = .failed(.usage(error))
    return console.finish(report)
  }
}
