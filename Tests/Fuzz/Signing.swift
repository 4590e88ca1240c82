import MFACore

/// Enrolment URIs, the replies of services that have push tokens, and what is signed and checked, without a library of
/// cryptography: a signature over a message is the message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  check(data, size) { bytes in
    checkReply(bytes)
    if SourceText.isUTF8(bytes) { checkEnrolment(String(decoding: bytes, as: UTF8.self)) }
    guard size <= 1 << 16 else { return }
    checkCanonicalJSON(bytes)
    for push in pushes(in: bytes) { checkAnswers(to: push) }
  }
}

/// Signs and checks with nothing.
private let echoing: Cryptography = {
  var cryptography = Cryptography.missing([])
  cryptography.hmacSHA256 = { _, message in Array(message.prefix(32)) }
  cryptography.areEqual = { $0 == $1 }
  cryptography.sign = { _, message in message }
  cryptography.verify = { _, message, signature in message == signature }
  cryptography.readPrivateKey = { PrivateKey(pem: $0, publicKey: publicKey) }
  return cryptography
}()

private let publicKey = PublicKey(kind: .rsa, der: [0xFF])
private let token = DeviceToken(random: ((0, 0), (0, 0)))

// MARK: Enrolment

private func checkEnrolment(_ text: String) {
  guard let enrolment = try? Provider.all.enrollment(text) else { return }
  expect(text.utf8.count <= 16 << 10, "a URI is no longer than a code can be")
  switch enrolment {
  case let pingAM as PingAMEnrolment:
    expect(!pingAM.secret.reveal().isEmpty, "there is a secret")
    guard let request = try? pingAM.request(mechanism: "M", token: token, echoing) else {
      fatalError("does not hold: an enrolment can be sent: \(text.debugDescription)")
    }
    checkRequest(request)
    let credential = pingAM.credential(mechanism: "M")
    if let change = try? PingAMTokenChange.request(for: credential, token: token, echoing) {
      checkRequest(change)
      expect(change.url.host == pingAM.authentication.host, "a change goes where answers go: \(change.url)")
    }
    // What is shown of it gives no secret away, unless it is a part of something else that is shown.
    for secret in pingAM.secretTexts where secret.reveal().utf8.count > 40 {
      expect(!"\(enrolment)".containsText(secret.reveal()), "a secret is masked: \(text.debugDescription)")
    }
  case let pushToken as PushTokenEnrolment:
    checkRequest(pushToken.request(key: publicKey, token: token))
    expect(!pushToken.serial.isEmpty, "there is a serial")
    checkUpkeep(
      of: pushToken.credential(
        key: PrivateKey(pem: SecretBytes([]), publicKey: publicKey),
        serverKey: publicKey
      )
    )
  default: fatalError("does not hold: every kind is known here")
  }
}

private func checkUpkeep(of credential: Credential) {
  guard let endpoint = credential.endpoint,
    let poll = try? PushTokenUpkeep.poll(credential, at: endpoint, now: FuzzWorld.start, echoing),
    let change = try? PushTokenUpkeep.tokenChange(
      credential,
      at: endpoint,
      token: token,
      now: FuzzWorld.start,
      echoing
    )
  else { fatalError("does not hold: a push token can be kept up: \(credential)") }
  checkRequest(poll)
  checkRequest(change)
  expect(poll.url.host == endpoint.host, "a poll goes where answers go: \(poll.url)")
  expect(poll.url.wireText.containsText("signature="), "a poll is signed: \(poll.url)")
}

/// Headers are one line each, and a form is ASCII without blanks.
private func checkRequest(_ request: HTTPRequest) {
  for header in request.headers {
    let isLine = (header.name + header.wireValue).unicodeScalars.allSatisfy {
      (0x20...0x7E).contains($0.value)
    }
    expect(isLine, "a header is one line: \(header.name): \(header.wireValue.debugDescription)")
  }
  let isForm = request.headers.contains { $0.wireValue.hasSuffix("urlencoded") }
  if isForm { expect(request.body.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a form is ASCII") }
  if !isForm, !request.body.isEmpty {
    let text = String(decoding: request.body, as: UTF8.self)
    expect((try? JSONReader.read(text))?.notices == [], "a body is JSON: \(text.debugDescription)")
  }
}

// MARK: Replies

private func checkReply(_ bytes: [UInt8]) {
  let http = HTTPReply(status: 200, headers: [], body: bytes, retryAfterSeconds: nil)
  let reply = PushTokenReply(http)
  let document = (try? SourceText.decode(bytes)).flatMap { try? JSONReader.read($0) }
  let value = document?.value.object?["result"]?.object?["value"]
  if reply.verdict == .recorded { expect(value == .bool(true), "only true is success") }
  if case .bool(true)? = value, document?.notices == [] {
    expect(reply.verdict == .recorded, "true is success")
  }
  if let code = reply.displayCode { expect(!code.isEmpty, "a code is not empty") }
  _ = reply.serverKey
  if let pushes = try? PushTokenReply.pushes(in: http) {
    expect(pushes.count == value?.array?.count, "every push of a poll is there")
  }
}

// MARK: Pushes

private func pushes(in bytes: [UInt8]) -> [Push] {
  let reception = Reception(receivedAt: FuzzWorld.start, now: FuzzWorld.start, freshID: "fresh")
  var warnings: [PayloadWarning] = []
  let alone = try? Recognition.read(bytes, isSimulatorFile: false, reception: reception, warnings: &warnings)
  let reply = HTTPReply(status: 200, headers: [], body: bytes, retryAfterSeconds: nil)
  let polled = (try? PushTokenReply.pushes(in: reply)) ?? []
  return
    ([alone]
    + polled.prefix(4).map {
      try? Recognition.read(polled: $0, by: .pushToken, reception: reception, warnings: &warnings)
    })
    .compactMap(\.self)
}

private func checkAnswers(to push: Push) {
  guard push.request.problem == nil,
    case .enrolled(let answering) = push.row.answering,
    let id = push.request.credentialID, let endpoint = try? EndpointURL("https://mfa.example.com/answers")
  else { return }
  expect(!id.isEmpty, "a credential is named")
  let keys: any Sendable =
    if push.request.content(as: PingAMRequest.self) != nil {
      PingAMKeys(secret: SecretBytes([1]), user: nil)
    } else if push.request.content(as: PushTokenRequest.self) != nil {
      PushTokenKeys(service: .privacyIDEA, algorithm: .rsa, serverKey: publicKey, isPollOnly: false)
    } else {
      GuardianKeys(device: "d")
    }
  let credential = Credential(
    of: push.row,
    id: id,
    endpoint: endpoint,
    privateKey: .pem(SecretBytes([])),
    keys: keys
  )
  checkSignature(of: push, credential, answering)
  _ = (answering.address(push, credential), answering.denyReason(push))
  for action in [Decision.Action.approve(number: nil), .approve(number: MatchValue("07")), .deny] {
    let decision = Decision(action: action, authMethod: "user", denyReason: "r", source: .flag)
    guard
      let request = try? answering.request(decision, push, credential, echoing, endpoint, FuzzWorld.start)
    else { fatalError("does not hold: what names a credential can be answered: \(push.request)") }
    expect(request.url == endpoint && request.method == "POST", "an answer goes where it is sent")
    checkRequest(request)
  }
}

private func checkSignature(of push: Push, _ credential: Credential, _ answering: EnrolledAnswering) {
  guard let state = try? answering.check(push, credential, echoing) else {
    fatalError("does not hold: a signature can be checked")
  }
  if let request = push.request.content(as: PushTokenRequest.self) {
    let isRight = request.signature == Array(request.signedText.utf8)
    if state == .verified { expect(isRight, "what is verified is signed") }
    if !isRight { expect(state == .wrong, "what is not signed is wrong") }
  }
}

// MARK: JSON

/// The canonical form of a canonical form is itself.
private func checkCanonicalJSON(_ bytes: [UInt8]) {
  guard let text = try? SourceText.decode(bytes), let value = (try? JSONReader.read(text))?.value,
    let canonical = CanonicalJSON.text(value)
  else { return }
  guard let document = try? JSONReader.read(canonical) else {
    fatalError("does not hold: canonical JSON is read: \(canonical.debugDescription)")
  }
  expect(document.notices.isEmpty, "no key stands twice: \(canonical.debugDescription)")
  let again = CanonicalJSON.text(document.value)
  expect(
    again.map { Array($0.utf8) } == Array(canonical.utf8),
    "it is its own: \(canonical.debugDescription)"
  )
}
