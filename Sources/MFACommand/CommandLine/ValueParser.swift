import MFACore

/// What a flag takes, from its text: each kind of value is parsed here and nowhere else.
struct ValueParser<Value>: Sendable {
  let placeholder: String
  /// The only values there are; empty for any.
  let choices: [String]
  let parse: @Sendable (String) throws(BadValue) -> Value

  init(
    _ placeholder: String,
    choices: [String] = [],
    parse: @escaping @Sendable (String) throws(BadValue) -> Value
  ) {
    self.placeholder = placeholder
    self.choices = choices
    self.parse = parse
  }
}

extension ValueParser where Value: CaseIterable & RawRepresentable<String> & Sendable {
  static func choice(_ placeholder: String) -> Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(placeholder, choices: names) { text throws(BadValue) in
      guard let value = Value(named: text) else { throw .notOneOf(names) }
      return value
    }
  }
}

extension ValueParser<Bool> {
  static let yesOrNo = Self("ANSWER", choices: ["yes", "no"]) { text throws(BadValue) in
    guard ["yes", "no"].containsBytes(of: text) else { throw .notOneOf(["yes", "no"]) }
    return text == "yes"
  }
}

extension ValueParser<Int> {
  static func count(_ placeholder: String = "N", in range: ClosedRange<Int>) -> Self {
    Self(placeholder) { text throws(BadValue) in
      guard text.utf8.count <= 10, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
        range.contains(number)
      else { throw .notACount(minimum: range.lowerBound, maximum: range.upperBound) }
      return number
    }
  }
}

extension ValueParser<Double> {
  /// At most a day: longer waits are mistakes.
  static func seconds(from shortest: Double) -> Self {
    Self("SECONDS") { text throws(BadValue) in try Seconds.parse(text, in: shortest...86_400) }
  }
}

extension ValueParser<Timestamp> {
  static let time = Self("TIME") { text throws(BadValue) in
    guard let time = RFC3339.parse(text) else { throw .notRFC3339 }
    return time
  }
}

extension ValueParser<String> {
  static func text(_ placeholder: String, limit: Int = .max) -> Self {
    Self(placeholder) { text throws(BadValue) in
      guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
      return text
    }
  }

  /// Letters, digits and some marks.
  static func token(_ placeholder: String, marks: String, limit: Int) -> Self {
    Self(placeholder) { text throws(BadValue) in
      let isToken = text.unicodeScalars.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || marks.unicodeScalars.contains($0)
      }
      guard isToken else { throw .notAToken }
      guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
      return text
    }
  }

  static let hostName = Self("NAME") { text throws(BadValue) in
    guard let url = try? EndpointURL("http://\(text)/"), url.host == text.lowercased(), !text.contains("[")
    else { throw .notAHostName }
    return text
  }
}

extension ValueParser<[String]> {
  /// Words of these, with commas between them.
  static func words(among known: [String]) -> Self {
    Self("LIST") { text throws(BadValue) in
      let words = text.commaParts.map(\.trimmed)
      guard words.allSatisfy({ known.containsBytes(of: $0) }) else { throw .notOneOf(known) }
      return words
    }
  }
}

extension ValueParser<MatchValue> {
  static let number = Self("VALUE") { text throws(BadValue) in
    guard text.utf8.count <= 1024 else { throw .tooLong(limit: 1024) }
    return MatchValue(text)
  }
}

extension ValueParser<EndpointURL> {
  static let endpoint = Self("URL") { text throws(BadValue) in
    do throws(EndpointURL.Problem) { return try EndpointURL(text) } catch { throw .endpoint(error) }
  }
}

extension ValueParser<ProxyRule> {
  /// An empty one means none at all.
  static let proxy = Self("URL") { text throws(BadValue) in
    guard !text.isEmpty else { return .direct }
    do throws(ProxyURL.Problem) { return .through(try ProxyURL(text)) } catch { throw .proxy(error) }
  }
}

extension ValueParser<HostOverride> {
  static let hostOverride = Self("HOST:PORT:ADDR") { text throws(BadValue) in
    guard let override = HostOverride(text) else { throw .notAHostOverride }
    return override
  }
}

extension ValueParser<SendOptions.HeaderSource> {
  static let header = Self("LINE|@FILE") { text throws(BadValue) in
    guard text.beginsWith("@") else { return .line(try HeaderLine(text)) }
    guard text.utf8.count > 1 else { throw .empty }
    return .file(FilePath(bytes: Array(text.utf8.dropFirst())))
  }
}

extension ValueParser<TokenWish> {
  static let pushToken = Self("TOKEN") { text throws(BadValue) in
    if text.isSameBytes(as: "new") { return .new }
    guard let token = DeviceToken(text.trimmed) else { throw .notAPushToken }
    return .given(token)
  }
}

/// A time span on the command line: `2`, `0.5`, `500ms`, `2s`.
enum Seconds {
  static func parse(_ text: String, in range: ClosedRange<Double>) throws(BadValue) -> Double {
    let problem = BadValue.notSeconds(minimum: shown(range.lowerBound), maximum: shown(range.upperBound))
    let (digits, scale): (Substring, Double) =
      text.endsWith("ms")
      ? (text.dropLast(2), 0.001) : text.endsWith("s") ? (text.dropLast(), 1) : (text[...], 1)
    let isDecimal = digits.utf8.allSatisfy {
      Unicode.Scalar($0).properties.numericType != nil || $0 == UInt8(ascii: ".")
    }
    guard isDecimal, digits.utf8.contains(where: { $0 != UInt8(ascii: ".") }), digits.utf8.count <= 20,
      let number = Double(digits)
    else { throw problem }
    let seconds = number * scale
    guard range.contains(seconds) else { throw problem }
    return seconds
  }

  /// Without a needless fraction: `30`, `0.001`.
  static func shown(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
  }
}
