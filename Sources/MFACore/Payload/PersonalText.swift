/// Which members of a notification hold what a person wrote: a name, a user agent, a message of a chat. A text there may
/// read like a push, and is none.
enum PersonalText {
  /// Names for what is never a container of JSON.
  private static let always: [String] = [
    "name", "username", "nickname", "agent", "useragent", "ua", "title", "subtitle", "headline", "comment",
    "chat",
    "author", "sender", "user", "from", "subject", "query", "referer", "referrer", "caption", "summary",
    "snippet",
    "preview", "ticker", "bio",
  ]
  /// Names for what is a text in a notification, and may be a container in a log or a request.
  private static let inNotification: [String] = [
    "body", "text", "message", "msg", "content", "contents", "description", "question", "alert", "note",
    "reply",
    "label", "quote", "answer", "input",
  ]

  /// Whether a text under this key is a person's.
  static func isUnder(_ key: String, inNotification isNotification: Bool) -> Bool {
    // What is no name in ASCII may be the word for any of these.
    guard let words = words(of: key), let last = words.last else { return isNotification }
    guard !words.contains("json") else { return false }
    let singular = last.hasSuffix("s") ? String(last.dropLast()) : last
    return [last, singular].contains { word in
      always.contains(word) || word.hasSuffix("name") || isNotification && inNotification.contains(word)
    }
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

  /// What a notification shows, whatever type it has.
  static func isShown(_ key: String) -> Bool { key.isSameBytes(as: "title") || key.isSameBytes(as: "body") }

  /// Whether the object is a notification, or a message that a person sent.
  static func isNotification(_ object: JSONObject) -> Bool {
    let isMessage =
      object["data"] != nil
      && isAny(of: ["token", "topic", "condition", "to", "registration_ids"], in: object)
    let isTitled = object["title"] != nil && isAny(of: ["body", "message", "text", "subtitle"], in: object)
    return isMessage || isTitled
      || isAny(of: ["aps", "notification", "alert", "contents", "headings"], in: object)
      || isAny(
        of: ["sender", "from", "author", "user", "chat", "channel", "collapse_key", "collapseKey"],
        in: object
      )
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
