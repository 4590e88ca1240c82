import MFACore

/// `demo login`: the page shows a QR code, the phone reads it, and the request is accepted with a PIN.
struct DemoLogin: Sendable {
  let settings: DemoSettings
  let page: SignOnPage
  let system: System
  let console: Console

  /// That of the practice service's employee badge.
  private static let pin = "0000"

  func play(_ report: inout Report) throws(Failure) {
    console.narrate(DemoWords.start(.login, url: page.url))
    let code = try page.createLogin(delay: settings.after)
    console.narrate(DemoWords.qrCode(code.deepLink))
    let isSomebodyThere = settings.mayAsk && system.hasTerminal()
    console.narrate(isSomebodyThere ? DemoWords.pin(DemoLogin.pin) : DemoWords.acceptsItself)
    let login = Login(
      settings: try loginSettings(code, isSomebodyThere: isSomebodyThere),
      system: system,
      console: console
    )
    let request: InboxNotification
    do {
      request = try login.perform(try LoginRequest(deepLink: code.deepLink), &report)
    } catch let error as Failure {
      // The service ends with the demonstration, and its inbox with it.
      if case .requestWaits(let failure, _, _) = error { throw failure }
      throw error
    } catch {
      throw .demo(.unexpectedReply(status: 201))
    }
    console.narrate(DemoWords.answeredLogin(request))
    let status = try page.loginStatus(of: code.id)
    report.subject = .demonstration(signOn: status)
    let announced = request.status.rawValue
    guard status == announced else { throw .demo(.endedOtherwise(announced: announced, actual: status)) }
    report.ending = .finished(.done)
  }

  private func loginSettings(_ code: SignOnPage.Code, isSomebodyThere: Bool) throws(Failure) -> LoginSettings
  {
    LoginSettings(
      source: .deepLink(code.deepLink),
      answer: isSomebodyThere ? nil : .accept,
      accepting: AcceptSettings(
        credential: nil,
        pin: isSomebodyThere ? nil : Secret(DemoLogin.pin),
        face: nil,
        mayAsk: isSomebodyThere
      ),
      interval: 0.1,
      retryLimit: 600,
      sending: try page.sendSettings()
    )
  }
}
