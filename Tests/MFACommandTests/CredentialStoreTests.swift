import MFACore
import Testing

@testable import MFACommand

/// Files of credentials that somebody else wrote, or half of one.
@Suite("The file of credentials")
struct CredentialStoreTests {
  private typealias My = CredentialScript

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let exit: ExitCode
    let says: String

    init(_ description: String, _ text: String, _ exit: ExitCode = .localIO, says: String) {
      (testDescription, self.text, self.exit, self.says) = (description, text, exit, says)
    }
  }

  private static func changed(_ old: String, _ new: String, in text: String = CredentialScript.pingAM)
    -> String
  {
    My.list(text.replacing(old, with: new))
  }

  static let rows = [
    Row("empty", "", says: "not a JSON object"),
    Row("not ours", "#!/bin/sh\n", says: "not a JSON object"),
    Row("a list", "[]", says: "not a JSON object"),
    Row("truncated", String(My.list(My.pingAM).dropLast(20)), says: "not a JSON object"),
    Row("zeros", String(repeating: "\0", count: 200), says: "not a JSON object"),
    Row("newer", #"{"version":2,"credentials":[]}"#, says: "version is not 1"),
    Row("without a version", #"{"credentials":[]}"#, says: "version is not 1"),
    Row("a version in a text", #"{"version":"1","credentials":[]}"#, says: "version is not 1"),
    Row("without a list", #"{"version":1}"#, says: "no credentials"),
    Row("an object for a list", #"{"version":1,"credentials":{}}"#, says: "no credentials"),
    Row("a text for a credential", #"{"version":1,"credentials":["x"]}"#, says: "credential 1"),
    Row(
      "a key twice",
      changed(#""locked":false"#, #""locked":false,"locked":true"#),
      says: "not a JSON object"
    ),
    Row("without an id", changed(#""id":"\#(My.mechanism)","#, ""), says: "id is missing"),
    Row("an empty id", changed(My.mechanism, ""), says: "id is empty"),
    Row("a number for an id", changed(#""\#(My.mechanism)""#, "7"), says: "id is a number"),
    Row("a text for locked", changed("false", #""false""#), says: "locked is a string"),
    Row("another provider", changed("pingam", "plain"), says: "provider 'plain'"),
    Row("without an endpoint", changed(#""\#(My.endpoint)""#, "null"), says: "endpoint is missing"),
    Row("an endpoint that is none", changed(My.endpoint, "ftp://x"), says: "endpoint is not"),
    Row("without a secret", changed(#""\#(My.secret)""#, "null"), says: "secret is missing"),
    Row("a secret that is none", changed(My.secret, "*"), .credential, says: "secret is not base 64"),
    Row("an empty secret", changed(My.secret, "===="), .credential, says: "secret is not base 64"),
    Row(
      "a key in another folder",
      changed(My.keyFile, "../key.pem", in: My.pushToken),
      says: "privateKeyFile is a name without a folder"
    ),
    Row(
      "without a key",
      changed(#""\#(My.keyFile)""#, "null", in: My.pushToken),
      .credential,
      says: "privateKey or privateKeyFile is missing"
    ),
    Row("another algorithm", changed("RS256", "HS256", in: My.pushToken), says: "algorithm is neither"),
    Row(
      "the second of two",
      My.list(My.pingAM, My.pushToken.replacing(#""\#(My.server)""#, with: "[]")),
      says: "credential 2: endpoint is an array"
    ),
  ]

  @Test("Every command reports it by name, and leaves it as it is", arguments: rows)
  func unusable(_ row: Row) throws {
    let commands = [
      ["credentials", "list"], ["credentials", "show", "x"], ["credentials", "lock", My.mechanism],
      ["credentials", "unlock", "x"], ["credentials", "remove", My.mechanism], ["enroll", My.uri()],
      ["respond", "--poll", "--approve"], ["--approve", "push.json"], ["device", "register"],
    ]
    for command in commands {
      let reading = Script.Reading.file("push.json", try My.push())
      let script = My.script(
        [My.file: row.text],
        readings: command.contains("push.json") ? [reading] : []
      )
      let run = script.run(command)
      #expect(run.exitCode == row.exit, "\(command): \(run.transcript)")
      #expect(run.errors.contains(My.file) && run.errors.contains(row.says), "\(run.transcript)")
      #expect(run.transfers.isEmpty && run.files == [My.file: row.text], "\(command)")
      #expect(!run.errors.contains(My.secret))
    }
    // What a push is can be told all the same.
    let script = My.script([My.file: row.text], readings: [.file("push.json", try My.push())])
    let run = script.run("inspect", "--json", "push.json")
    #expect(run.exitCode == .done && run.output.contains(#""signature":"unverified""#), "\(run.transcript)")
  }

  // MARK: Keys

  static let keys: [(String, String?, String)] = [
    ("missing", nil, "could not be read"), ("empty", "", "does not work"),
    ("with a password, or no key at all", "-----BEGIN ENCRYPTED PRIVATE KEY-----\n", "does not work"),
    ("EC where RSA is due", "PEM p256 phone", "does not work"),
  ]

  @Test("A key file that can't be used ends before anything is sent or asked", arguments: keys)
  func key(_ name: String, _ content: String?, _ says: String) throws {
    var files = My.both
    files[Script.stateFolder + "/" + My.keyFile] = content
    let push = Script.Reading.file("push.json", try My.polled("NONCE"))
    let commands = [
      ["--approve", "push.json"], ["push.json"], ["respond", "--poll", "--approve"],
      ["listen", "--poll", "--approve"],
    ]
    for command in commands {
      let script = My.script(files, readings: command.contains("push.json") ? [push] : [])
      let run = script.run(command)
      #expect(run.exitCode == .credential, "\(command): \(run.transcript)")
      #expect(run.errors.contains(says), "\(command): \(run.transcript)")
      #expect(run.transfers.isEmpty && !run.openedTerminal && run.files == files, "\(command)")
    }
    // The push's own signature takes the server's key only.
    let script = My.script(files, readings: [push])
    #expect(script.run("inspect", "--json", "push.json").exitCode == .done)
  }

  @Test("A credential that is removed takes its key along, and no other")
  func removing() {
    var run = My.script().run("credentials", "remove", My.serial)
    #expect(run.exitCode == .done && Set(run.files.keys) == [My.file], "\(run.transcript)")
    run = My.script(run.files).run("credentials", "remove", My.mechanism)
    #expect(run.exitCode == .done && run.files[My.file] == My.list(), "\(run.transcript)")
    #expect(My.script(run.files).run("credentials", "list").output.contains("no credentials"))
  }

  @Test("A key that another credential has too stays, and so does the list that names itself as one")
  func sharedKey() {
    let second = My.pushToken.replacing(My.serial, with: "PIPU0002")
    var files = My.both
    files[My.file] = My.list(My.pushToken, second)
    let first = My.script(files).run("credentials", "remove", My.serial)
    #expect(first.exitCode == .done && first.files.count == 2, "\(first.transcript)")
    let last = My.script(first.files).run("credentials", "remove", "PIPU0002")
    #expect(last.exitCode == .done && Set(last.files.keys) == [My.file], "\(last.transcript)")

    let own = My.list(My.pushToken.replacing(My.keyFile, with: "credentials.json"), My.pingAM)
    let removed = My.script([My.file: own]).run("credentials", "remove", My.serial)
    #expect(removed.exitCode == .done && removed.files[My.file] == My.list(My.pingAM))
  }

  @Test("A push that takes no credential is answered whatever the file holds")
  func plain() {
    let push = Script.Reading.file("push.json", #"{"aps":{},"messageId":"1","pushType":"default"}"#)
    let script = My.script([My.file: "{"], readings: [push], exchanges: [reply(200)])
    let run = script.run("--approve", "--endpoint", "https://mfa.example.com/d", "push.json")
    #expect(run.exitCode == .done, "\(run.transcript)")
  }

  @Test("Locked ones answer, poll and are told nothing; what else the file says stays")
  func locking() throws {
    for id in [My.mechanism, My.serial] {
      let locked = My.script().run("credentials", "lock", id)
      #expect(locked.exitCode == .done, "\(locked.transcript)")
      let unlocked = My.script(locked.files).run("credentials", "unlock", id)
      #expect(unlocked.exitCode == .done)
      // Its own writing, with every member where it was.
      #expect(unlocked.files == My.both)
      let again = My.script(locked.files).run("credentials", "lock", id)
      #expect(again.exitCode == .done && again.files == locked.files)
    }
    let files = My.script().run("credentials", "lock", My.serial).files
    for command in [["respond", "--poll", "--approve"], ["listen", "--poll", "--deny"]] {
      let run = My.script(files).run(command)
      #expect(run.exitCode == .credential && run.errors.contains("is locked"), "\(run.transcript)")
    }
  }

  /// The service took the phone, and its code was used up, before the disk turned out to be full.
  @Test("A disk that is full is told before anything is sent")
  func full() {
    var script = My.script()
    script.writeFailure = .system(FilePath(My.file), "No space left on device")
    let run = script.run("enroll", My.uri(), "--json")
    #expect(run.exitCode == .localIO && run.files == My.both, "\(run.transcript)")
    #expect(run.transfers.isEmpty)
    var files = My.both
    files[DeviceScript.file] = "{}"
    let given = My.script(files).run("enroll", My.uri(), "--token", DeviceScript.token)
    #expect(
      given.exitCode == .localIO && given.transfers.isEmpty && given.files == files,
      "\(given.transcript)"
    )
    var held = My.script()
    held.inUse = [Script.stateFolder + "/device.lock"]
    let waiting = held.run("enroll", My.uri())
    #expect(waiting.exitCode == .localIO && waiting.transfers.isEmpty, "\(waiting.transcript)")
  }
}
