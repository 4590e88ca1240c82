import MFACore

/// The inbox of a service, by its routes: `/notifications` and below.
struct InboxClient: Sendable {
  /// The service's `/notifications`.
  let address: Address
  let settings: SendSettings
  let system: System
  let console: Console

  var endpoint: EndpointURL { address.url }

  /// One notification of a page, as the service wrote it.
  struct Listed: Sendable {
    /// The whole object as JSON in UTF-8, on one line.
    let line: ArraySlice<UInt8>
    let sequence: Int

    func notification() throws(Failure) -> InboxNotification {
      guard let object = try? JSONReader.read(utf8: line).value.object else { throw .unusableReply(.notJSON) }
      return try InboxClient.notification(in: object)
    }

    /// Nil for one that has to be read: to know it whole, or to know what is wrong with it.
    fileprivate init?(skimming line: ArraySlice<UInt8>) {
      guard let members = JSONSkim.members(["id", "sequence"], of: line), let id = members[0], id.count > 2,
        id.first == UInt8(ascii: "\""), let digits = members[1],
        let sequence = Int(String(decoding: digits, as: UTF8.self)), sequence >= 0
      else { return nil }
      self.line = line
      self.sequence = sequence
    }

    fileprivate init(_ line: ArraySlice<UInt8>, _ value: JSONValue) throws(Failure) {
      guard let object = value.object else { throw .unusableReply(.notJSON) }
      do { sequence = try InboxNotification.sequence(in: object) } catch {
        throw .unusableReply(.field(error))
      }
      self.line = line
    }
  }

  /// One page of a listing.
  func page(_ number: Int, of query: InboxQuery, _ report: inout Report) throws(Failure) -> [Listed] {
    var members = [("page", String(number)), ("size", String(query.size))]
    if !query.statuses.isEmpty { members.append(("status", query.statuses.joined(separator: ","))) }
    if !query.types.isEmpty { members.append(("type", query.types.joined(separator: ","))) }
    if let outOfBand = query.outOfBand { members.append(("outOfBand", outOfBand ? "yes" : "no")) }
    let reply = try send("GET", endpoint.appending(query: members), .notification, nil, [], &report)
    var listed: [Listed] = []
    if let split = JSONElements(ofArray: "notifications", in: reply.body) {
      // One after the other, since a hundred at once take memory that is never needed again; and passed on as they
      // came, since writing them anew costs as much as reading them.
      guard (try? JSONReader.read(utf8: split.rest[...]).value.object) != nil else {
        throw .unusableReply(.notJSON)
      }
      for spelling in split.elements {
        if let skimmed = Listed(skimming: spelling) {
          listed.append(skimmed)
          continue
        }
        guard let value = try? JSONReader.read(utf8: spelling).value else { throw .unusableReply(.notJSON) }
        listed.append(try Listed(spelling, value))
      }
      return listed
    }
    guard let elements = try InboxClient.object(in: reply)["notifications"]?.array else {
      throw .unusableReply(.notJSON)
    }
    for element in elements { listed.append(try Listed(JSONWriter.bytes(element)[...], element)) }
    return listed
  }

  /// What came after a notification, oldest first; waits for something to come at most `wait` seconds.
  ///
  /// - Returns: also the sequence to go on from, which is lower only if the service has begun to count anew.
  func arrivals(
    after sequence: Int,
    wait: Double,
    _ report: inout Report
  ) throws(Failure) -> (notifications: [InboxNotification], sequence: Int) {
    let query = [("after", String(sequence)), ("wait", Seconds.shown(wait))]
    let object = try get(endpoint.appending(query: query), waiting: wait, &report)
    var found: [InboxNotification] = []
    for element in try InboxClient.objects(in: object) {
      found.append(try InboxClient.notification(in: element))
    }
    // What was deleted before anybody saw it is left out, but has been looked at.
    var said: Int?
    if case .number(let number)? = object["sequence"] { said = Int(number.spelling).map { max(0, $0) } }
    if found.isEmpty { return ([], said ?? sequence) }
    return (found, found.reduce(max(sequence, said ?? 0)) { max($0, $1.sequence) })
  }

  func notification(_ id: String, _ report: inout Report) throws(Failure) -> InboxNotification {
    try one(try get(endpoint.appending([id]), &report), id: id)
  }

  /// Does something to a notification; the result is the notification afterwards.
  func post(
    _ action: String,
    to id: String,
    with body: JSONObject = JSONObject(),
    key: String? = nil,
    _ report: inout Report
  ) throws(Failure) -> InboxNotification {
    let keys = key.map { [HTTPHeader("Idempotency-Key", .plain(PercentEncoding.encode($0)))] } ?? []
    let reply = try send("POST", endpoint.appending([id, action]), .answer, body, keys, &report)
    return try one(try InboxClient.object(in: reply), id: id)
  }

  func delete(_ id: String, _ report: inout Report) throws(Failure) {
    _ = try send("DELETE", endpoint.appending([id]), .answer, nil, [], &report)
  }

  func get(_ url: EndpointURL, waiting: Double = 0, _ report: inout Report) throws(Failure) -> JSONObject {
    try InboxClient.object(in: try send("GET", url, .notification, nil, [], waiting: waiting, &report))
  }

  /// Sends one message. Every one of them may be repeated: the service can tell.
  func send(
    _ method: String,
    _ url: EndpointURL,
    _ kind: MessageKind,
    _ body: JSONObject?,
    _ headers: [HTTPHeader],
    waiting: Double = 0,
    _ report: inout Report
  ) throws(Failure) -> HTTPReply {
    let type = body == nil ? [] : [HTTPHeader("Content-Type", .plain("application/json"))]
    let message = Message(
      kind: kind,
      request: HTTPRequest(
        method: method,
        url: url,
        headers: type + [HTTPHeader("Accept", .plain("application/json"))] + headers,
        body: body.map { JSONWriter.bytes(.object($0)) } ?? []
      ),
      isIdempotent: true,
      expiresAt: nil,
      verdict: { Verdict(status: $0.status) }
    )
    let sending = Sending(
      settings: settings,
      system: system,
      console: console.hiding(report.secrets),
      extraTime: waiting
    )
    do throws(Failure) {
      return try sending.deliver(message, to: address, report: &report)
    } catch {
      guard case .refused(let reply, _, _, _) = error, let refusal = InboxRefusal(reply) else { throw error }
      throw .inbox(refusal, reply)
    }
  }

  private func one(_ object: JSONObject, id: String) throws(Failure) -> InboxNotification {
    let notification = try InboxClient.notification(in: object)
    guard notification.id.isSameBytes(as: id) else { throw .unusableReply(.otherID(notification.id)) }
    return notification
  }

  static func notification(in object: JSONObject) throws(Failure) -> InboxNotification {
    do { return try InboxNotification(object) } catch { throw .unusableReply(.field(error)) }
  }

  /// The elements of a listing, each with an id at least.
  private static func objects(in object: JSONObject) throws(Failure) -> [JSONObject] {
    guard let elements = object["notifications"]?.array else { throw .unusableReply(.notJSON) }
    var found: [JSONObject] = []
    for element in elements {
      guard let members = element.object else { throw .unusableReply(.notJSON) }
      guard members["id"]?.string != nil else {
        throw .unusableReply(.field(InboxFieldError("id", "is missing, or no text")))
      }
      found.append(members)
    }
    return found
  }

  static func object(in reply: HTTPReply) throws(Failure) -> JSONObject {
    guard let text = try? SourceText.utf8(reply.body), let document = try? JSONReader.read(utf8: text),
      let object = document.value.object
    else { throw .unusableReply(.notJSON) }
    return object
  }
}

extension InboxAction {
  /// Ends the run where a notification does not take it, or not any more, before anybody is asked about it.
  func check(_ notification: InboxNotification, now: Timestamp) throws(Failure) {
    if let misfit = misfit(notification) { throw .notAnswerableInbox(misfit) }
    guard [.accept, .decline].contains(self), notification.isExpired(at: now) else { return }
    throw .expired(at: notification.expirationDate ?? now, now: now, what: .request)
  }
}

extension InboxRefusal {
  /// Nil for a reply that says nothing more particular than its status.
  fileprivate init?(_ reply: HTTPReply) {
    guard let object = try? InboxClient.object(in: reply), let code = object["code"]?.string, code.isPlainWord
    else {
      return nil
    }
    switch code {
    case "wrong-pin":
      guard case .number(let number)? = object["triesLeft"], let left = Int(number.spelling) else {
        return nil
      }
      self = .wrongPIN(triesLeft: left)
    case "pin-needed": self = .pinNeeded
    case "credential-locked": self = .credentialLocked
    case "face-needed": self = .faceNotRecognised
    case "request-expired": self = .requestExpired
    case "already-answered": self = .answeredElsewhere
    case "invalid-authentication": self = .invalidAuthentication
    case "authentication-key-expired": self = .authenticationKeyExpired
    default: return nil
    }
  }
}
