import MFACore

/// Where a push was found, and how a printed dictionary becomes JSON.
enum PlaceWords {
  /// `line 2, column 7, at $.data`.
  static func place(_ place: PushPlace) -> String {
    let position = place.position.map { "line \($0.line), column \($0.column)" }
    let path = place.path == "$" && position != nil ? nil : place.path
    let inside = place.isInBase64 ? " of what the base 64 holds" : ""
    if position == nil, path == "$", place.isInBase64 { return "what the base 64 holds" }
    return [position, path].compactMap(\.self).joined(separator: ", ") + inside
  }

  /// What is said of a push that was found.
  static func found(_ place: PushPlace) -> String {
    guard let printer = place.printer else {
      return
        "the push was found \(place.path == "$" && place.position == nil ? "in" : "at") \(self.place(place))"
    }
    return
      "the push at \(self.place(place)) was read from a dictionary that \(printer.rawValue) printed; types and separators are guessed"
  }

  static func printed(_ printer: PushPlace.Printer, _ problem: PrintedProblem, at position: TextPosition?)
    -> (String, String)
  {
    let place = position.map { "line \($0.line), column \($0.column): " } ?? ""
    let thing = "\(place)a dictionary that \(printer.rawValue) printed"
    return switch problem {
    case .unreadable: (thing + " can't be read to its end, or in one way only", asJSON(printer))
    case .guessed:
      (
        thing + " is answered by a person only: its types and separators are guessed",
        asJSON(printer) + ", answer it at a terminal, or add --force"
      )
    }
  }

  /// How the language prints JSON.
  private static func asJSON(_ printer: PushPlace.Printer) -> String {
    switch printer {
    case .foundation, .swift:
      "print it as JSON: JSONSerialization.data(withJSONObject: userInfo)"
    case .python: "print it as JSON: json.dumps(…)"
    }
  }

  static func hint(_ printed: PrintedText) -> String {
    switch printed {
    case .androidBundle: "this is a Bundle printed by Android; print JSONObject(remoteMessage.data) instead"
    case .javaMap: "this is a map printed by Java or Kotlin; print JSONObject(map) instead"
    case .rubyHash: "this is a hash printed by Ruby; print it with to_json"
    case .goMap: "this is a map printed by Go; print it with json.Marshal"
    case .dartMap: "this is a map printed by Dart; print it with jsonEncode"
    case .consoleObject: "this is an object printed by a JavaScript console; print it with JSON.stringify"
    }
  }
}
