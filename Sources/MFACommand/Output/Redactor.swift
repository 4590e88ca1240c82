import MFACore

/// Replaces known secrets in text of the other side that is about to leave the program.
///
/// Only there: our own words, ids, kinds, states, times and numbers never pass through it, or a header whose value is
/// such a word would change them. `Masking` says which texts are whose.
struct Redactor: Sendable {
  private let secrets: [Secret]
  /// Nil when there is nothing to be masked.
  private let search: TextSearch?

  /// A shorter secret would blank out innocent text, and guessing it from its place is no harder.
  private static let shortest = 4
  /// JSON within JSON is what a gateway makes of a service's error.
  private static let mostEscaped = 2

  init(_ secrets: [Secret] = []) {
    self.secrets = secrets
    let texts = secrets.map { Array($0.reveal().utf8) }.filter { $0.count >= Redactor.shortest }
    search = texts.isEmpty ? nil : TextSearch(texts)
  }

  /// Whether there is nothing to be masked.
  var isEmpty: Bool { search == nil }

  func adding(_ more: [Secret]) -> Redactor {
    more.isEmpty ? self : Redactor(secrets + more)
  }

  /// The text without the secrets in it, as they are, percent-encoded, or escaped as in JSON or HTML.
  func redact(_ text: String) -> String {
    guard !isEmpty else { return text }
    return redacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The same for a body. One that is JSON stays JSON: only texts in it are masked, and no names, numbers and times.
  ///
  /// - Parameter keeping: names of members whose texts stay, since they are ids, kinds or states.
  func redact(body: [UInt8], keeping names: Set<ByteKey> = []) -> [UInt8] {
    guard !isEmpty else { return body }
    // As those read it who quote from it: with a mark it may be UTF-16.
    let text = (try? SourceText.utf8(body)).map { Array($0) } ?? body
    // Most have nothing to be masked, and those that have need not be JSON.
    guard let flat = redacted(text) else { return body }
    guard let document = try? JSONReader.read(utf8: text[...]) else { return flat }
    return JSONWriter.bytes(document.value.redacted(by: self, keeping: names))
  }

  /// Nil when there is nothing to be masked in it.
  private func redacted(_ bytes: [UInt8]) -> [UInt8]? {
    guard let search else { return nil }
    var found: [Range<Int>] = []
    func look(_ text: DecodedText) {
      let first = found.count
      search.forEachMatch(in: text.bytes) { match in
        var place = text.source(of: match)
        // A long run of one letter is one place and not as many as it has letters.
        while found.count > first, let last = found.last, place.lowerBound < last.upperBound {
          place = min(place.lowerBound, last.lowerBound)..<max(place.upperBound, last.upperBound)
          found.removeLast()
        }
        found.append(place)
      }
    }
    var text = DecodedText(bytes)
    for level in 0...Redactor.mostEscaped {
      look(text)
      if let decoded = text.percentDecoded { look(decoded) }
      if let decoded = text.htmlDecoded { look(decoded) }
      guard level < Redactor.mostEscaped, let decoded = text.jsonDecoded else { break }
      text = decoded
    }
    return found.isEmpty ? nil : Redactor.masked(bytes, found)
  }

  private static func masked(_ bytes: [UInt8], _ places: [Range<Int>]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for place in places.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if place.lowerBound >= end {
        result += bytes[end..<place.lowerBound]
        result += Secret.mask.utf8
      }
      end = max(end, place.upperBound)
    }
    return result + bytes[end...]
  }
}

extension JSONValue {
  /// The value with the secrets masked in its texts: neither names nor numbers change, nor what reads as a time.
  ///
  /// - Parameter keeping: names of members whose texts stay.
  func redacted(by redactor: Redactor, keeping names: Set<ByteKey> = []) -> JSONValue {
    guard !redactor.isEmpty else { return self }
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return RFC3339.parse(text) == nil ? .string(redactor.redact(text)) : self
    case .array(let elements): return .array(elements.map { $0.redacted(by: redactor, keeping: names) })
    case .object(let object): return .object(object.redacted(by: redactor, keeping: names))
    }
  }
}

extension JSONObject {
  func redacted(by redactor: Redactor, keeping names: Set<ByteKey> = []) -> JSONObject {
    JSONObject(
      members.map { member in
        if member.value.string != nil, names.contains(ByteKey(member.key)) { return member }
        return Member(key: member.key, value: member.value.redacted(by: redactor, keeping: names))
      }
    )
  }
}
