import MFACore
import Testing

/// Every input cut anywhere and damaged anywhere: reading ends with a push or an error, never with a crash.
@Suite("Damaged inputs")
struct MutationTests {
  private static let files =
    ["plain", "pingone"].flatMap { folder in
      TestData.names(in: "cases/\(folder)").filter { $0.hasSuffix(".json") || $0.hasSuffix(".apns") }
        .map { "cases/\(folder)/\($0)" }
    } + TestData.names(in: "corpus/apns").filter { $0 != "index.tsv" }.map { "corpus/apns/\($0)" }

  @Test func thereAreSome() { #expect(files.count > 90) }

  private var files: [String] { Self.files }

  /// An object that is cut off is never a push.
  @Test(arguments: files)
  func cutOffTheyAreRefused(_ file: String) throws {
    var bytes = try TestData.bytes(file)
    while let last = bytes.last, " \r\n\t".utf8.contains(last) { bytes.removeLast() }
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
      #expect(Reading(Array(bytes.prefix(length))).push == nil, "\(length) bytes")
    }
  }

  @Test(arguments: files)
  func damagedTheyDoNotCrash(_ file: String) throws {
    let bytes = try TestData.bytes(file)
    // A linear congruential generator: the damage is the same in every run.
    var state = UInt64(bytes.count)
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<30 {
      var damaged = bytes
      for _ in 0...next(below: 3) {
        let place = next(below: damaged.count)
        switch next(below: 3) {
        case 0: damaged[place] = UInt8(next(below: 256))
        case 1: damaged.remove(at: place)
        default: damaged.insert(Array("{}[]\",:\\0-".utf8)[next(below: 10)], at: place)
        }
      }
      let reading = Reading(damaged)
      if let push = reading.push { #expect(!push.id.isEmpty && push.id.utf8.count <= 256) }
    }
  }
}
