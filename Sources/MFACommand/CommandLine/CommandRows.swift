import MFACore

/// The commands that do something, in the order of the help.
extension CommandRow {
  static let respond = CommandRow(
    "answer one push: show it, ask or take the flag (default)",
    operands: .payload,
    [.sends, .sendsDecisions, .explainsPushes, .readsCredentials],
    examples: [
      "cat push.json | mfa-cli --endpoint https://mfa.example.com/decisions",
      "mfa-cli --number 34 --json push.json --endpoint https://mfa.example.com/r",
      "mfa-cli --deny --deny-reason 'not me' push.apns --endpoint http://[::1]:80/r",
    ]
  ) { line throws(UsageError) in
    let settings = try line.respond()
    let console = line.start(hiding: settings.sending.secrets)
    return console.finish(Respond(settings: settings, system: line.system, console: console).run())
  }

  static let inspect = CommandRow(
    "say what a push is; send nothing",
    operands: .payload,
    [.explainsPushes, .readsCredentials],
    examples: ["mfa-cli inspect push.json", "pbpaste | mfa-cli inspect --json --expect challenge"]
  ) { line throws(UsageError) in
    let settings = try line.inspect()
    let console = line.start()
    return console.finish(Inspect(settings: settings, system: line.system, console: console).run())
  }

  static let demo = CommandRow(
    "a whole sign-on here: practice service, push, answer",
    operands: .choice(of: DemoScenario.self) { "[FLAGS] [\($0)]" },
    examples: ["mfa-cli demo", "mfa-cli demo manual --no-input"]
  ) { line throws(UsageError) in
    let settings = try line.demo()
    let console = line.start()
    return console.finish(Demo(settings: settings, system: line.system, console: console).run())
  }

  static let serve = CommandRow(
    "run the practice service until a signal stops it",
    examples: ["mfa-cli serve --port 8080", "mfa-cli serve --port 8080 --state service.journal"]
  ) { line throws(UsageError) in
    let settings = try line.serve()
    let console = line.start()
    let report = Serve(settings: settings, system: line.system, console: console).run()
    // All that a service has to say is its address.
    return report.failure == nil ? report.exitCode : console.finish(report)
  }

  static let listen = CommandRow(
    "a phone that stays on: receive pushes, answer each",
    [.sends, .sendsDecisions, .explainsPushes, .readsCredentials],
    examples: [
      "mfa-cli listen --port 9090 --approve --endpoint http://127.0.0.1:8080/d",
      "mfa-cli listen --number-from correctNumber --count 1 --for 60 --json",
    ]
  ) { line throws(UsageError) in
    let settings = try line.listen()
    let console = line.start(hiding: settings.sending.secrets)
    return Listen(settings: settings, system: line.system, console: console).run()
  }

  // MARK: device

  static let deviceRegister = device(
    "report this device and its push token to services",
    [.sends, .readsDevice],
    "mfa-cli device register --endpoint http://127.0.0.1:8080/devices",
    "mfa-cli device register --token new --topic com.example.portal"
  ) { .register($0.options.device) }
  static let deviceTokenNew = device(
    "give this device another push token, as a restore does",
    [.readsDevice],
    "mfa-cli device token new && mfa-cli device register"
  ) { _ in .newToken }
  static let deviceClearToken = device(
    "take this device's push token back",
    [.sends, .readsDevice],
    "mfa-cli device clear-token"
  ) { _ in .clearToken }
  static let devicePair = device(
    "pair this device with an account by a pairing key",
    operands: Operands(usage: "[FLAGS] KEY|-", limit: 1, completion: .nothing),
    [.sends, .readsDevice],
    "mfa-cli device pair 1234-5678"
  ) { line throws(UsageError) in .pair(key: try line.pairingKey()) }
  .exposing { line in
    line.operand?.is("-") ?? false
      ? nil : .secretInArguments("the pairing key", instead: "- takes it from standard input")
  }
  static let deviceUnpair = device(
    "end the pairing",
    [.sends, .readsDevice],
    "mfa-cli device unpair"
  ) { _ in .unpair }
  static let deviceShow = device("show this device", [.readsDevice], "mfa-cli device show --json") { _ in
    .show
  }
  static let deviceTap = device(
    "report that a notification was tapped",
    operands: .payload,
    [.sends],
    "mfa-cli device tap push.json --endpoint http://127.0.0.1:8080/events"
  ) { line throws(UsageError) in .tap(try line.input()) }
  static let deviceDismiss = device(
    "report that a notification was dismissed",
    operands: .payload,
    [.sends],
    "mfa-cli device dismiss push.json --endpoint http://127.0.0.1:8080/events"
  ) { line throws(UsageError) in .dismiss(try line.input()) }
  static let deviceCategories = device(
    "list the notification categories and their actions",
    [],
    "mfa-cli device categories --json"
  ) { _ in .categories }

  private static func device(
    _ summary: String,
    operands: Operands = .none,
    _ traits: Set<Trait>,
    _ examples: String...,
    action: @escaping @Sendable (SettingsResolution) throws(UsageError) -> DeviceSettings.Action
  ) -> CommandRow {
    CommandRow(summary, operands: operands, traits, examples: examples) { line throws(UsageError) in
      let settings = try line.device(action)
      let console = line.start(hiding: settings.secrets)
      return console.finish(DeviceCommand(settings: settings, system: line.system, console: console).run())
    }
  }

  // MARK: inbox and login

  static let inboxList = inbox(
    "list what waits in a wallet's inbox",
    operands: .none,
    "mfa-cli inbox list --endpoint http://127.0.0.1:8080/notifications",
    "mfa-cli inbox list --endpoint URL --type requests --status new --all --json"
  ) { .list($0.options.inbox) }
  static let inboxShow = inbox(
    "show one notification, which marks it read",
    "mfa-cli inbox show ID --endpoint http://127.0.0.1:8080/notifications"
  ) { line throws(UsageError) in .show(id: try line.notificationID()) }
  static let inboxAccept = inbox(
    "accept a request, with the PIN or face that it asks for",
    "mfa-cli inbox accept ID --endpoint http://127.0.0.1:8080/notifications",
    "mfa-cli inbox accept ID --endpoint URL --credential C --pin-file pin"
  ) { line throws(UsageError) in .accept(id: try line.notificationID(), try line.accepting()) }
  static let inboxDecline = inbox(
    "decline a request",
    "mfa-cli inbox decline ID --endpoint http://127.0.0.1:8080/notifications"
  ) { line throws(UsageError) in .decline(id: try line.notificationID()) }
  static let inboxAcknowledge = inbox(
    "acknowledge a message",
    "mfa-cli inbox acknowledge ID --endpoint http://127.0.0.1:8080/notifications"
  ) { line throws(UsageError) in .acknowledge(id: try line.notificationID()) }
  static let inboxDelete = inbox(
    "delete a notification",
    "mfa-cli inbox delete ID --yes --endpoint http://127.0.0.1:8080/notifications"
  ) { line throws(UsageError) in .delete(id: try line.notificationID(), isSure: line.options.isSure) }
  static let inboxWatch = inbox(
    "stay on, and tell what comes",
    operands: .none,
    "mfa-cli inbox watch --endpoint http://127.0.0.1:8080/notifications --json"
  ) { .watch(count: $0.options.listen.count, duration: $0.options.listen.duration) }

  private static func inbox(
    _ summary: String,
    operands: Operands = .id,
    _ examples: String...,
    action: @escaping @Sendable (SettingsResolution) throws(UsageError) -> InboxSettings.Action
  ) -> CommandRow {
    CommandRow(summary, operands: operands, [.sends], examples: examples) { line throws(UsageError) in
      let settings = try line.inbox(action)
      let console = line.start(hiding: settings.secrets)
      return InboxCommand(settings: settings, system: line.system, console: console).run()
    }
  }

  static let login = CommandRow(
    "sign on from a QR code or a deep link",
    [.sends, .sendsToCode],
    examples: ["mfa-cli login --qr code.txt", "mfa-cli login --deep-link 'mfa-cli://login?request=…'"]
  ) { line throws(UsageError) in
    let settings = try line.login()
    let console = line.start(hiding: settings.secrets)
    return console.finish(Login(settings: settings, system: line.system, console: console).run())
  }
  .exposing { line in
    if line.options.login.deepLink != nil {
      return .secretInArguments(
        "the deep link",
        instead: "--qr takes it from a file, or - for standard input"
      )
    }
    guard case .qrText? = try? line.loginSource() else { return nil }
    return .secretInArguments("the text of the code", instead: "--qr takes a file, or - for standard input")
  }

  // MARK: enroll and credentials

  static let enroll = CommandRow(
    "enroll with PingAM, privacyIDEA, eduMFA by their URI",
    operands: Operands(usage: "[FLAGS] URI|FILE|-", limit: 1, completion: .files),
    [.sends, .sendsToCode, .readsCredentials],
    examples: [
      "zbarimg --raw -q qr.png | mfa-cli enroll -",
      "mfa-cli enroll --credential-file phone.json uri.txt",
    ]
  ) { line throws(UsageError) in
    let settings = try line.enroll()
    let console = line.start(hiding: settings.sending.secrets)
    return console.finish(Enroll(settings: settings, system: line.system, console: console).run())
  }
  .exposing { line in
    guard case .text? = try? line.enrolmentSource() else { return nil }
    return .secretInArguments("the enrollment URI", instead: "give it in a file, or - for standard input")
  }

  static let credentialsList = credentials(
    "list the credentials",
    operands: .none,
    "mfa-cli credentials list --json"
  ) { _ in .list }
  static let credentialsShow = credentials(
    "show one credential, its secrets masked",
    "mfa-cli credentials show PIPU0001"
  ) { line throws(UsageError) in .show(id: try line.credentialID()) }
  static let credentialsLock = credentials(
    "lock a credential: it answers nothing",
    "mfa-cli credentials lock PIPU0001"
  ) { line throws(UsageError) in .lock(id: try line.credentialID()) }
  static let credentialsUnlock = credentials(
    "unlock a credential",
    "mfa-cli credentials unlock PIPU0001"
  ) { line throws(UsageError) in .unlock(id: try line.credentialID()) }
  static let credentialsRemove = credentials(
    "remove a credential and its key",
    "mfa-cli credentials remove PIPU0001"
  ) { line throws(UsageError) in .remove(id: try line.credentialID()) }

  private static func credentials(
    _ summary: String,
    operands: Operands = .id,
    _ example: String,
    action: @escaping @Sendable (SettingsResolution) throws(UsageError) -> CredentialsSettings.Action
  ) -> CommandRow {
    CommandRow(summary, operands: operands, [.readsCredentials], examples: [example]) {
      line throws(UsageError) in
      let settings = try line.credentials(action)
      return line.start().finish(
        CredentialsCommand(settings: settings, system: line.system).run()
      )
    }
  }
}
