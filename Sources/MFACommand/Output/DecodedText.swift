import MFACore

/// Bytes of a text as they stand or decoded, and where in the text each of them comes from.
struct DecodedText {
  let bytes: [UInt8]
  /// The places in the text, nil where that is the bytes themselves.
  private let places: [Range<Int32>]?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    places = nil
  }

  private init(_ bytes: [UInt8], _ places: [Range<Int32>]) {
    self.bytes = bytes
    self.places = places
  }

  /// Where in the text these bytes come from.
  func source(of range: Range<Int>) -> Range<Int> {
    let place = place(of: range)
    return Int(place.lowerBound)..<Int(place.upperBound)
  }

  private func place(of range: Range<Int>) -> Range<Int32> {
    guard let places else { return Int32(range.lowerBound)..<Int32(range.upperBound) }
    return places[range.lowerBound].lowerBound..<places[range.upperBound - 1].upperBound
  }

  /// With every `%XX` as its byte; nil where there is none to decode.
  var percentDecoded: DecodedText? {
    decoded(UInt8(ascii: "%")) { index in
      guard index + 2 < bytes.count, let high = hex(index + 1), let low = hex(index + 2) else { return nil }
      return ([UInt8(high << 4 | low)], 3)
    }
  }

  /// With every escape of a JSON string as what it stands for; nil where there is none to decode.
  var jsonDecoded: DecodedText? {
    decoded(UInt8(ascii: "\\")) { index in
      guard index + 1 < bytes.count else { return nil }
      switch bytes[index + 1] {
      case UInt8(ascii: "u"): return unicodeEscape(at: index)
      case UInt8(ascii: "n"): return ([0x0A], 2)
      case UInt8(ascii: "r"): return ([0x0D], 2)
      case UInt8(ascii: "t"): return ([0x09], 2)
      case UInt8(ascii: "b"): return ([0x08], 2)
      case UInt8(ascii: "f"): return ([0x0C], 2)
      case let byte where "\"\\/".utf8.contains(byte): return ([byte], 2)
      default: return nil
      }
    }
  }

  private func unicodeEscape(at index: Int) -> ([UInt8], Int)? {
    guard let unit = codeUnit(at: index) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
    guard unit < 0xDC00, let low = codeUnit(at: index + 6), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { return nil }
    return (Array(String(scalar).utf8), 12)
  }

  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for place in (index + 2)...(index + 5) {
      guard let digit = hex(place) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// With every character reference of HTML as what it stands for, so far as services escape with it; nil where there
  /// is none to decode.
  var htmlDecoded: DecodedText? {
    decoded(UInt8(ascii: "&")) { index in
      let name = bytes[(index + 1)...].prefix(DecodedText.longestReference)
      guard let end = name.firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let text = String(decoding: name[..<end], as: UTF8.self)
      guard let scalar = DecodedText.named[text] ?? DecodedText.numbered(text) else { return nil }
      return (Array(String(scalar).utf8), end + 1 - index)
    }
  }

  /// Of a reference without its `&`, in bytes.
  private static let longestReference = 10
  private static let named: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "amp": "&",
  ]

  private static func numbered(_ text: String) -> Unicode.Scalar? {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = text.utf8.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let number = Substring(isHexadecimal ? digits.dropFirst() : digits)
    return UInt32(number, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
  }

  private func hex(_ index: Int) -> UInt8? {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
    default: return nil
    }
  }

  private func decoded(_ mark: UInt8, _ escape: (Int) -> ([UInt8], Int)?) -> DecodedText? {
    guard bytes.contains(mark) else { return nil }
    var result: [UInt8] = []
    var from: [Range<Int32>] = []
    result.reserveCapacity(bytes.count)
    from.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == mark, let (decoded, length) = escape(index) {
        let source = place(of: index..<(index + length))
        result += decoded
        from += repeatElement(source, count: decoded.count)
        index += length
      } else {
        result.append(bytes[index])
        from.append(place(of: index..<(index + 1)))
        index += 1
      }
    }
    return DecodedText(result, from)
  }
}
