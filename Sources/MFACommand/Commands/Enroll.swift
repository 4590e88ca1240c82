import MFACore

/// `enroll`: reads an enrolment URI, registers with the service, and keeps the credential once the service has taken it.
struct Enroll: Sendable {
  let settings: EnrollSettings
  let system: System
  let console: Console

  func run() -> Report {
    var report = Report(command: .enroll)
    do throws(Failure) {
      let enrolment = try enrolment(&report)
      try checkIsNew(enrolment)
      if try enroll(enrolment, &report) != nil { report.ending = .finished(.done) }
    } catch {
      report.ending = .failed(error)
    }
    return report
  }

  private var store: CredentialStore { CredentialStore(settings.file, mayBeMissing: true, system: system) }

  private func enrolment(_ report: inout Report) throws(Failure) -> Enrolment {
    let text: String
    switch settings.source {
    case .text(let given): text = given
    case .input(let source):
      do {
        // With a mark or in UTF-16, as editors save it.
        let bytes = try system.read(source, Enrolment.limit)
        text = (try? SourceText.decode(bytes)) ?? String(decoding: bytes, as: UTF8.self)
      } catch {
        throw .enrolment(.unreadable(source, error))
      }
    }
    do throws(EnrolmentError) {
      let enrolment = try Enrolment(text)
      report.secrets += enrolment.secretTexts
      guard let origin = settings.sending.endpoint?.url else { return enrolment }
      return enrolment.replacingOrigin(with: origin)
    } catch {
      throw .enrolment(.uri(error))
    }
  }

  /// Told apart before anything is sent: the service might take it, and the first credential would be of no more use.
  private func checkIsNew(_ enrolment: Enrolment) throws(Failure) {
    for record in try store.read() where try isSame(record, enrolment) {
      throw .credential(.alreadyEnrolled(record.provider, id: record.id))
    }
  }

  private func isSame(_ record: CredentialRecord, _ enrolment: Enrolment) throws(Failure) -> Bool {
    switch (record.keys, enrolment) {
    case (.pingAM(let keys), .pingAM(let enrolment)):
      // The mechanism's id is another each time; the secret is what the server made for this one.
      do { return try system.cryptography.areEqual(keys.secret.reveal(), enrolment.secret.reveal()) } catch {
        throw .credential(.cryptography(error, key: "secret", of: nil))
      }
    case (.pushToken, .pushToken(let enrolment)):
      return record.id == enrolment.serial && record.endpoint == enrolment.url
    default: return false
    }
  }

  private func enroll(_ enrolment: Enrolment, _ report: inout Report) throws(Failure) -> CredentialRecord? {
    if case .pingAM = enrolment, let keyType = settings.keyType {
      throw .usage(
        .flagNeeds(flag: "--key-type \(keyType.rawValue)", needed: "a push token; PingAM shares a secret")
      )
    }
    let token = try pushToken()
    for address in enrolment.addresses
    where !address.isLoopback && address.wireText.lowercased().hasPrefix("http:") {
      console.warn(
        .plainTextService(address.description, secret: "what this phone proves itself with"),
        &report
      )
    }
    report.secrets += [Secret(token.hex)]
    if case .pingAM(let enrolment) = enrolment, let bytes = enrolment.shortSecretBytes {
      console.warn(.sharedSecretShort(bytes: bytes), &report)
    }
    // The text of a code is good once: what can't be kept is not sent.
    let (room, deviceRoom) = try settings.sending.dryRun ? (nil, nil) : reserve(for: enrolment, token)
    defer {
      room?.release()
      deviceRoom?.release()
    }
    let record: CredentialRecord?
    switch enrolment {
    case .pingAM(let enrolment): record = try enroll(enrolment, token, room, &report)
    case .pushToken(let enrolment): record = try enroll(enrolment, token, room, &report)
    }
    if let record {
      report.subject = .enrollment(record)
      try keep(token, in: deviceRoom)
    }
    return record
  }

  private func reserve(for enrolment: Enrolment, _ token: PushToken) throws(Failure) -> (
    CredentialRoom?, ReservedRoom?
  ) {
    let room = try store.reserve(for: enrolment.provider)
    do throws(Failure) {
      guard let device, try device.read()?.token != token else { return (room, nil) }
      return (room, try device.reserve())
    } catch {
      room.release()
      throw error
    }
  }

  private func enroll(
    _ enrolment: PingAMEnrolment,
    _ token: PushToken,
    _ room: CredentialRoom?,
    _ report: inout Report
  ) throws(Failure) -> CredentialRecord? {
    let mechanism = RandomUUID.make(from: system.random())
    let request: HTTPRequest
    do { request = try enrolment.request(mechanism: mechanism, token: token, system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "secret", of: nil))
    }
    // The push token stands in it, encoded.
    report.secrets += request.signedTexts
    let message = Message(enrolment: request, waiver: nil) { PingAMEnrolment.verdict($0) }
    // A dry run has no room, and no reply.
    guard try send(message, &report) != nil, let room else { return nil }
    return try keep(enrolment.credential(mechanism: mechanism), privateKey: nil, in: room)
  }

  private func enroll(
    _ enrolment: PushTokenEnrolment,
    _ token: PushToken,
    _ room: CredentialRoom?,
    _ report: inout Report
  ) throws(Failure) -> CredentialRecord? {
    let keyType = settings.keyType ?? .rsa4096
    if keyType == .p256, enrolment.service == .privacyIDEA { console.warn(.keyTypeNotTaken, &report) }
    let key: PrivateKey
    do { key = try system.cryptography.makeKey(keyType.order) } catch {
      throw .credential(.cryptography(error, key: "new key", of: nil))
    }
    let request = enrolment.request(key: key.publicKey, token: token)
    let message = Message(enrolment: request, waiver: enrolment.skipsVerification ? .enrolment : nil) {
      PushTokenReply($0).enrolmentVerdict
    }
    // A dry run has no room, and no reply.
    guard let reply = try send(message, &report), let room else { return nil }
    guard let serverKey = try? system.cryptography.readPublicKey(PushTokenReply(reply).serverKey ?? []) else {
      throw .refused(reply, of: .enrolment, because: .fieldUnusable("detail.public_key"))
    }
    return try keep(enrolment.credential(key: key, serverKey: serverKey), privateKey: key.pem, in: room)
  }

  private func send(_ message: Message, _ report: inout Report) throws(Failure) -> HTTPReply? {
    report.secrets += message.request.url.secrets
    let sending = Sending(settings: settings.sending, system: system, console: console.hiding(report.secrets))
    let address = Address(code: message.request.url, at: settings.sending.endpoint)
    return try sending.send(message, to: address, report: &report)
  }

  private func keep(_ credential: Credential, privateKey: SecretBytes?, in room: CredentialRoom)
    throws(Failure) -> CredentialRecord
  {
    do throws(Failure) { return try store.add(credential, privateKey: privateKey, in: room) } catch {
      guard case .state(let failure) = error else { throw error }
      throw .enrolment(.notKept(failure))
    }
  }

  // MARK: The push token

  private var device: DeviceStore? {
    settings.folder.map { DeviceStore(folder: $0, system: system) }
  }

  /// The device's own, where there is one: a service pushes to what it was told.
  private func pushToken() throws(Failure) -> PushToken {
    if case .given(let token)? = settings.token { return token }
    if settings.token == nil, let token = try device?.read()?.token { return token }
    return PushToken(random: (system.random(), system.random()))
  }

  private func keep(_ token: PushToken, in room: ReservedRoom?) throws(Failure) {
    guard let device, try device.read()?.token != token else { return }
    _ = try device.update(in: room) { $0.token = token }
  }
}

extension Message {
  fileprivate init(
    enrolment request: HTTPRequest,
    waiver: VerificationWaiver?,
    verdict: @escaping @Sendable (HTTPReply) -> Verdict
  ) {
    self.init(
      kind: .enrolment,
      request: request,
      isIdempotent: false,
      expiresAt: nil,
      verdict: verdict,
      needsBody: true,
      waiver: waiver
    )
  }
}
