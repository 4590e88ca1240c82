import MFACore

@testable import MFACommand

/// Text of others on its way out: to a terminal, into JSON, into an address.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  check(data, size) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    // A large input is for the time that it takes; each way through it once has to be enough.
    guard size <= 1 << 16 else {
      expectFit(SafeText(text).oneLine, "safe text on one line")
      checkJSON(text)
      return
    }
    checkSafeText(text)
    checkJSON(text)
    checkEncodings(text, bytes)
    checkWrapping(text, columns: 8 + Int(bytes.first ?? 0))
    checkRedaction(text)
  }
}

private func checkSafeText(_ text: String) {
  let safe = SafeText(text)
  expect(!safe.lines.isEmpty, "there is a line")
  for line in safe.lines {
    expect(!line.utf8.contains(0x0A), "a line holds no line end: \(line.debugDescription)")
    expectFit(line, "a safe line")
  }
  expectFit(safe.oneLine, "safe text on one line")
  // What was made safe needs no more of it: nothing that was made visible is made visible again.
  let again = SafeText(safe.lines.joined(separator: "\n"))
  expect(again.lines.elementsEqual(safe.lines, by: sameBytes), "safe text is stable: \(safe.lines)")
  let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  if isPlain { expect(sameBytes(safe.oneLine, text), "plain text stays: \(text.debugDescription)") }
}

/// Written and read again a text is the same, as a value and as a key.
private func checkJSON(_ text: String) {
  let value = JSONValue.object(JSONObject([.init(key: text, value: .array([.string(text), .null]))]))
  let written = JSONWriter.write(value)
  expect(
    !written.unicodeScalars.contains(where: \.isUnfitForJSON),
    "JSON holds no control character: \(written.debugDescription)"
  )
  guard let read = try? JSONReader.read(written), let member = read.value.object?.members.first else {
    fatalError("does not hold: JSON is read again: \(written.debugDescription)")
  }
  expect(read.notices.isEmpty && read.value.means(value), "JSON means the same: \(written.debugDescription)")
  expect(sameBytes(member.key, text), "a key is the same: \(written.debugDescription)")
  guard case .string(let element)? = member.value.array?.first else {
    fatalError("does not hold: a text stays a text: \(written.debugDescription)")
  }
  expect(sameBytes(element, text), "a text is the same: \(written.debugDescription)")
}

private func checkEncodings(_ text: String, _ bytes: [UInt8]) {
  let encoded = PercentEncoding.encode(text)
  expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an encoded text is ASCII: \(encoded)")
  expect(sameBytes(PercentEncoding.decode(encoded), text), "an encoded text is decoded: \(encoded)")
  _ = PercentEncoding.decode(text)
  if let url = try? EndpointURL("https://example.com/pushes/{id}/r?id={id}") {
    let replaced = url.replacingID(with: text)
    expect(replaced.host == "example.com", "an id changes no host: \(replaced)")
    expect(!replaced.wireText.contains("{id}"), "an id is put in: \(replaced)")
    let parts = replaced.wireText.split(separator: "/", omittingEmptySubsequences: false)
    expect(parts.count == 6 && parts[4] != "." && parts[4] != "..", "an id is one part: \(replaced)")
  }
  if let url = try? EndpointURL(text) {
    expect(sameBytes(url.wireText, text), "an address is kept: \(text)")
    for secret in url.secrets where secret.reveal().utf8.count > 20 && !url.host.contains(secret.reveal()) {
      // A long secret that shows is no coincidence, unless the path repeats it.
      let isRepeated = text.components(of: secret.reveal()) > 1
      expect(isRepeated || !url.description.containsText(secret.reveal()), "an address is masked: \(text)")
    }
  }
  if let proxy = try? ProxyURL(text), let secret = proxy.secrets.last?.reveal(), secret.utf8.count > 20 {
    let isRepeated = text.components(of: secret) > 1
    expect(isRepeated || !proxy.description.containsText(secret), "a proxy is masked: \(text)")
  }
  if let override = HostOverride(text) { expect(sameBytes(override.text, text), "an override is kept") }
  if let time = RFC3339.parse(text) {
    expect(RFC3339.parse(RFC3339.format(time)) == time, "a time is read again: \(text)")
  }
  if let decoded = Base64URL.decode(text) { expect(decoded.count == text.utf8.count * 3 / 4, "base64url") }
  expect(SourceText.isUTF8(bytes) == (Array(text.utf8) == bytes), "UTF-8 is what can be decoded")
}

/// Wrapping drops blanks and nothing else, and no piece is wider than it may be.
private func checkWrapping(_ text: String, columns: Int) {
  let line = SafeText(String(text.unicodeScalars.prefix(1000))).oneLine
  let pieces = DisplayWidth.wrap(line, columns: columns)
  for piece in pieces {
    // Scalars, since a letter that was cut from its marks is measured by itself.
    let width = piece.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    expect(width <= columns, "a piece fits \(columns): \(piece.debugDescription)")
  }
  let kept = pieces.flatMap { $0.utf8.filter { $0 != 0x20 } }
  expect(kept == line.utf8.filter { $0 != 0x20 }, "wrapping keeps all: \(line.debugDescription)")
}

/// The first part of the text as a secret in the rest of it.
private func checkRedaction(_ text: String) {
  let parts = text.split(separator: "\n", maxSplits: 1)
  guard let first = parts.first, let rest = parts.dropFirst().first, first.utf8.count >= 8 else { return }
  // One that the mask or its seams could spell is no secret.
  guard !first.utf8.contains(UInt8(ascii: "*")) else { return }
  let redacted = Redactor([Secret(String(first))]).redact(String(rest))
  expect(!redacted.containsText(String(first)), "a secret is masked: \(text.debugDescription)")
}

/// Byte by byte: Swift takes two spellings of one accented letter for the same.
private func sameBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

extension String {
  /// How often a text occurs, without overlaps.
  fileprivate func components(of part: String) -> Int {
    (replacingAll(part, with: part + "#").utf8.count - utf8.count)
  }
}
