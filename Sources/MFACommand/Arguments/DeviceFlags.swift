import MFACore

enum DeviceFlags {
  static let rows: [Flag] = [
    Flag(
      "token",
      .value(.init("TOKEN")) { (raw, text, _) throws(BadValue) in
        if text.isSameBytes(as: "new") {
          raw.token = .new
        } else {
          guard let token = DeviceToken(text.trimmed) else { throw .notAPushToken }
          raw.token = .given(token)
        }
      },
      group: .device,
      commands: [.deviceRegister, .enroll],
      help: "the push token in hexadecimal or base 64; new makes one up",
      details: "Default: the token that the device has, or a new one when it has none."
    ),
    Flag(
      "environment",
      .value(.init("NAME", choices: PushEnvironment.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let environment = PushEnvironment(named: text) else {
          throw .notOneOf(PushEnvironment.allCases.map(\.rawValue))
        }
        raw.environment = environment
      },
      group: .device,
      commands: [.deviceRegister],
      help: "the push provider's side that the token is for (default sandbox)"
    ),
    Flag(
      "topic",
      .value(.init("BUNDLE")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        let isIdentifier = text.unicodeScalars.allSatisfy {
          $0.isASCIILetter || $0.isASCIIDigit || ".-_".unicodeScalars.contains($0)
        }
        guard isIdentifier else { throw .notAToken }
        guard text.utf8.count <= 255 else { throw .tooLong(limit: 255) }
        raw.topic = text
      },
      group: .device,
      commands: [.deviceRegister],
      help: "the app's bundle identifier, which pushes are addressed to"
    ),
    Flag(
      "callback-url",
      .value(.init("URL")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        do throws(EndpointURL.Problem) { raw.callbackURL = try EndpointURL(text) } catch {
          throw .endpoint(error)
        }
      },
      group: .device,
      commands: [.deviceRegister],
      help: "where the practice service is to deliver pushes, such as to 'listen'"
    ),
    Flag(
      "callback-form",
      .value(.init("FORM", choices: CallbackForm.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let form = CallbackForm(named: text) else {
          throw .notOneOf(CallbackForm.allCases.map(\.rawValue))
        }
        raw.callbackForm = form
      },
      group: .device,
      commands: [.deviceRegister],
      help: "in which form it delivers them (default plain)"
    ),
  ]
}

/// Which push token a device registers with.
enum TokenWish: Sendable, Equatable {
  case given(DeviceToken)
  case new
}

/// How the practice service posts pushes to a device's callback.
enum CallbackForm: String, CaseIterable, Sendable {
  case plain, fcm, apns
}
