import MFACore
import MFAService

/// Takes the pushes that are posted to a phone that listens, by any path. `POST /v1/projects/{project}/messages:send`
/// is answered as FCM's HTTP v1 API answers, so that a backend's own sender can be pointed here.
///
/// Unchecked, because it has state without a lock: the listener calls it in its one thread only.
final class PushIntake: @unchecked Sendable {
  private let system: System
  private let mostPending: Int
  /// How many pushes are wanted; nil for any.
  private let count: Int?
  private var taken = 0
  private var seen = SeenPushes()

  init(system: System, mostPending: Int, count: Int?) {
    self.system = system
    self.mostPending = mostPending
    self.count = count
  }

  /// Bytes that pushes which wait may take in memory: a body may have 1 MiB, and many small values.
  private static let mostPendingBytes = 16 << 20

  func take(_ request: ServiceRequest, pending: PendingItems, now: Timestamp) -> Intake {
    let form = IntakeForm(path: request.path)
    guard request.method == "POST" else {
      return form.refusal(405, "pushes are posted", header: ("Allow", "POST"))
    }
    let size = PushIntake.footprint(request.body)
    guard pending.count < mostPending,
      pending.count == 0 || pending.bytes + size <= PushIntake.mostPendingBytes
    else {
      return form.refusal(
        503,
        "no more are taken until those that came have been answered "
          + "(\(Words.count(pending.count, "push", "pushes")))",
        header: ("Retry-After", "1")
      )
    }
    if let count, taken >= count {
      return form.refusal(503, "all that were waited for have come (\(Words.count(count, "push", "pushes")))")
    }
    let item: PostedPush
    do throws(PayloadError) { item = try read(request, size, now) } catch {
      return form.refusal(400, error.diagnostic(of: "the body").message)
    }
    guard seen.add(item.push, posted: request.body) else {
      return form.acceptance(of: item.push, isRepeat: true, item: nil)
    }
    taken += 1
    return form.acceptance(of: item.push, isRepeat: false, item: item)
  }

  /// About the bytes of memory that a body takes once it is read: a value has some tens, however short it is written.
  private static func footprint(_ body: [UInt8]) -> Int {
    let begins = [UInt8](",[{:".utf8)
    return body.reduce(body.count) { $0 + (begins.contains($1) ? 64 : 0) }
  }

  /// JSON alone, as senders post it.
  private func read(_ request: ServiceRequest, _ size: Int, _ now: Timestamp) throws(PayloadError)
    -> PostedPush
  {
    let freshID = RandomUUID.make(from: system.random())
    let reception = Reception(
      receivedAt: now,
      now: now,
      freshID: freshID,
      providers: system.providers,
      authorization: request.authorization
    )
    var warnings: [PayloadWarning] = []
    let push = try Recognition.read(
      request.body,
      isSimulatorFile: false,
      from: .documents,
      reception: reception,
      warnings: &warnings
    )
    return PostedPush(push: push, warnings: warnings, byteCount: size)
  }
}

/// The pushes that were taken lately, so that the same one is answered once.
struct SeenPushes {
  private static let most = 10_000

  /// Hash values, seeded anew in each process: nobody can make two pushes look like one.
  private var keys: Set<Int> = []
  private var order: [Int] = []
  private var oldest = 0

  /// Whether it is a new one. One that differs in anything is another push: one with the id of the real one that can't
  /// be answered, since it is silent, has expired or isn't signed, must not make that a repeat.
  mutating func add(_ push: Push, posted body: [UInt8]) -> Bool {
    add(id: push.id, content: body)
  }

  /// Whether it is a new one, by what tells it from all others.
  mutating func add(id: String, content: [UInt8] = []) -> Bool {
    var hasher = Hasher()
    hasher.combine(ByteKey(id))
    content.withUnsafeBytes { hasher.combine(bytes: $0) }
    let key = hasher.finalize()
    guard keys.insert(key).inserted else { return false }
    if order.count < SeenPushes.most {
      order.append(key)
    } else {
      keys.remove(order[oldest])
      order[oldest] = key
      oldest = (oldest + 1) % SeenPushes.most
    }
    return true
  }
}

/// In which form a sender expects its reply.
private enum IntakeForm {
  case plain
  /// The project that the path names.
  case fcm(project: String)

  init(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 5, parts[1] == "v1", parts[2] == "projects", parts[4] == "messages:send" {
      self = .fcm(project: String(parts[3]))
    } else {
      self = .plain
    }
  }

  func acceptance(of push: Push, isRepeat: Bool, item: PostedPush?) -> Intake {
    switch self {
    case .fcm(let project):
      let name = "projects/\(project)/messages/\(PercentEncoding.encode(push.id))"
      return intake(200, JSONObject(["name": .string(name)]), item)
    case .plain:
      let reply: KeyValuePairs<String, JSONValue> = [
        "id": .string(push.id), "kind": .string(push.kind.name.rawValue), "repeated": .bool(isRepeat),
      ]
      return intake(push.row.reception.status, JSONObject(reply), item)
    }
  }

  func refusal(_ status: Int, _ reason: String, header: (name: String, value: String)? = nil) -> Intake {
    let body: JSONValue =
      switch self {
      case .plain: .string(reason)
      case .fcm:
        .object([
          "code": .number(JSONNumber(status)), "message": .string(reason),
          "status": .string(rpcStatus(status)),
        ])
      }
    let headers = header.map { [HTTPHeader($0.name, .plain($0.value))] } ?? []
    return Intake(
      response: ServiceResponse(
        status: status,
        headers: headers,
        body: JSONWriter.bytes(.object(JSONObject(["error": body])))
      ),
      item: nil
    )
  }

  /// The name that Google's APIs give to a status (google.rpc.Code).
  private func rpcStatus(_ status: Int) -> String {
    switch status {
    case 503: "UNAVAILABLE"
    case 405: "UNIMPLEMENTED"
    default: "INVALID_ARGUMENT"
    }
  }

  private func intake(_ status: Int, _ object: JSONObject, _ item: PostedPush?) -> Intake {
    Intake(response: ServiceResponse(status: status, body: JSONWriter.bytes(.object(object))), item: item)
  }
}

extension JSONValue {
  fileprivate static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(JSONObject(members))
  }
}
