/// Which members of a notification hold what a person wrote: a name, a user agent, a message of a chat. A text there may
/// read like a push, and is none.
enum PersonalText {
  /// Words of names for what is never a container of JSON: what a person, a browser or a map of the world wrote.
  private static let always: Set<String> = [
    "name", "username", "nickname", "agent", "useragent", "ua", "client", "browser", "device", "title",
    "titles",
    "subtitle", "headline", "heading", "headings", "header", "alert", "contents", "args", "comment", "chat",
    "author",
    "sender", "user", "from", "subject", "query", "referer", "referrer", "origin", "caption", "summary",
    "snippet",
    "preview", "ticker", "bio", "description", "notification", "city", "country", "region", "location",
    "address", "ip",
    "host", "hostname", "os", "label", "quote",
  ]
  /// Words of names for what is a text in a notification, and may be a container in a log or a request.
  private static let inNotification: Set<String> = [
    "body", "text", "message", "msg", "content", "question", "note", "reply", "answer", "input",
  ]
  /// Words that stand before one of those where it is the content of a request or a reply.
  private static let exchanges: Set<String> = [
    "request", "response", "reply", "http", "raw", "post", "event", "log",
  ]

  /// Whether a text under this key is a person's.
  static func isUnder(_ key: String, inNotification isNotification: Bool) -> Bool {
    // What is no name in ASCII may be the word for any of these.
    guard let words = words(of: key), !words.isEmpty else { return isNotification }
    guard !words.contains(where: { ["json", "payload", "id", "type"].contains($0) }) else { return false }
    if words.contains(where: { always.contains($0) || $0.hasSuffix("name") }) { return true }
    let singular = words.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    if singular.contains(where: always.contains) { return true }
    guard singular.contains(where: inNotification.contains) else { return false }
    return isNotification || words.count > 1 && !words.contains(where: exchanges.contains)
  }

  /// Whether what begins at a place of a line is what a client says of itself.
  static func isClient(_ bytes: ArraySlice<UInt8>, before place: Int) -> Bool {
    let before = bytes[max(bytes.startIndex, place - 40)..<place].reversed().drop {
      " \t\"':=".utf8.contains($0)
    }
    let name = before.prefix {
      Unicode.Scalar($0).isASCIILetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard let words = words(of: String(decoding: name.reversed(), as: UTF8.self)), let last = words.last
    else {
      return false
    }
    return ["agent", "useragent", "ua", "referer", "referrer"].contains(last)
  }

  /// Whether the key says that circumstances of the sign-on are below it, which anybody may have caused.
  static func isContext(_ key: String) -> Bool { words(of: key)?.contains("context") ?? false }

  /// Whether the key has texts of a person below it, one for each language for example.
  static func isAbove(_ key: String) -> Bool {
    guard let last = words(of: key)?.last else { return false }
    return ["contents", "headings", "heading", "title", "titles", "subtitle", "text", "alert"].contains(last)
  }

  /// What a notification shows, whatever type it has.
  static func isShown(_ key: String) -> Bool { key.isSameBytes(as: "title") || key.isSameBytes(as: "body") }

  /// Words of names that a notification, or a message that a person sent, has for its title, its text or its sender.
  private static let telling: Set<String> = [
    "aps", "notification", "alert", "contents", "headings", "heading", "title", "subtitle", "header",
    "headline", "subject",
    "sender", "author", "chat", "channel", "receiver",
  ]

  /// Whether the object is a notification, or a message that a person sent.
  static func isNotification(_ object: JSONObject) -> Bool {
    let isMessage =
      object["data"] != nil
      && isAny(of: ["token", "topic", "condition", "to", "registration_ids"], in: object)
    return isMessage || isAny(of: ["from", "user", "collapse_key", "collapseKey"], in: object)
      || object.members.prefix(200).contains { member in
        words(of: member.key)?.contains(where: telling.contains) ?? false
      }
  }

  private static func isAny(of names: [String], in object: JSONObject) -> Bool {
    names.contains { object[$0] != nil }
  }

  /// The words of a name in any of the usual spellings, in lower case; nil for one that is no name.
  private static func words(of key: String) -> [String]? {
    guard key.utf8.count <= 64, key.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var words: [String] = []
    var word: [UInt8] = []
    var wasUpper = true
    for byte in key.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isUpper = ("A"..."Z").contains(scalar)
      if !scalar.isASCIILetter || isUpper && !wasUpper {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      if scalar.isASCIILetter { word.append(byte | 0x20) }
      wasUpper = isUpper
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
