import MFACore
import Testing

@testable import MFACommand

/// Which credential is meant, and what is said where that or a text is not what it seems.
@Suite("Credentials that could be mistaken")
struct CredentialChoiceTests {
  private static let twoServers = [
    CredentialScript.file: CredentialScript.list(
      CredentialScript.pushToken,
      CredentialScript.pushToken.replacing("mfa.example.com", with: "other.example.com")
    )
  ]

  @Test(
    "The same serial at two servers is told apart by the endpoint",
    arguments: ["show", "lock", "remove"]
  )
  func sameSerial(command: String) {
    let script = CredentialScript.script(Self.twoServers)
    let serial = CredentialScript.serial
    let unclear = script.run("credentials", command, serial)
    #expect(unclear.exitCode == .credential && unclear.writes.isEmpty, "\(unclear.transcript)")
    #expect(unclear.errors.contains("\(serial)@\(CredentialScript.server)"))
    let named = script.run("credentials", command, "\(serial)@\(CredentialScript.server)")
    #expect(named.exitCode == .done, "\(named.transcript)")
    #expect(named.output.contains("mfa.example.com") && !named.output.contains("other.example.com"))
  }

  @Test("An enrollment URI where a payload belongs is not repeated: it holds a secret")
  func uriAsPayload() {
    for command in ["respond", "inspect"] {
      let run = Script().run(command, "--json", CredentialScript.pushTokenURI())
      #expect(run.exitCode == .usage, "\(run.transcript)")
      #expect(!CanaryTests.shown(run).contains("4a5ba8ff"), "\(run.transcript)")
    }
  }

  @Test("A token from the environment goes to no address of a QR code")
  func environmentToken() {
    var script = CredentialScript.script()
    script.environment["MFA_BEARER_TOKEN_FILE"] = "token"
    // The file would be an unexpected reading.
    #expect(script.run("enroll", "-n", CredentialScript.uri()).exitCode == .done)
  }

  @Test("Of a list without end a hundred are looked at, with a word")
  func longList() throws {
    let list = Array(repeating: #"{"nonce":"N"}"#, count: 101).joined(separator: ",")
    let script = CredentialScript.script(exchanges: [CredentialScript.waiting(list)])
    let run = script.run("respond", "--poll", "--approve", "--push", "X", "--retry-limit", "0")
    #expect(run.exitCode == .noDecision, "\(run.transcript)")
    #expect(run.errors.contains("101 pushes wait at the service; 100 are read"))
  }

  @Test("An alert that is not what is signed: inspect and the question show both")
  func signedText() throws {
    let push = try CredentialScript.push()
    let around = #"{"aps":{"alert":"Lunch?"},"# + push.dropFirst()
    let inspected = CredentialScript.script(readings: [.standardInput(around)]).run("inspect", "-")
    #expect(inspected.exitCode == .done, "\(inspected.transcript)")
    #expect(inspected.output.contains(#""Lunch?"; but what is signed says "Login attempt from demo"#))
    var script = CredentialScript.script(readings: [.standardInput(around)], exchanges: [])
    script.openings = [.types("deny")]
    let asked = script.run("respond", "-n", "-")
    #expect(asked.screen.contains("| Lunch?\n") && asked.screen.contains("what is signed says:\n"))
    #expect(asked.screen.contains("| Login attempt from demo at ExampleCorp"), "\(asked.transcript)")
  }

  /// Three runs with one code came out as three records that could be neither shown nor removed.
  @Test("An enrolment that another run has kept meanwhile is not kept twice, and leaves no key behind")
  func keptTwice() throws {
    let world = ScriptedWorld(CredentialScript.script([:]), #_sourceLocation)
    let file = CredentialsFile(path: FilePath(CredentialScript.file), isNamed: false)
    let store = CredentialStore(file, system: world.system)
    let key = try Cryptography.scripted.makeKey(.rsa(bits: 2048))
    guard let enrolment = try Provider.all.enrollment(CredentialScript.pushTokenURI()) as? PushTokenEnrolment
    else {
      Issue.record("it is another enrolment")
      return
    }
    let credential = enrolment.credential(key: key, serverKey: key.publicKey)
    let rooms = try [0, 1].map { _ in try store.reserve(for: .privacyidea, hasKey: true) }
    _ = try store.add(credential, in: rooms[0])
    #expect(throws: Failure.credential(.alreadyEnrolled(.privacyidea, id: "PIPU0002"))) {
      _ = try store.add(credential, in: rooms[1])
    }
    #expect(try store.read().map(\.id) == ["PIPU0002"])
    #expect(world.rest.files.keys.filter { $0.hasSuffix(".pem") }.count == 1)
  }
}
