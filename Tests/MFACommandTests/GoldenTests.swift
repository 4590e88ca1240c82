import Foundation
import Testing

@testable import MFACommand

/// What the program says, word by word.
@Suite("Golden files")
struct GoldenTests {
  /// `plain/challenge.json` becomes `plain/challenge`.
  static func stem(_ sample: String) -> String {
    sample.split(separator: ".").dropLast().joined(separator: ".")
  }

  @Test("inspect on each sample", arguments: Samples.names)
  func inspect(sample: String) throws {
    let run = try Samples.script(sample).run("inspect", sample)
    try Golden.check(GoldenTests.stem(sample) + ".txt", run.transcript)
  }

  @Test("inspect --json on each sample", arguments: Samples.names)
  func inspectAsJSON(sample: String) throws {
    let run = try Samples.script(sample).run("inspect", "--json", sample)
    try Golden.check(GoldenTests.stem(sample) + ".json", run.output)
  }

  @Test(arguments: GoldenScene.all)
  func scene(_ scene: GoldenScene) throws {
    try Golden.check(scene.name, try scene.play())
  }

  @Test("Two samples never share a golden file")
  func stems() {
    let stems = Samples.names.map(GoldenTests.stem)
    #expect(Set(stems).count == stems.count)
  }

  @Test("No golden file is left over from something that is gone")
  func strays() {
    let samples = Samples.names.flatMap { [GoldenTests.stem($0) + ".txt", GoldenTests.stem($0) + ".json"] }
    let expected = Set(samples + GoldenScene.all.map(\.name) + ["sentences.txt"])
    let found = Set(Samples.files(below: Golden.folder))
    #expect(found.subtracting(expected).sorted() == [])
  }

  @Test("Nothing is being recorded")
  func recording() {
    #expect(!Golden.isRecording, "MFA_RECORD_GOLDEN is set: nothing is compared")
  }
}
