import MFACore

enum ServingFlags {
  private static let commands: Set<Command> = [.serve, .listen]

  static let rows: [Flag] = [
    Flag(
      "host",
      .value(.init("ADDRESS")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        raw.host = text
      },
      group: .serving,
      commands: commands,
      help: "the address to listen on (default 127.0.0.1)",
      details: "An IPv4 or IPv6 address, or localhost. One that other machines reach needs --allow-remote."
    ),
    Flag(
      "port",
      .value(.init("PORT")) { (raw, text, _) throws(BadValue) in
        raw.port = try count(text, in: 0...65_535)
      },
      group: .serving,
      commands: commands,
      help: "the port to listen on; 0, the default, picks a free one",
      details: "The address is the first line of standard output, with --json as {\"url\": …}."
    ),
    Flag(
      "allow-remote",
      .toggle { $0.allowRemote = true },
      group: .serving,
      commands: commands,
      help: "let --host name an address that other machines reach",
      details: "Always warns: whoever reaches the port may use it."
    ),
    Flag(
      "allow-host",
      .value(.init("NAME")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        guard let url = try? EndpointURL("http://\(text)/"), url.host == text.lowercased(),
          !text.contains("[")
        else {
          throw .notAHostName
        }
        raw.allowedHosts.append(text)
      },
      group: .serving,
      commands: commands,
      help: "a host name, beyond addresses and localhost, to be asked by; repeatable",
      details: "As other containers know it. Other names are refused, since any web page can own one."
    ),
    Flag(
      "state",
      .file(.init("FILE")) { raw, path, _ in raw.journalFile = path },
      group: .serving,
      commands: [.serve],
      help: "keep the service's state in this journal across restarts",
      details: "It survives the end of the program, kill -9 included, but not a power cut."
    ),
    Flag(
      "count",
      .value(.init("N")) { (raw, text, _) throws(BadValue) in
        raw.count = try count(text, in: 1...1_000_000_000)
      },
      group: .serving,
      commands: [.listen, .inboxWatch],
      help: "stop after this many pushes or notifications"
    ),
    Flag(
      "max-pending",
      .value(.init("N")) { (raw, text, _) throws(BadValue) in
        raw.maxPending = try count(text, in: 1...100_000)
      },
      group: .serving,
      commands: [.listen],
      help: "pushes that may wait for their answer (default 1000)",
      details: "Further ones get 503."
    ),
  ]

  static func count(_ text: String, in range: ClosedRange<Int>) throws(BadValue) -> Int {
    guard text.utf8.count <= 10, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else { throw .notACount(minimum: range.lowerBound, maximum: range.upperBound) }
    return number
  }
}
