import Foundation
import MFACore
import Testing

@testable import MFACommand

/// A run played again with secrets: first with such as are nowhere in it, then with its own words.
struct ReplayWithSecrets {
  let script: Script
  let arguments: [String]
  let plain: Run

  init(_ script: Script, _ arguments: [Argument], _ run: Run) {
    self.script = script
    self.arguments = arguments.compactMap(\.text)
    plain = run
  }

  var command: Command? {
    if case .command(let command, _) = FlagParser.name(in: arguments) { command } else { nil }
  }

  var takesHeaders: Bool {
    guard let command, !arguments.contains("--") else { return false }
    return FlagTable.named("header")?.commands.contains(command) ?? false
  }

  func check() {
    guard takesHeaders else { return }
    let words = words
    compare(words, by: headers)
    // The longest are ids and times, the shortest digits and words.
    for word in [words.first, words.last, words.dropFirst(words.count / 2).first].compactMap(\.self) {
      compare([word], by: token)
      compare([word], by: userInfo)
    }
  }

  /// All words of four bytes and more that are said, sent, received or kept.
  private var words: [String] {
    let received = Received()
    _ = recording(received).run(arguments)
    let texts =
      [plain.output, plain.errors] + plain.bodies + plain.transfers.map(\.request.url.wireText)
      + script.files.values + received.texts + [
        "error", "push", "true", "null", "request", "2030", "approved",
      ]
    let found = texts.flatMap { text in
      text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0))) }.map { String($0) }
    }
    let usable = Set(found).filter { (4...64).contains($0.utf8.count) && $0.first != "-" }
    let sorted = usable.sorted { ($0.count, $0) < ($1.count, $1) }
    // Of every length some: a debug build takes long to look for hundreds.
    return stride(from: 0, to: sorted.count, by: 1 + sorted.count / 120).map { sorted[$0] }
  }

  private func recording(_ received: Received) -> Script {
    var script = script
    script.exchanges = script.exchanges.map { exchange in
      { transfer in
        let result = exchange(transfer)
        received.add(result)
        return result
      }
    }
    return script
  }

  private final class Received: @unchecked Sendable {
    private(set) var texts: [String] = []

    func add(_ result: HTTPResult) {
      texts += result.reply.map { [String(decoding: $0.body, as: UTF8.self)] + $0.headers.map(\.value) } ?? []
      texts += [result.failure?.detail].compactMap(\.self)
    }
  }

  // MARK: Where secrets stand

  private typealias Way = (_ secrets: [String]) -> (script: Script, arguments: [String])?

  private func headers(_ secrets: [String]) -> (script: Script, arguments: [String])? {
    let flags = secrets.enumerated().flatMap { ["-H", "X-Secret-\($0): \($1)"] }
    return (script, arguments + origin + flags)
  }

  private func token(_ secrets: [String]) -> (script: Script, arguments: [String])? {
    var script = script
    let file = Script.stateFolder + "/secret-token"
    script.files[file] = secrets[0]
    return (script, arguments + origin + ["--bearer-token-file", file])
  }

  /// Where a code alone says where to send, nothing of the user's is taken.
  private var origin: [String] {
    let isTyped = arguments.contains { $0.hasPrefix("--endpoint") }
    return command?.has(.sendsToCode) ?? false && !isTyped ? ["--endpoint", "https://mfa.example.com"] : []
  }

  private func userInfo(_ secrets: [String]) -> (script: Script, arguments: [String])? {
    guard let index = arguments.firstIndex(where: { $0.contains("://") && !$0.contains("@") }) else {
      return nil
    }
    let pieces = arguments[index].components(separatedBy: "://")
    guard pieces.count == 2, arguments[index].hasPrefix("http") || arguments[index].hasPrefix("--endpoint=")
    else { return nil }
    var changed = arguments
    changed[index] = "\(pieces[0])://\(secrets[0]):\(secrets[0])@\(pieces[1])"
    return (script, changed)
  }

  // MARK: What may differ

  private func compare(_ secrets: [String], by way: Way) {
    let unheard = secrets.indices.map { "zqxjzqxj\($0)" }
    guard let (script, arguments) = way(unheard), let (otherScript, otherArguments) = way(secrets) else {
      return
    }
    let base = script.run(arguments)
    // One that can't be given here, such as a second Authorization.
    guard base.exitCode == plain.exitCode else { return }
    let run = otherScript.run(otherArguments)
    let place = Comment(
      rawValue: otherArguments.joined(separator: " ").prefix(300) + "\n\(run.transcript.prefix(2000))"
    )
    #expect(run.exitCode == base.exitCode, place)
    #expect(sent(run, secrets) == sent(base, unheard), place)
    #expect(run.writes == base.writes, place)
    #expect(kept(run, secrets) == kept(base, unheard), place)
    #expect(run.answers == base.answers, place)
    for (text, expected) in [(run.output, base.output), (run.errors, base.errors), (run.screen, base.screen)]
    {
      let (lines, others) = (MaskedLine.lines(of: text, beside: expected), MaskedLine.lines(of: expected))
      #expect(lines.count == others.count, place)
      for (line, other) in zip(lines, others) {
        #expect(MaskedLine(line, of: other).isRight, "\(line)\n\(other)")
      }
    }
  }

  private func sent(_ run: Run, _ secrets: [String]) -> [String] {
    run.transfers.map { transfer in
      let request = transfer.request
      let headers = request.headers.filter {
        !$0.name.hasPrefix("X-Secret-") && $0.name.lowercased() != "authorization"
      }
      return "\(request.method) \(withoutUserInfo(request.url.wireText, secrets))\n"
        + headers.map { "\($0.name): \($0.wireValue)\n" }.joined()
        + String(decoding: request.body, as: UTF8.self)
    }
  }

  private func kept(_ run: Run, _ secrets: [String]) -> [String: String] {
    run.files.filter { !$0.key.hasSuffix("/secret-token") }.mapValues { withoutUserInfo($0, secrets) }
  }

  private func withoutUserInfo(_ text: String, _ secrets: [String]) -> String {
    text.replacingOccurrences(of: "\(secrets[0]):\(secrets[0])@", with: "")
  }
}

/// A line that was printed where a secret may stand in it, beside the line without one.
struct MaskedLine {
  let line: String
  let plain: String

  init(_ line: String, of plain: String) {
    (self.line, self.plain) = (line, plain)
  }

  var isRight: Bool {
    if line == plain { return true }
    if let masked = object(line), let whole = object(plain) {
      return isRight(.object(masked), .object(whole), "")
    }
    return isRight(line, plain)
  }

  private static let hint = "mfa-cli: hint: "
  private static let bar = "\n  | "

  /// Lines to compare. Text behind a bar is wrapped by its length, which a mask changes. A hint that says what the
  /// other side has said in words of its own is left out, unless these are masked.
  static func lines(of text: String, beside plain: String? = nil) -> [String] {
    let unwrapped = text.components(separatedBy: bar)
    let whole = unwrapped.prefix(1) + [unwrapped.dropFirst().joined(separator: " ")].filter { !$0.isEmpty }
    let lines = whole.joined(separator: bar).components(separatedBy: "\n")
    guard let plain, !plain.contains(hint) else { return lines }
    return lines.filter { !$0.hasPrefix(hint) }
  }

  private func object(_ text: String) -> JSONObject? { (try? JSONReader.read(text))?.value.object }

  /// What nobody may mask: the next command takes it, or a script looks at it.
  private static let own: Set<String> = [
    "command", "outcome", "id", "provider", "envelope", "kind", "numbersChallenge", "answers", "expiresAt",
    "action", "number", "authMethod", "source", "method", "url", "code", "signature", "type", "status",
    "created",
    "updated", "expirationDate", "demands", "signOn", "identifierForVendor", "token", "environment", "topic",
    "endpoint", "tokenChange", "completedTestPush", "algorithm", "displayCode", "issuer", "account",
  ]

  private func isRight(_ masked: JSONValue, _ whole: JSONValue, _ key: String) -> Bool {
    switch (masked, whole) {
    case (.string(let left), .string(let right)):
      return left == right || (!MaskedLine.own.contains(key) && isRight(left, right))
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isRight($0, $1, key) }
    case (.object(let left), .object(let right)):
      return left.members.map(\.key) == right.members.map(\.key)
        && left.members.allSatisfy { member in
          right[member.key].map { isRight(member.value, $0, member.key) } ?? false
        }
    case (.string, .null) where key == "hint": return true
    default: return masked == whole
    }
  }

  /// The same but for masks, which stand behind what begins a text of the other side: our own words come first.
  private func isRight(_ masked: String, _ whole: String) -> Bool {
    guard let mask = masked.range(of: Secret.mask) else { return masked == whole }
    var rest = whole[...]
    for piece in masked.components(separatedBy: Secret.mask) where !piece.isEmpty {
      guard let place = rest.range(of: piece) else { return false }
      rest = rest[place.upperBound...]
    }
    let own = masked[..<mask.lowerBound]
    return whole.hasPrefix(own) && (!Self.openings.isDisjoint(with: own) || isOtherSides(whole))
  }

  private static let openings: Set<Character> = ["\"", ":", "(", "|", "{", "<"]

  /// The trace of what came, and texts that are nothing but the other side's.
  private func isOtherSides(_ text: String) -> Bool { !text.hasPrefix("mfa-cli: ") && !text.hasPrefix("* ") }
}
