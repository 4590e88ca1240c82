import Foundation
import MFACommand
import MFACore
import MFAService

@testable import MFASystem

/// A real listener on a port of its own, with a handler that shows what it was asked. It ends with this value.
///
/// `POST /set` changes a value; `GET /value` tells it; `GET /wait` waits until it was changed, `GET /late` until a
/// second is over, and `GET /never` for ever. Everything else is answered with method, path and body.
final class TestServer: Sendable {
  let port: UInt16
  let service: RunningService
  private let state = TestState()

  init(host: String = "127.0.0.1", times: HTTPTimes = HTTPTimes(), mostConnections: Int = 1000) throws {
    let state = state
    service = try ListenerThread.start(
      ListenAddress(host: host, port: 0),
      times: times,
      mostConnections: mostConnections
    ) { request, arrivedAt, now in
      state.answer(request, arrivedAt: arrivedAt, now: now)
    }
    port = UInt16(service.url.split(separator: ":").last ?? "") ?? 0
  }

  deinit { service.stop() }

  func client(receiveBuffer: Int32? = nil) throws -> RawClient {
    try RawClient(port, receiveBuffer: receiveBuffer)
  }

  /// How often the handler was called for each path.
  func calls(_ path: String) -> Int { state.calls(path) }

  /// A request with the headers that it needs.
  func request(_ line: String, _ headers: [String] = [], body: String = "") -> String {
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    let head = ["\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers + length
    return head.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}

private final class TestState: @unchecked Sendable {
  private let lock = NSLock()
  private var value = "old"
  private var called: [String: Int] = [:]

  func calls(_ path: String) -> Int { lock.withLock { called[path, default: 0] } }

  func answer(_ request: ServiceRequest, arrivedAt: Timestamp, now: Timestamp) -> ServiceReply {
    lock.withLock {
      called[request.path, default: 0] += 1
      switch request.path {
      case "/set": value = String(decoding: request.body, as: UTF8.self)
      case "/wait" where value == "old" && now < arrivedAt.advanced(bySeconds: 30):
        return .wait(until: arrivedAt.advanced(bySeconds: 30))
      case "/late" where now < arrivedAt.advanced(bySeconds: 1):
        return .wait(until: arrivedAt.advanced(bySeconds: 1))
      case "/never": return .wait(until: now.advanced(bySeconds: 0.1))
      case "/past": return .wait(until: arrivedAt)
      case "/large":
        return .response(
          ServiceResponse(status: 200, body: [UInt8](repeating: 0x78, count: 32 * 1024 * 1024))
        )
      case "/wait", "/value", "/late": break
      default:
        let text = "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))\n"
        return .response(ServiceResponse(status: 200, body: Array(text.utf8)))
      }
      return .response(ServiceResponse(status: 200, body: Array("\(value)\n".utf8)))
    }
  }
}
