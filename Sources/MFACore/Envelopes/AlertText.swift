/// Title and message as the service signed them.
package struct SignedText: Sendable, Equatable {
  package let title: String?
  package let message: String

  init(title: String?, message: String) {
    (self.title, self.message) = (title, message)
  }

  /// Nil when it is what is shown.
  init?(title: String?, message: String, insteadOf shown: AlertText) {
    guard !shown.title.isSameBytes(as: title) || !shown.message.isSameBytes(as: message) else { return nil }
    (self.title, self.message) = (title, message)
  }
}

/// Title and message of a push, from wherever they stand. None of it is needed to classify a push.
package struct AlertText: Sendable, Equatable {
  package let title: String?
  package let message: String?
  /// Whether a localization key is shown because there is no text.
  package let isLocalized: Bool
  /// The payload's own fields that were used up.
  let usedFields: [String]

  /// Looks in the alert, the notification and then the payload's fields of the names given.
  static func read(
    _ payload: Payload,
    titleField: String = "title",
    messageField: String = "body",
    warnings: inout [PayloadWarning]
  ) -> AlertText {
    var reader = AlertReader(payload: payload, warnings: warnings)
    reader.checkAlert()
    let title = reader.text(
      alert: ("title", "title-loc-key", "title-loc-args"),
      notification: ("title", "title_loc_key", "title_loc_args"),
      field: titleField
    )
    let message = reader.text(
      alert: ("body", "loc-key", "loc-args"),
      notification: ("body", "body_loc_key", "body_loc_args"),
      field: messageField
    )
    warnings = reader.warnings
    return AlertText(
      title: title,
      message: message,
      isLocalized: reader.isLocalized,
      usedFields: reader.usedFields
    )
  }
}

private struct AlertReader {
  typealias Names = (text: String, key: String, arguments: String)

  let payload: Payload
  var warnings: [PayloadWarning]
  var isLocalized = false
  var usedFields: [String] = []

  mutating func checkAlert() {
    switch payload.aps?["alert"] {
    case nil, .null, .string, .object: break
    case .some(let other): warnings.append(.alertTextIgnored(field: "aps.alert", type: other.typeName))
    }
  }

  mutating func text(alert: Names, notification: Names, field: String) -> String? {
    switch payload.aps?["alert"] {
    case .string(let text) where alert.text == "body" && !text.isEmpty: return text
    case .object(let object):
      if let text = text(in: object, names: alert, path: "aps.alert") { return text }
    default: break
    }
    if let object = payload.notification,
      let text = text(in: object, names: notification, path: "notification")
    {
      return text
    }
    for fields in [payload.fields, payload.outerFields] {
      for name in [field, AlertReader.flattened + notification.text] {
        guard let text = fields[name]?.string, !text.isEmpty else { continue }
        usedFields.append(name)
        return text
      }
    }
    return surroundingText(alert: alert, notification: notification)
  }

  /// How Google's library names the parts of a notification in the `userInfo` of an iOS app.
  private static let flattened = "gcm.notification."

  /// The nearest text around a push that was found. Nothing is said of what is no text there: it belongs to others.
  private mutating func surroundingText(alert: Names, notification: Names) -> String? {
    let said = warnings
    defer { warnings = said }
    let isMessage = alert.text == "body"
    for object in payload.surroundings {
      switch object["aps"]?.object?["alert"] {
      case .string(let text) where isMessage && !text.isEmpty: return text
      case .object(let object):
        if let text = text(in: object, names: alert, path: "aps.alert") { return text }
      default: break
      }
      if let inner = object["notification"]?.object,
        let text = text(in: inner, names: notification, path: "notification")
      {
        return text
      }
      let names = [alert.text, AlertReader.flattened + notification.text] + (isMessage ? ["message"] : [])
      for name in names {
        // A container is no text to be shown.
        guard let text = object[name]?.string, let first = text.utf8.first, !"{[".utf8.contains(first) else {
          continue
        }
        return text
      }
    }
    return nil
  }

  private mutating func text(in object: JSONObject, names: Names, path: String) -> String? {
    switch object[names.text] {
    case .string(let text) where !text.isEmpty: return text
    case nil, .null, .string: break
    case .some(let other):
      warnings.append(.alertTextIgnored(field: "\(path).\(names.text)", type: other.typeName))
    }
    guard let key = object[names.key]?.string, !key.isEmpty else { return nil }
    isLocalized = true
    let arguments = object[names.arguments] ?? .null
    let all = arguments.array ?? (arguments == .null ? [] : [.null])
    let texts = all.compactMap(\.string)
    if texts.count < all.count {
      warnings.append(.localizationArgumentsSkipped(field: "\(path).\(names.arguments)"))
    }
    return texts.isEmpty ? key : "\(key) (\(texts.joined(separator: ", ")))"
  }
}
