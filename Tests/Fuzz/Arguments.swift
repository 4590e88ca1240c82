import MFACore

@testable import MFACommand

/// Command lines, through the parser alone and through the whole program.
///
/// Arguments are divided by zero bytes. One that begins with a byte from 1 to 4 stands for an entry of the flag table
/// or for a command, which the byte behind it picks, so that every flag is met however many there come to be.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  check(data, size) { bytes in
    let arguments = bytes.split(separator: 0, maxSplits: 63, omittingEmptySubsequences: false)
      .map { Argument(bytes: spelled($0)) }
    checkParser(arguments)
    checkProgram(arguments)
    checkSecrets(arguments)
  }
}

private func spelled(_ part: ArraySlice<UInt8>) -> [UInt8] {
  guard let first = part.first, (1...4).contains(first), let pick = part.dropFirst().first else {
    return Array(part)
  }
  let rest = Array(part.dropFirst(2))
  let flag = FlagTable.all[Int(pick) % FlagTable.all.count]
  switch first {
  case 1: return Array(flag.name.utf8) + rest
  case 2: return Array("\(flag.name)=".utf8) + rest
  case 3: return Array("-\(flag.letter ?? "v")".utf8) + rest
  default: return Array(Command.allCases[Int(pick) % Command.allCases.count].rawValue.utf8) + rest
  }
}

private func checkParser(_ arguments: [Argument]) {
  let texts = arguments.prefix { $0.text != "--" }.compactMap(\.text)
  switch Result(catching: { () throws(UsageError) in try FlagParser.parse(arguments) }) {
  case .success(.help): break
  case .success(let parsed):
    expect(!texts.contains("--help") && !texts.contains("-h"), "help wins: \(parsed)")
    guard case .run(let invocation, _) = parsed else { return }
    let (command, options) = (invocation.command, invocation.options)
    let verbosity = options.output.verbosity
    expect(verbosity <= arguments.reduce(0) { $0 + $1.bytes.count }, "-v counts: \(verbosity)")
    let (answer, send) = (options.answer, options.send)
    for seconds in [
      answer.delay, answer.answerTimeout, send.maxTime, send.connectTimeout, send.retry.fixedDelay,
      send.retry.maxTime,
    ] {
      expect((0...86_400).contains(seconds ?? 0), "a time is bounded: \(String(describing: seconds))")
    }
    expect((0...1000).contains(send.retry.retries), "retries are bounded: \(send.retry.retries)")
    expect([.respond, .inspect, .demo].contains(command), "\(command) does not run")
  case .failure:
    expect(texts.allSatisfy { !["--help", "-h", "--version", "-V"].contains($0) }, "help wins: \(texts)")
  }
}

/// The program with these arguments, a challenge as its input and a service that fails.
private func checkProgram(_ arguments: [Argument]) {
  let world = FuzzWorld(input: challenge, typed: ["", "12"], results: [failed, refused])
  let code = world.run(arguments, environment: ["MFA_ENDPOINT": "https://mfa.example.com/r"])
  expect(code != .internal, "an internal error: \(world.errors)")
  let words = world.errors.split(separator: "\n").filter { !$0.hasPrefix("\u{1B}") }
  // --color=always is ours; text of others has no escapes in it.
  let uncoloured = ["\u{1B}[1m", "\u{1B}[1;31m", "\u{1B}[1;33m", "\u{1B}[0m"].reduce(
    words.joined(separator: "\n")
  ) {
    $0.replacingAll($1, with: "")
  }
  expectFit(uncoloured, "standard error")
  expectFit(world.screen, "the question")
  if code == .usage { expect(world.sent.isEmpty, "misuse sends nothing") }
  for transfer in world.sent {
    for header in transfer.request.headers {
      let isLine = (header.name + header.wireValue).unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t"
      }
      expect(isLine, "a header is one line: \(header.name): \(header.wireValue.debugDescription)")
    }
  }
  if code == .usage, arguments.contains(where: { $0.text == "--" }) { return }
  if code == .usage, arguments.contains(where: { $0.text == "--json" }) { _ = readReport(world.output) }
}

/// A header and a user-info whose values must show nowhere, whatever else is on the line.
private func checkSecrets(_ arguments: [Argument]) {
  let secrets = ["c4n4ry-header-7f3a", "c4n4ry-password-51be"]
  guard !arguments.contains(where: { $0.shownText.containsText("c4n4ry") }) else { return }
  let ours = ["-H", "X-Token: \(secrets[0])", "--proxy", "http://u:\(secrets[1])@proxy.example:3128"]
  let line = ours.map { Argument(bytes: Array($0.utf8)) } + arguments
  let world = FuzzWorld(input: challenge, typed: ["12"], results: [echo])
  _ = world.run(line, environment: ["MFA_ENDPOINT": "https://mfa.example.com/r"])
  for secret in secrets {
    for stream in [world.output, world.errors, world.screen] {
      expect(!stream.containsText(secret), "a secret shows: \(stream.debugDescription)")
    }
  }
}

private let challenge = Array(
  #"{"aps":{"alert":"Sign in?"},"pushType":"challenge","numbersChallenge":["12","34"],"messageId":"m"}"#.utf8
)

private let failed = HTTPResult(
  reply: nil,
  failure: TransferFailure(cause: .timedOut, detail: "too late"),
  mayHaveArrived: true,
  durationMilliseconds: 1
)

private let refused = HTTPResult(
  reply: HTTPReply(status: 503, headers: [], body: Array("busy".utf8), retryAfterSeconds: Int.max),
  failure: nil,
  mayHaveArrived: true,
  durationMilliseconds: 1
)

/// A service that says what it was told, as test servers do.
private let echo = HTTPResult(
  reply: HTTPReply(
    status: 400,
    headers: [.init(name: "X-Echo", value: "c4n4ry-header-7f3a")],
    body: Array("you sent c4n4ry-header-7f3a".utf8),
    retryAfterSeconds: nil
  ),
  failure: nil,
  mayHaveArrived: true,
  durationMilliseconds: 1
)
