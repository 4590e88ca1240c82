import MFACore

/// `enroll`: reads an enrolment URI, registers with the service, and keeps the credential once the service has taken it.
struct Enroll: Sendable {
  let settings: EnrollSettings
  let system: System
  let console: Console

  func run() -> Report {
    return Report(command: .enroll).after { (report) throws(Failure) in
      let enrolment = try enrolment(&report)
      try checkIsNew(enrolment)
      if try enroll(enrolment, &report) != nil { report.ending = .finished(.done) }
    }
  }

  private var store: CredentialStore { CredentialStore(settings.file, mayBeMissing: true, system: system) }

  private func enrolment(_ report: inout Report) throws(Failure) -> any Enrollment {
    let text: String
    switch settings.source {
    case .text(let given): text = given
    case .input(let source):
      do {
        // With a mark or in UTF-16, as editors save it.
        let bytes = try system.read(source, EnrolmentURI.limit)
        text = (try? SourceText.decode(bytes)) ?? String(decoding: bytes, as: UTF8.self)
      } catch {
        throw .enrolment(.unreadable(source, error))
      }
    }
    do throws(EnrolmentError) {
      let enrolment = try system.providers.enrollment(text)
      report.secrets += enrolment.secretTexts
      guard let origin = settings.sending.endpoint?.url else { return enrolment }
      return enrolment.replacingOrigin(with: origin)
    } catch {
      throw .enrolment(.uri(error))
    }
  }

  /// Told apart before anything is sent: the service might take it, and the first credential would be of no more use.
  private func checkIsNew(_ enrolment: any Enrollment) throws(Failure) {
    for record in try store.read() where try isMade(record, by: enrolment) {
      throw .credential(.alreadyEnrolled(record.provider, id: record.id))
    }
  }

  private func isMade(_ record: Credential, by enrolment: any Enrollment) throws(Failure) -> Bool {
    do { return try enrolment.made(record, system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "secret", of: nil))
    }
  }

  private func enroll(_ enrolment: any Enrollment, _ report: inout Report) throws(Failure) -> Credential? {
    if !enrolment.takesKey, let keyType = settings.keyType {
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
    if let bytes = enrolment.shortSecretBytes {
      console.warn(.sharedSecretShort(bytes: bytes), &report)
    }
    // The text of a code is good once: what can't be kept is not sent.
    let (room, deviceRoom) = try settings.sending.dryRun ? (nil, nil) : reserve(for: enrolment, token)
    defer {
      room?.release()
      deviceRoom?.release()
    }
    let record = try enroll(enrolment, token, room, &report)
    if let record {
      report.subject = .enrollment(record)
      try keep(token, in: deviceRoom)
    }
    return record
  }

  private func reserve(for enrolment: any Enrollment, _ token: DeviceToken) throws(Failure) -> (
    CredentialRoom?, ReservedRoom?
  ) {
    let room = try store.reserve(for: enrolment.row.name, hasKey: enrolment.takesKey)
    do throws(Failure) {
      guard let device, try device.read()?.token != token else { return (room, nil) }
      return (room, try device.reserve())
    } catch {
      room.release()
      throw error
    }
  }

  private func enroll(
    _ enrolment: any Enrollment,
    _ token: DeviceToken,
    _ room: CredentialRoom?,
    _ report: inout Report
  ) throws(Failure) -> Credential? {
    let keyType = settings.keyType ?? .rsa4096
    if keyType == .p256, enrolment.refusesP256 { console.warn(.keyTypeNotTaken, &report) }
    let freshID = enrolment.takesKey ? "" : RandomUUID.make(from: system.random())
    let attempt: EnrollmentAttempt
    do {
      let key = enrolment.takesKey ? try system.cryptography.makeKey(keyType.order) : nil
      let materials = EnrollmentMaterials(freshID: freshID, token: token, key: key)
      attempt = try enrolment.attempt(materials, system.cryptography)
    } catch {
      throw .credential(.cryptography(error, key: enrolment.takesKey ? "new key" : "secret", of: nil))
    }
    report.secrets += attempt.request.secrets
    let message = Message(
      kind: .enrolment,
      request: attempt.request,
      isIdempotent: false,
      expiresAt: nil,
      verdict: attempt.verdict,
      needsBody: true,
      waiver: attempt.skipsVerification ? .enrolment : nil
    )
    // A dry run has no room, and no reply.
    guard let reply = try send(message, &report), let room else { return nil }
    let credential: Credential
    do throws(UnusableServerKey) { credential = try attempt.credential(reply, system.cryptography) } catch {
      throw .refused(reply, of: .enrolment, because: .fieldUnusable(error.field))
    }
    do throws(Failure) { return try store.add(credential, in: room) } catch {
      guard case .state(let failure) = error else { throw error }
      throw .enrolment(.notKept(failure))
    }
  }

  private func send(_ message: Message, _ report: inout Report) throws(Failure) -> HTTPReply? {
    report.secrets += message.request.url.secrets
    let sending = Sending(settings: settings.sending, system: system, console: console.hiding(report.secrets))
    let address = Address(code: message.request.url, at: settings.sending.endpoint)
    return try sending.send(message, to: address, report: &report)
  }

  // MARK: The push token

  private var device: DeviceStore? {
    settings.folder.map { DeviceStore(folder: $0, system: system) }
  }

  /// The device's own, where there is one: a service pushes to what it was told.
  private func pushToken() throws(Failure) -> DeviceToken {
    if case .given(let token)? = settings.token { return token }
    if settings.token == nil, let token = try device?.read()?.token { return token }
    return DeviceToken(random: (system.random(), system.random()))
  }

  private func keep(_ token: DeviceToken, in room: ReservedRoom?) throws(Failure) {
    guard let device, try device.read()?.token != token else { return }
    _ = try device.update(in: room) { $0.token = token }
  }
}
