import MFACore
import MFAService
import Testing

@testable import struct MFAService.Dice

/// What is written down is what is there after a restart.
@Suite("Journal")
struct JournalTests {
  private static let header = #"{"journal":"mfa-cli practice service","version":1}"# + "\n"
  private static let issued = #"{"change":"pairing-issued","key":"k","at":1893456000000}"# + "\n"

  private static let created =
    #"{"change":"push-created","push":"x","kind":"dry","lifetime":1,"at":1}"# + "\n"
  private static let tapped = #"{"change":"event-recorded","push":"x","event":"tapped","at":1}"# + "\n"
  private static let ended = #"{"change":"push-expired","push":"x"}"# + "\n"

  private func read(_ text: String) throws -> JournalContent {
    try ServiceJournal.read(Array(text.utf8), seed: 1)
  }

  /// A client after requests of every kind, good and bad, by the dice.
  private func busyClient(seed: UInt64, steps: Int) -> Client {
    var (client, dice, seconds) = (Client(seed: seed), Dice(seed: seed), 0.0)
    var ids = ["none"]
    func pick(_ texts: [String]) -> String { texts[Int(dice.roll() % UInt64(texts.count))] }
    for _ in 0..<steps {
      seconds += Double(dice.roll() % 4000) / 1000
      let id = pick(Array(ids.suffix(6)))
      let device = pick(["phone", "tablet"])
      let step: (String, String, String, String?) =
        switch dice.roll() % 13 {
        case 0, 1, 2:
          (
            "POST", "/pushes",
            #"{"kind":"\#(pick(["default", "challenge", "dry"]))","title":"\u2028\n\"é\u0000","lifetime":\#(dice.roll() % 20).5"#
              + pick(["", #","device":"phone""#]) + "}", nil
          )
        case 3, 4:
          (
            "POST", "/decisions",
            #"{"id":"\#(id)","decision":"\#(pick(["approve", "deny"]))","numberChallenge":"12","denyReason":"\n"}"#,
            pick(["k", "l"])
          )
        case 5: ("POST", "/pushes/\(id)/cancel", "", nil)
        case 6: ("POST", "/events", #"{"id":"\#(id)","event":"tapped"}"#, nil)
        case 7:
          (
            "POST", "/devices",
            #"{"identifierForVendor":"\#(device)","token":"aabbccddee","name":"\t","callbackUrl":"http://u:p@h/"}"#,
            nil
          )
        case 8: ("PUT", "/devices/\(device)/token", #"{"token":"\#(pick(["00", "11"]))"}"#, nil)
        case 9: (pick(["DELETE", "GET"]), "/devices/\(device)/token", "", nil)
        case 10: ("POST", "/devices/\(device)/registration", #"{"id":"\#(id)"}"#, nil)
        case 11: ("POST", "/pairings", "", nil)
        default:
          (pick(["POST", "POST", "DELETE"]), "/devices/\(device)/pairing", #"{"pairingKey":"{key}"}"#, nil)
        }
      _ = client.send(Step(step.0, step.1, step.2, key: step.3, at: seconds))
      if client.id != ids.last { ids.append(client.id) }
    }
    return client
  }

  @Test(arguments: UInt64(1)...20)
  func bringsBackWhatWasThere(seed: UInt64) throws {
    let client = busyClient(seed: seed, steps: 150)
    try client.checkJournal()
    let text = String(decoding: client.journal, as: UTF8.self)
    #expect(text.unicodeScalars.filter { $0 == "\n" }.count == text.split(separator: "\n").count)
    // The restarted service goes on as the one before, but for what it makes up.
    var (old, new) = (client.service, try ServiceJournal.read(client.journal, seed: 7).service)
    for path in ["/pushes", "/devices/phone", "/devices/tablet", "/pushes/\(client.id)"] {
      let request = ServiceRequest(method: "GET", path: path, body: [])
      #expect(old.respond(request, now: Client.time(300)) == new.respond(request, now: Client.time(300)))
    }
  }

  @Test func exercisesEveryChange() {
    let names = (UInt64(1)...20).flatMap { seed in
      String(decoding: busyClient(seed: seed, steps: 150).journal, as: UTF8.self).split(separator: "\n")
        .compactMap { (try? JSONReader.read(String($0)))?.value.object?["change"]?.string }
    }
    #expect(Set(names).count == 12)
  }

  @Test func dropsATornLastLineWhereverItIsTorn() throws {
    let journal = busyClient(seed: 3, steps: 12).journal
    var states: [Int: [[UInt8]]] = [0: PracticeService(seed: 1).compacted()]
    for end in 1...journal.count {
      let content = try ServiceJournal.read(Array(journal[..<end]), seed: 1)
      let isWhole = journal[end - 1] == UInt8(ascii: "\n")
      #expect(content.droppedTornLine == !isWhole)
      let lines = journal[..<end].filter { $0 == UInt8(ascii: "\n") }.count
      #expect(content.isNew == (lines == 0))
      let state = content.service.compacted()
      #expect(states[lines, default: state] == state, "torn at \(end)")
      states[lines] = state
    }
  }

  @Test(arguments: [1, 2, 7, 64, 100_000])
  func isReadInPiecesOfAnySize(size: Int) throws {
    let journal = busyClient(seed: 5, steps: 40).journal
    var reader = JournalReader(seed: 1)
    for start in stride(from: 0, to: journal.count, by: size) {
      try reader.append(journal[start..<min(start + size, journal.count)])
    }
    #expect(
      try reader.finish().service.compacted() == ServiceJournal.read(journal, seed: 1).service.compacted()
    )
  }

  @Test func isNewWhenItIsEmpty() throws {
    let content = try read("")
    #expect(content.isNew && !content.droppedTornLine)
    #expect(content.service.compacted() == [ServiceJournal.header])
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let error: JournalError

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ error: JournalError) {
      (self.name, self.text, self.error) = (name, text, error)
    }
  }

  @Test(arguments: [
    Refused("notes", "milk\neggs\n", .notOurs("milk")),
    Refused("one line of notes", "milk", .notOurs("milk")),
    Refused("an empty line", "\n", .notOurs("")),
    Refused("a line end before the header", "\n" + header, .notOurs("")),
    Refused("another JSON file", "{\n}\n", .notOurs("{")),
    Refused(
      "another journal",
      #"{"journal":"x","version":1}"# + "\n",
      .notOurs(#"{"journal":"x","version":1}"#)
    ),
    Refused(
      "no version",
      #"{"journal":"mfa-cli practice service"}"# + "\n",
      .notOurs(#"{"journal":"mfa-cli practice service"}"#)
    ),
    Refused("more than the header on its line", header.trimmed + "x", .notOurs(header.trimmed + "x")),
    Refused("bytes", "\u{0}\u{1}", .notOurs("\u{0}\u{1}")),
    Refused("a long line", String(repeating: "x", count: 100), .notOurs(String(repeating: "x", count: 60))),
    Refused(
      "a journal of the future",
      #"{"journal":"mfa-cli practice service","version":2,"more":true}"# + "\n???\n",
      .newer(version: 2)
    ),
    Refused(
      "an empty line among the others",
      header + "\n",
      .unreadable(line: 2, reason: "it is not a JSON object")
    ),
    Refused("no JSON", header + issued + "{\n", .unreadable(line: 3, reason: "it is not a JSON object")),
    Refused(
      "a change that is unknown",
      header + #"{"change":"x"}"# + "\n",
      .unreadable(line: 2, reason: "change is not known")
    ),
    Refused(
      "a member that is missing",
      header + #"{"change":"push-expired"}"# + "\n",
      .unreadable(line: 2, reason: "push is missing; it is text")
    ),
    Refused(
      "a time that is none",
      header + #"{"change":"push-cancelled","push":"x","at":-1}"# + "\n",
      .unreadable(line: 2, reason: "at is a time in milliseconds")
    ),
    Refused(
      "two lines run together",
      header + issued.trimmed + issued,
      .unreadable(line: 2, reason: "it is not a JSON object")
    ),
    Refused(
      "an end without a push",
      header + #"{"change":"push-expired","push":"x"}"# + "\n",
      .contradictory(line: 2)
    ),
    Refused(
      "more events of a push than are kept",
      header + created + String(repeating: tapped, count: 11),
      .contradictory(line: 13)
    ),
    Refused("a push twice", header + created + created, .contradictory(line: 3)),
    Refused("a second end", header + created + ended + ended, .contradictory(line: 4)),
    Refused("a key twice", header + issued + issued, .contradictory(line: 3)),
    Refused(
      "a line that never ends",
      header + String(repeating: "x", count: 300_000),
      .unreadable(line: 2, reason: "it is too long")
    ),
  ])
  func refuses(_ refused: Refused) {
    #expect(throws: refused.error) { try read(refused.text) }
  }

  @Test(arguments: [header, String(header.dropLast()) + " \r\n"])
  func takesItsOwnHeader(text: String) throws {
    #expect(try !read(text + JournalTests.issued).isNew)
  }

  /// Any bytes at all are refused or read, and nothing else happens.
  @Test(arguments: UInt64(1)...10)
  func survivesDamage(seed: UInt64) {
    let journal = busyClient(seed: seed, steps: 20).journal
    var dice = Dice(seed: seed)
    for _ in 0..<200 {
      var damaged = journal
      for _ in 0...(dice.roll() % 3) {
        damaged[Int(dice.roll() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: dice.roll())
      }
      let content = try? ServiceJournal.read(damaged, seed: 1)
      #expect(content.map { $0.service.compacted().count <= 200 } ?? true)
    }
  }
}
