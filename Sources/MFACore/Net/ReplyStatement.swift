/// What a reply says in its own words.
extension HTTPReply {
  /// The first of the members that services put their words in (RFC 6749, section 5.2; RFC 9457, section 3.1), or the
  /// title of an HTML page; nil for a body that has neither.
  package var statement: String? {
    guard let text = try? SourceText.utf8(body) else { return nil }
    if let object = (try? JSONReader.read(utf8: text))?.value.object {
      return HTTPReply.statement(in: object, levels: 3)
    }
    return looksLikeHTML ? HTMLTitle.text(in: text) : nil
  }

  /// - Parameter levels: how deep an `error` or a `detail` may be an object.
  private static func statement(in object: JSONObject, levels: Int) -> String? {
    guard levels > 0 else { return nil }
    // privacyIDEA and eduMFA bury their sentence in much that says nothing.
    if let error = object["result"]?.object?["error"]?.object, let text = error["message"]?.sentence {
      return text
    }
    for name in ["error_description", "error", "detail", "message", "title"] {
      if let text = object[name]?.sentence { return text }
      if ["error", "detail"].contains(name), let inner = object[name]?.object,
        let text = statement(in: inner, levels: levels - 1)
      {
        return text
      }
    }
    return nil
  }

  /// A page, where a service would have answered: a gateway's, or a sign-in page.
  package var looksLikeHTML: Bool {
    if header("Content-Type")?.lowercased().beginsWith("text/html") ?? false { return true }
    let start = String(decoding: body.prefix(512), as: UTF8.self).trimmed.lowercased()
    return start.beginsWith("<!doctype html") || start.beginsWith("<html")
  }

  /// What the body is where it is no text: the name of its format, or an empty one; nil for a text.
  package var binaryFormat: String? {
    do throws(TextError) {
      let text = try SourceText.utf8(body)
      return text.contains(0) ? "" : nil
    } catch {
      switch error {
      case .binary(let format): return format
      case .utf32, .unmarkedUTF16, .invalidUTF16: return ""
      // A text in another character set, such as ISO 8859-1, is still to be read by a person.
      case .invalidUTF8: return body.contains { $0 < 9 } ? "" : nil
      }
    }
  }
}

extension JSONValue {
  /// A text that says something.
  fileprivate var sentence: String? {
    guard let text = string?.trimmed, !text.isEmpty else { return nil }
    return text
  }
}

/// The title of an HTML page.
private enum HTMLTitle {
  /// A head is at the beginning.
  private static let limit = 64 << 10
  private static let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
  ]

  /// Nil for none, and for an empty one.
  static func text(in page: ArraySlice<UInt8>) -> String? {
    let head = Array(page.prefix(limit))
    // Lowering ASCII alone keeps every place where it is.
    let lowered = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    func place(of text: String, from start: Int) -> Int? {
      let pattern = Array(text.utf8)
      return (start..<max(start, lowered.count)).first { lowered[$0...].starts(with: pattern) }
    }
    guard let tag = place(of: "<title", from: 0), let open = place(of: ">", from: tag),
      let end = place(of: "</title", from: open)
    else { return nil }
    var title = String(decoding: head[(open + 1)..<end], as: UTF8.self)
    for (entity, character) in entities { title = title.replacingAll(entity, with: character) }
    let words = title.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
