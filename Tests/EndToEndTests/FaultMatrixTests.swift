import Foundation
import Testing

@Suite("The fault matrix")
struct FaultMatrixTests {
  @Test("No connection, or one that breaks off", arguments: FaultMatrix.connecting.filter { !$0.waits })
  func connecting(_ fault: Fault) throws { try check(fault) }

  @Test("Replies that are none, too much, or strange", arguments: FaultMatrix.talking)
  func talking(_ fault: Fault) throws { try check(fault) }

  @Test("Refusals and redirects", arguments: FaultMatrix.redirects + FaultMatrix.refusals)
  func refusals(_ fault: Fault) throws { try check(fault) }

  @Test("Proxies and addresses", arguments: FaultMatrix.proxies)
  func proxies(_ fault: Fault) throws { try check(fault) }

  @Test("Time limits", arguments: FaultMatrix.connecting.filter(\.waits))
  func limits(_ fault: Fault) async throws { try await checkAside(fault) }

  @Suite("With TLS", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
  struct TLS {
    private let matrix = FaultMatrixTests()

    @Test("Certificates", arguments: FaultMatrix.certificates.filter { !$0.waits })
    func certificates(_ fault: Fault) throws { try matrix.check(fault) }

    @Test("Client certificates", arguments: FaultMatrix.clientCertificates)
    func clientCertificates(_ fault: Fault) throws { try matrix.check(fault) }

    @Test("Through CONNECT, and --resolve", arguments: FaultMatrix.tunnels.filter { !$0.waits })
    func tunnels(_ fault: Fault) throws { try matrix.check(fault) }

    @Test("Time limits", arguments: (FaultMatrix.certificates + FaultMatrix.tunnels).filter(\.waits))
    func limits(_ fault: Fault) async throws { try await matrix.checkAside(fault) }

    @Test("Nobody is asked for the password of a key")
    func encryptedKey() throws {
      let server = try LoopbackServer(tls: .clientsOnly)
      let run = try TerminalRun(
        [
          "--approve", "--endpoint", server.url(), "--cacert", Certificates.authority, "--cert",
          Certificates.client, "--key", Certificates.encryptedClientKey,
        ],
        stdin: .text(SamplePush.default)
      )
      let result = try run.finish()
      #expect(result.status == .exited(10), "\(result)")
      #expect(result.screen == "")
      #expect(result.stderr.contains("--key-password-file"))
    }
  }

  /// KiB that the program may hold at any time, however much the other side sends: what it holds for a good
  /// exchange with TLS, and a few copies of the 1 MiB of a body that is kept.
  private static let memory = 40 << 10

  private func check(_ fault: Fault) throws {
    try check(fault, Observation(of: fault))
  }

  /// The same for those that wait: in a thread of its own, so that they wait together.
  private func checkAside(_ fault: Fault) async throws {
    let seen = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try Observation(of: fault) }) }
    }
    try check(fault, seen)
  }

  /// What there was to see of a fault.
  private struct Observation: Sendable {
    let url: String
    let result: RunResult
    /// KiB, where the system tells.
    let peak: Int?
    let requests: [RecordedRequest]
    let proxied: Int?

    init(of fault: Fault) throws {
      let place = try fault.place()
      let arguments = ["--approve", "--json", "--endpoint", place.url] + place.flags
      let child = try ChildProcess(
        Launch(
          program: try Binary.path(),
          arguments: arguments.map { Array($0.utf8) },
          stdin: .text(SamplePush.default),
          environment: place.environment
        )
      )
      (result, peak) = try child.finishMeasured(within: 15, at: #_sourceLocation)
      url = place.url
      requests = place.service?.requests ?? []
      proxied = place.proxy?.requests.count
      withExtendedLifetime(place) {}
    }
  }

  private func check(_ fault: Fault, _ seen: Observation) throws {
    let result = seen.result
    #expect(result.status == .exited(fault.exit), "\(result)")
    let report = try result.report()
    #expect(report.outcome == fault.outcome && report.integer("exitCode") == Int(fault.exit))
    #expect(report.text("error.code") == fault.code, "\(result)")
    #expect(report.isNull("error") == (fault.code == nil))
    #expect(report.text("delivery.method") == "POST" && report.text("delivery.url") == seen.url)
    #expect(report.integer("delivery.status") == fault.status)
    #expect(report.integer("delivery.attempts") == 1)
    #expect(report.flag("delivery.mayHaveArrived") == fault.mayHaveArrived)
    // Whatever happens, the decision is not lost.
    #expect(report.text("decision.action") == "approve" && report.text("decision.source") == "flag")

    #expect(seen.requests.count == fault.requests && seen.requests.allSatisfy(\.isComplete))
    #expect(seen.proxied == fault.proxied)
    checkWords(of: result, report, fault)
    for stream in [result.stdout, result.stderr] {
      #expect(!stream.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }
    #expect(!result.stderr.contains("\nmfa-cli: error: forged"))
    #expect(result.seconds < fault.within, "\(result)")
    if let peak = seen.peak { #expect(peak < Self.memory, "\(peak) KiB") }
  }

  private func checkWords(of result: RunResult, _ report: JSONReport, _ fault: Fault) {
    guard let says = fault.says else {
      #expect(result.stderr == "" && report.warnings == [])
      return
    }
    let words = [report.text("error.message"), report.text("error.hint")] + (report.warnings ?? [])
    #expect(words.contains { $0?.contains(says) == true }, "\(result)")
    #expect(result.stderr.contains(says), "\(result)")
  }
}
