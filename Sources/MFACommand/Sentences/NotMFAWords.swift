import MFACore

/// Why a document is not an MFA push, and what it is instead where that is known.
enum NotMFAWords {
  static func reason(_ reason: NotMFAReason) -> String {
    switch reason {
    case .notAnObject(let type): "the document is \(type), not an object"
    case .noProviderField: "it has no field of a known provider"
    case .stringifiedObject(let field): "\(field) holds no data"
    case .noPushInside: "the message has no push in it"
    case .printedText(let field, _): "\(Words.quoted(field, limit: 40)) holds a printed map, not JSON"
    case .base64(let field): "\(Words.quoted(field, limit: 40)) is base 64"
    case .keyInsideAPS(let key): "\(key) is inside aps"
    case .senderNote(let value):
      "pushType is \(Words.quoted(value, limit: 40)), a value of the header apns-push-type"
    case .otherVendor(let vendor, let key): "\(Words.quoted(key, limit: 40)) tells of \(vendor)"
    case .loginCode: "it is what a sign-on's QR code holds"
    case .incomplete(let place, let error):
      "at \(PlaceWords.place(place)) \(stripped(FieldWords.text(error, name: "it").0))"
    }
  }

  static func hint(_ reason: NotMFAReason) -> String? {
    switch reason {
    case .notAnObject, .noPushInside: nil
    case .noProviderField:
      "a plain push has pushType beside aps; 'mfa-cli help inspect' lists what is recognised"
    case .stringifiedObject: "'[object Object]': the sender stringified an object"
    case .printedText(_, let text): PlaceWords.hint(text)
    case .base64(let field): "decode it: jq -r '.. | .\(field)? | strings' FILE | base64 -d | mfa-cli …"
    case .keyInsideAPS(let key): "aps.\(key): an app gets keys beside aps, so move it out of aps"
    case .senderNote: "pass the payload that was sent, not the sender's note on it"
    case .otherVendor(let vendor, _): "pushes of \(vendor) can't be answered here"
    case .loginCode: "start the sign-on: mfa-cli login --qr FILE"
    case .incomplete(_, let error):
      FieldWords.text(error, name: "it").1 ?? "a push inside something else is taken only if it is whole"
    }
  }

  private static func stripped(_ text: String) -> String {
    text.hasPrefix("it: ") ? String(text.dropFirst(4)) : text
  }
}
