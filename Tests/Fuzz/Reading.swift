import MFACore

@testable import MFACommand

/// The bytes of an input, all the way: text, document, envelopes, push, question, sentences, report, decision.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  check(data, size) { bytes in
    // A large input is for the time that it takes; each way through it once has to be enough.
    guard size <= 1 << 16 else {
      let world = FuzzWorld(input: bytes)
      _ = world.run("inspect", "--json", "-v", "-")
      _ = readReport(world.output)
      return
    }
    let value = readDocument(bytes)
    let push = readPush(bytes)
    checkInspection(bytes, push)
    guard let push else { return }
    checkPush(push)
    checkPrompt(bytes, push)
    checkFlags(bytes, push)
    if let value { checkDuplicates(in: value, of: push, choice: bytes.reduce(0) { $0 &* 31 &+ Int($1) }) }
  }
}

/// A document that is read, written and read again is the same; nil when the bytes are none.
private func readDocument(_ bytes: [UInt8]) -> JSONValue? {
  guard let text = try? SourceText.decode(bytes), let document = try? JSONReader.read(text) else {
    return nil
  }
  let written = JSONWriter.bytes(document.value)
  expect(SourceText.isUTF8(written), "what is written is UTF-8")
  guard let again = try? JSONReader.read(String(decoding: written, as: UTF8.self)) else {
    fatalError("does not hold: what is written is read: \(String(decoding: written, as: UTF8.self))")
  }
  expect(again.value == document.value, "what is read again is equal")
  expect(JSONWriter.bytes(again.value) == written, "what is read again is written the same")
  let duplicates = { (document: JSONDocument) in
    document.notices.contains { if case .duplicateKey = $0 { true } else { false } }
  }
  expect(duplicates(again) == duplicates(document), "a duplicate key is noticed again")
  if !duplicates(document) { expect(again.value.means(document.value), "what is read again means the same") }
  return document.value
}

private func readPush(_ bytes: [UInt8]) -> Push? {
  let reception = Reception(
    receivedAt: FuzzWorld.start.advanced(bySeconds: -10),
    now: FuzzWorld.start,
    freshID: "fresh"
  )
  var warnings: [PayloadWarning] = []
  return try? Recognition.read(bytes, isSimulatorFile: false, reception: reception, warnings: &warnings)
}

private func checkPush(_ push: Push) {
  expect((1...256).contains(push.id.utf8.count), "an id has 1 to 256 bytes: \(push.id)")
  switch (Question(push.kind), push.kind) {
  case (nil, .cancel), (nil, .dry), (nil, .silent): break
  case (.approveOrDeny, .default), (.approveOrDeny, .biometric), (.typeNumber, .challenge(.manualEntry)):
    break
  case (.pick(let values), .challenge(.pick)):
    expect(!values.isEmpty && Set(values).count == values.count, "the values differ: \(values)")
    expect(values.allSatisfy { !$0.text.trimmed.isEmpty }, "no value is empty: \(values)")
  case (let question, let kind): fatalError("does not hold: \(kind) asks \(String(describing: question))")
  }
  guard let question = Question(push.kind) else { return }
  for line in ["", " ", "\t", "\u{A0}", "\r", "\u{FEFF}", "\u{200B}", "ok", "maybe"] {
    guard case .approve(let number) = TypedAnswer.action(line, for: question) else { continue }
    // Letters that were offered may be any word; an empty line is none.
    let isOffered = number.map { push.kind.offers($0) } ?? false
    expect(isOffered && !line.trimmed.isEmpty, "\(line.debugDescription) approves \(push.kind)")
  }
  if question != .approveOrDeny {
    for word in ["approve", "a", "yes", "y"] {
      guard case .approve(let number) = TypedAnswer.action(word, for: question) else { continue }
      expect(number.map { push.kind.offers($0) } ?? false, "\(word) approves \(push.kind)")
    }
  }
}

/// `inspect` in words and as JSON: an exit code that fits, one line of result, nothing in it that a terminal obeys.
private func checkInspection(_ bytes: [UInt8], _ push: Push?) {
  let worded = FuzzWorld(input: bytes)
  let code = worded.run("inspect", "-v", "-")
  expect(
    push == nil ? code == .payloadInvalid || code == .notMFAPush : code == .done,
    "inspect ends with \(code)"
  )
  expectFit(worded.output, "the result")
  expectFit(worded.errors, "standard error")
  // One line, and those with what is inside a JWS: its header, and each claim.
  let lines = push.map { 1 + ($0.jws.map { 1 + $0.claims.members.count } ?? 0) } ?? 0
  expect(worded.output.utf8.count { $0 == 0x0A } == lines, "\(lines) lines: \(worded.output)")

  let reported = FuzzWorld(input: bytes)
  expect(reported.run("inspect", "--json", "-q", "-") == code, "--json changes no exit code")
  let report = readReport(reported.output)
  expect(
    report["exitCode"] == .number(JSONNumber(Int(code.rawValue))),
    "the report has the exit code \(code)"
  )
  expect(report.members.map(\.key) == members, "the members of the report: \(report.members.map(\.key))")
  expect((report["push"]?.object == nil) == (push == nil), "the report has the push")
  expect(report["push"]?.object?["id"]?.string?.utf8.count ?? 0 <= 256, "the report has the id")
  expect((report["error"]?.object == nil) == (code == .done), "the report has the error")
  expect(worded.sent.isEmpty && reported.sent.isEmpty, "inspect sends nothing")
}

private let members = [
  "schema", "command", "outcome", "exitCode", "source", "push", "decision", "delivery", "warnings", "error",
]

/// Somebody at the terminal who types nothing that is an answer sends nothing; who types an answer sends that one.
private func checkPrompt(_ bytes: [UInt8], _ push: Push) {
  let idle = FuzzWorld(input: bytes, typed: ["", " \t", "\u{A0}"], results: [recorded])
  let code = idle.run("--endpoint", "https://mfa.example.com/r", "--ignore-expiry", "-")
  expect(idle.sent.isEmpty, "an empty line sends nothing")
  let asks = Question(push.kind) != nil
  let ends: Set<ExitCode> = asks ? [.noDecision, push.withoutCredential] : [.done]
  expect(ends.contains(code), "nobody answers a \(push.kind.name): \(code)")
  expectFit(idle.screen, "the question")
  expectFit(idle.errors, "standard error")

  guard case .challenge(.pick(let values)) = push.kind, code == .noDecision else { return }
  let world = FuzzWorld(input: bytes, typed: [values[0].text], results: [recorded])
  expect(
    world.run("--endpoint", "https://mfa.example.com/r", "--ignore-expiry", "-") == .done,
    "a value answers"
  )
  let body = world.sent.first.flatMap {
    try? JSONReader.read(String(decoding: $0.request.body, as: UTF8.self))
  }
  let decision = body?.value.object
  // A push without an id gets a random one in each run.
  let isOurs = decision?["id"]?.string.map { $0.utf8.elementsEqual(push.id.utf8) } ?? false
  expect(world.sent.count == 1 && (isOurs || push.id == "fresh"), "one decision on this push is sent")
  let isDenial = values[0].text.lowercased() == "deny"
  expect(decision?["decision"]?.string == (isDenial ? "deny" : "approve"), "the value approves")
  let number = decision?["numberChallenge"]?.string.map { MatchValue($0) }
  expect(number == (isDenial ? nil : values[0]), "the value is sent as it was offered: \(values[0])")
}

private let recorded = HTTPResult(
  reply: HTTPReply(status: 200, headers: [], body: [], retryAfterSeconds: nil),
  failure: nil,
  mayHaveArrived: true,
  durationMilliseconds: 1
)

/// `--approve` sends a plain approval of what is no challenge, and of nothing else.
private func checkFlags(_ bytes: [UInt8], _ push: Push) {
  let world = FuzzWorld(input: bytes, results: [recorded])
  let code = world.run("--approve", "--json", "-vv", "--endpoint", "https://u:pw@mfa.example.com/{id}", "-")
  let report = readReport(world.output)
  expect(
    report["exitCode"] == .number(JSONNumber(Int(code.rawValue))),
    "the report has the exit code \(code)"
  )
  expectFit(world.errors, "the trace")
  expect(world.sent.count == (code == .done ? 1 : 0), "\(code) with \(world.sent.count) requests")
  switch push.kind {
  case _ where push.place?.printer != nil && Question(push.kind) != nil:
    expect(code == .payloadInvalid, "--approve of what a language printed: \(code)")
  case _ where push.hasUnreadableTime && Question(push.kind) != nil:
    expect(code == .payloadInvalid, "--approve of a push whose time can't be read: \(code)")
  case .default, .biometric:
    expect([.done, .expired, push.withoutCredential].contains(code), "--approve: \(code)")
  // What can't be answered at all is told before what does not fit.
  default:
    expect(
      [.notAnswerable, .expired].contains(code) || push.request.problem != nil && code == .payloadInvalid,
      "--approve of a \(push.kind.name): \(code)"
    )
  }
  let dry = FuzzWorld(input: bytes)
  _ = dry.run("--deny", "-n", "--ignore-expiry", "--force", "--endpoint", "https://mfa.example.com/{id}", "-")
  expect(dry.sent.isEmpty, "a dry run sends nothing")
  expectFit(dry.output, "a dry run")
}

extension Push {
  fileprivate var hasUnreadableTime: Bool {
    if case .unreadable = expiry { true } else { false }
  }
}

/// The same document with one key twice is no push any more: either value could be the one that is meant.
///
/// Inside a text, which need not be a document to anybody, it must at least not turn a challenge into a plain approval.
private func checkDuplicates(in value: JSONValue, of push: Push, choice: Int) {
  var search = Duplication(choice: choice)
  let objects = search.count(value)
  guard objects > 0 else { return }
  search.target = abs(choice % objects)
  let duplicated = JSONWriter.bytes(search.apply(to: value))
  guard search.isDone, let found = readPush(duplicated) else { return }
  let text = String(decoding: duplicated, as: UTF8.self)
  expect(search.isInText, "a duplicate key is refused: \(text)")
  guard case .challenge = push.kind else { return }
  if case .challenge = found.kind { return }
  fatalError("does not hold: a challenge stays one behind a duplicate key: \(text)")
}

/// Puts one key twice into one object of a document, counted through the texts that hold documents.
private struct Duplication {
  let choice: Int
  var target = -1
  var isDone = false
  var isInText = false
  private var passed = 0

  init(choice: Int) { self.choice = choice }

  /// How many objects there are.
  func count(_ value: JSONValue) -> Int {
    var copy = self
    _ = copy.apply(to: value)
    return copy.passed
  }

  mutating func apply(to value: JSONValue) -> JSONValue {
    guard !isDone else { return value }
    switch value {
    case .array(let elements): return .array(elements.map { apply(to: $0) })
    case .string(let text):
      guard text.utf8.first == UInt8(ascii: "{"), let inner = (try? JSONReader.read(text))?.value else {
        return value
      }
      let changed = apply(to: inner)
      guard isDone else { return value }
      isInText = true
      return .string(JSONWriter.write(changed))
    case .object(let object):
      if !object.isEmpty { passed += 1 }
      if !object.isEmpty, passed - 1 == target { return .object(duplicated(object)) }
      return .object(JSONObject(object.members.map { .init(key: $0.key, value: apply(to: $0.value)) }))
    default: return value
    }
  }

  private mutating func duplicated(_ object: JSONObject) -> JSONObject {
    isDone = true
    let others: [JSONValue] = [
      .null, .string(""), .string("default"), .string("authentication"), .bool(false), .array([]),
      .object(JSONObject()),
    ]
    let member = object.members[abs(choice / 7 % object.members.count)]
    let other = JSONObject.Member(key: member.key, value: others[abs(choice / 3 % others.count)])
    return JSONObject(choice % 2 == 0 ? [other] + object.members : object.members + [other])
  }
}

extension Push {
  /// How answering ends where a credential is needed: that something in the push can't be answered comes first.
  fileprivate var withoutCredential: ExitCode {
    request.problem == nil ? .credential : .payloadInvalid
  }
}

extension PushKind {
  fileprivate func offers(_ value: MatchValue) -> Bool {
    if case .challenge(.pick(let values)) = self { values.contains(value) } else { false }
  }
}
