import MFACore

/// The two sides of a demonstration, told in turn.
enum DemoWords {
  static func start(_ scenario: DemoScenario, url: String) -> String {
    "service:  the practice service runs at \(url); scenario \(scenario.rawValue)"
  }

  static func page(number: String?) -> String {
    number.map { "page:     somebody signs on; the page shows the number \($0)" }
      ?? "page:     somebody signs on; the page waits for the phone"
  }

  static func qrCode(_ link: String) -> String {
    "page:     somebody signs on; the page shows a QR code that says \(link)"
  }

  static func pin(_ pin: String) -> String {
    "phone:    it reads the code; the PIN of this demonstration is \(pin)"
  }

  static let acceptsItself =
    "phone:    it reads the code; there is nobody to ask here, so the demo accepts by itself, with the right PIN"

  static func answeredLogin(_ request: InboxNotification) -> String {
    "phone:    the request is \(request.status.rawValue); the service recorded the answer"
  }

  static func later(_ seconds: Double) -> String {
    "page:     it waits; the push is delivered in \(Seconds.shown(seconds)) s"
  }

  static let phone = "phone:    a push arrives"

  static func received(_ push: Push) -> String {
    "phone:    \(push.kind.name.rawValue): it \(SafeText(InspectionWords.answers(push.kind)).oneLine)"
  }

  static func answersItself(_ answer: RequestedAnswer) -> String {
    switch answer {
    case .approve: "phone:    there is nobody to ask here, so the demo gives the right answer itself: approve"
    case .number(let value):
      "phone:    there is nobody to ask here, so the demo gives the right answer itself: \(value.text)"
    case .deny, .numberOtherThan: "phone:    there is nobody to ask here, so the demo denies"
    }
  }

  static let expired = "phone:    the push has expired, so it is not answered; nothing was sent"

  static func answered(_ report: Report) -> String {
    guard let decision = report.decision else {
      return "phone:    there is nothing to answer; nothing was sent"
    }
    return "phone:    \(ResultWords.decision(decision)); the service recorded the answer"
  }
}
