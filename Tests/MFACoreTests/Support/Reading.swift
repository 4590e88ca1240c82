package import MFACore

/// What reading one input gave: the push or the error, and the warnings on the way.
struct Reading {
  let result: Result<Push, PayloadError>
  let warnings: [PayloadWarning]

  init(_ bytes: [UInt8], isSimulatorFile: Bool = false, reception: Reception = .sample) {
    var warnings: [PayloadWarning] = []
    do throws(PayloadError) {
      let push = try Recognition.read(
        bytes,
        isSimulatorFile: isSimulatorFile,
        reception: reception,
        warnings: &warnings
      )
      result = .success(push)
    } catch {
      result = .failure(error)
    }
    self.warnings = warnings
  }

  init(_ text: String, isSimulatorFile: Bool = false, reception: Reception = .sample) {
    self.init(Array(text.utf8), isSimulatorFile: isSimulatorFile, reception: reception)
  }

  var push: Push? { try? result.get() }

  var error: PayloadError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

extension Reception {
  /// 2030-01-01T00:00:00Z, received at that very moment.
  static let sample = Reception(receivedAt: .sample, now: .sample, freshID: "fresh-id")

  /// Received some seconds before now.
  static func received(secondsAgo: Double) -> Reception {
    Reception(
      receivedAt: Timestamp.sample.advanced(bySeconds: -secondsAgo),
      now: .sample,
      freshID: "fresh-id"
    )
  }
}

extension Timestamp {
  /// 2030-01-01T00:00:00Z.
  static let sample = at(1_893_456_000_000)

  /// A moment that a test spells itself; one that can't be is a mistake of the test.
  static func at(_ milliseconds: Int64) -> Timestamp {
    guard let time = Timestamp(milliseconds: milliseconds) else {
      preconditionFailure("\(milliseconds) is outside 1970...9999")
    }
    return time
  }

  static func sample(plus seconds: Double) -> Timestamp { sample.advanced(bySeconds: seconds) }
}

extension PushKind {
  static let manual = PushKind.challenge(.manualEntry)

  static func pick(_ values: String...) -> PushKind {
    .challenge(.pick(values.map { MatchValue($0) }))
  }
}

extension JSONValue {
  /// The value that a text spells; nil when it spells none.
  init?(json text: String) {
    guard let document = try? JSONReader.read(text) else { return nil }
    self = document.value
  }
}

/// A text as the JSON string that spells it, to put documents into strings of documents.
func quoted(_ text: String) -> String { JSONWriter.write(.string(text)) }

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member(key: $0, value: $1) })
  }
}
