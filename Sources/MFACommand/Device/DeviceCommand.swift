import MFACore

/// The `device` commands: what an authenticator app reports beside decisions.
struct DeviceCommand: Sendable {
  let settings: DeviceSettings
  let system: System
  let console: Console

  func run() -> Report {
    return Report(command: settings.command).after { (report) throws(Failure) in
      try perform(&report)
      if case .finished(.internal) = report.ending { report.ending = .finished(.done) }
    }
  }

  private var store: DeviceStore { DeviceStore(folder: settings.folder, system: system) }

  private func perform(_ report: inout Report) throws(Failure) {
    switch settings.action {
    case .register(let registration): try register(registration, &report)
    case .newToken:
      let token = freshToken()
      report.device.record = try store.update { $0.token = token }
    case .clearToken: try clearToken(&report)
    case .pair(let key):
      let (device, endpoint) = try known()
      // The key is good once: a pairing that can't be kept is not asked for.
      let room = try reserve()
      defer { room?.release() }
      guard let reply = try send(.pairing(of: device, key: key, at: endpoint), device, &report) else {
        return
      }
      report.device.record = try store.update(in: room) { $0.setPaired(true, at: endpoint) }
      try completeTestPush(in: reply, of: device, at: endpoint, &report)
    case .unpair:
      let (device, endpoint) = try known()
      let room = try reserve()
      defer { room?.release() }
      guard try send(.unpairing(of: device, at: endpoint), device, &report) != nil else { return }
      report.device.record = try store.update(in: room) { $0.setPaired(false, at: endpoint) }
    case .show:
      guard let device = try store.read() else { throw .noDevice }
      report.device.record = device
    case .tap(let input): try tell("tapped", of: input, &report)
    case .dismiss(let input): try tell("dismissed", of: input, &report)
    case .categories: report.subject = .categories(NotificationCategory.all)
    }
  }

  // MARK: Registering

  /// Tokens go stale, so it is sent on every call, whatever the service knows already.
  private func register(
    _ registration: DeviceSettings.Registration,
    _ report: inout Report
  ) throws(Failure) {
    let before = try store.read()
    let enrolled = try refresh.records()
    let endpoint = service(of: before)?.url
    guard endpoint != nil || !enrolled.isEmpty else { throw .usage(.serviceMissing) }
    let fresh = freshToken()
    let change: (inout DeviceRecord) -> Void = { device in
      switch registration.token {
      case .given(let token): device.token = token
      case .new: device.token = fresh
      case nil: device.token = device.token ?? fresh
      }
      if let environment = registration.environment { device.environment = environment }
      if let topic = registration.topic { device.topic = topic }
    }
    let device = try changed(by: change, from: before)
    report.device.record = device
    var failure: Failure?
    if let endpoint {
      do throws(Failure) { try register(device, registration, at: endpoint, before: before, &report) } catch {
        failure = error
      }
    }
    // Whatever became of the first: each service has a token that goes stale.
    try tell(device, to: enrolled, after: failure, &report)
  }

  /// The service for which the device is registered by the contract of the practice service.
  private func register(
    _ device: DeviceRecord,
    _ registration: DeviceSettings.Registration,
    at endpoint: EndpointURL,
    before: DeviceRecord?,
    _ report: inout Report
  ) throws(Failure) {
    report.device.token = TokenChange(of: device, at: endpoint, before: before)
    let message = Message.registration(of: device, callback: registration.callback, to: endpoint)
    let room = try reserve()
    defer { room?.release() }
    guard let reply = try send(message, device, &report) else { return }
    report.device.record = try store.update(in: room) { record in
      let isPaired = record.registration?.endpoint == endpoint && record.registration?.isPaired ?? false
      record.registration = .init(endpoint: endpoint, token: device.token, isPaired: isPaired)
    }
    try completeTestPush(in: reply, of: device, at: endpoint, &report)
  }

  private var refresh: TokenRefresh {
    TokenRefresh(
      store: CredentialStore(
        CredentialsFile(path: CredentialStore.file(in: settings.folder), isNamed: false),
        system: system
      ),
      settings: settings.sending,
      system: system,
      console: console
    )
  }

  /// The services that were enrolled with. What one of them refuses is told when all have been told.
  private func tell(
    _ device: DeviceRecord,
    to enrolled: [Credential],
    after earlier: Failure?,
    _ report: inout Report
  ) throws(Failure) {
    guard let token = device.token, !enrolled.isEmpty else {
      if let earlier { throw earlier }
      return
    }
    let registration = report.delivery
    report.secrets += [Secret(token.hex)]
    let told = refresh.tell(token, enrolled, &report)
    report.device.told = told
    // The delivery that is reported is that of the failure that is, else the registration's.
    let failed = told.first { $0.failure != nil }
    report.delivery = registration ?? failed?.delivery ?? report.delivery
    if let failure = earlier ?? failed?.failure { throw failure }
  }

  /// A dry run changes nothing, but shows what it would be.
  private func changed(
    by change: (inout DeviceRecord) -> Void,
    from before: DeviceRecord?
  ) throws(Failure) -> DeviceRecord {
    guard settings.sending.dryRun else { return try store.update(change) }
    var device = before ?? DeviceRecord(identifier: RandomUUID.make(from: system.random()))
    change(&device)
    return device
  }

  /// A registration's test push is completed silently, as an SDK does: there is nobody to ask.
  private func completeTestPush(
    in reply: HTTPReply,
    of device: DeviceRecord,
    at endpoint: EndpointURL,
    _ report: inout Report
  ) throws(Failure) {
    guard let document = try? JSONReader.read(String(decoding: reply.body, as: UTF8.self)),
      let payload = document.value.object?["payload"]?.object, !payload.isEmpty
    else { return }
    let reading = PushReading(source: .reply, system: system, console: console)
    let bytes = JSONWriter.bytes(.object(payload))
    // Any 2xx is success: what is not a push of ours belongs to a service that says other things.
    guard let push = try? reading.received(in: bytes, report: &report).push else { return }
    guard push.kind == .silent || push.kind == .dry else { return }
    let delivery = report.delivery
    _ = try send(.completion(of: push.id, device: device, at: endpoint), device, &report)
    // The delivery that was asked for is the registration's.
    report.delivery = delivery
    report.device.completedTestPush = push.id
  }

  /// Room for what the service's answer changes, taken before it is asked; a dry run changes nothing.
  private func reserve() throws(Failure) -> ReservedRoom? {
    settings.sending.dryRun ? nil : try store.reserve()
  }

  private func freshToken() -> DeviceToken {
    DeviceToken(random: (system.random(), system.random()))
  }

  // MARK: What a service knows

  /// The service that a flag names, else the one that the device was registered with.
  private func service(of device: DeviceRecord?) -> Address? {
    settings.sending.endpoint ?? device?.registration.map { Address(registered: $0) }
  }

  /// The device and where it was registered; a flag may name another service.
  private func known() throws(Failure) -> (DeviceRecord, EndpointURL) {
    guard let device = try store.read() else { throw .noDevice }
    guard let endpoint = service(of: device)?.url else { throw .noDevice }
    return (device, endpoint)
  }

  /// The token is gone from the device first: no push is wanted, whether the service hears of it or not.
  private func clearToken(_ report: inout Report) throws(Failure) {
    guard let before = try store.read() else { throw .noDevice }
    let endpoint = service(of: before)?.url
    if !settings.sending.dryRun { report.device.record = try store.update { $0.token = nil } }
    guard let endpoint else {
      if settings.sending.dryRun { report.ending = .finished(.dryRun) }
      return
    }
    let room = try reserve()
    defer { room?.release() }
    guard try send(.clearing(of: before, at: endpoint), before, &report) != nil else { return }
    report.device.record = try store.update(in: room) { $0.registration?.token = nil }
  }

  // MARK: Events

  private func tell(_ event: String, of input: PushInput, _ report: inout Report) throws(Failure) {
    let reading = PushReading(
      source: .input(input.source),
      receivedAt: input.receivedAt,
      system: system,
      console: console
    )
    let push = try reading.received(report: &report).push
    guard let endpoint = service(of: nil)?.url else { throw .usage(.serviceMissing) }
    _ = try send(.event(event, of: push, to: endpoint), nil, &report)
  }

  private func send(_ message: Message, _ device: DeviceRecord?, _ report: inout Report) throws(Failure)
    -> HTTPReply?
  {
    // The push token is in what is sent, and may come back; so may what an address that was kept gives away.
    let tokens = [device?.token, device?.registration?.token].compactMap(\.self)
    let secrets =
      tokens.flatMap { [Secret($0.hex), Secret($0.hex.uppercased())] } + message.request.url.secrets
    report.secrets += secrets
    let sending = Sending(settings: settings.sending, system: system, console: console.hiding(secrets))
    guard let address = service(of: device) else { throw .usage(.serviceMissing) }
    return try sending.send(message, to: address, report: &report)
  }
}

/// What a registration does to the token that the service knows.
enum TokenChange: String, Sendable {
  case new, changed, unchanged

  init(of device: DeviceRecord, at endpoint: EndpointURL, before: DeviceRecord?) {
    guard let known = before?.registration, known.endpoint == endpoint, let token = known.token else {
      self = .new
      return
    }
    self = token == device.token ? .unchanged : .changed
  }
}

extension Report {
  /// What it reports; none for a command of another family.
  fileprivate var device: DeviceChange {
    get { if case .device(let change) = subject { change } else { DeviceChange() } }
    set { subject = .device(newValue) }
  }
}
