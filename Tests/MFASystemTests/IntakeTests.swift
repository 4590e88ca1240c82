import Foundation
import MFACommand
import MFACore
import MFAService
import MFASystem
import Testing

/// The queue between the listener's thread and the one that takes what came.
@Suite struct IntakeTests {
  private func start() throws -> (listener: RunningListener, port: UInt16) {
    let listener = try System.live().startListener(.anyLoopbackPort, { _ in }) { request, pending, _ in
      let item = request.path == "/ignored" ? nil : IntakeTests.push(request.body)
      return Intake(
        response: ServiceResponse(status: 202, body: Array("\(pending.count)\n".utf8)),
        item: item
      )
    }
    return (listener, UInt16(listener.url.split(separator: ":").last ?? "") ?? 0)
  }

  /// The push with this text as its id.
  private static func push(_ id: [UInt8]) -> PostedPush? {
    let time = Timestamp(clamping: 0)
    let reception = Reception(receivedAt: time, now: time, freshID: "fresh")
    var warnings: [PayloadWarning] = []
    let body = #"{"pushType":"default","messageId":"\#(String(decoding: id, as: UTF8.self))"}"#
    let push = try? Recognition.read(
      Array(body.utf8),
      isSimulatorFile: false,
      reception: reception,
      warnings: &warnings
    )
    return push.map { PostedPush(push: $0, warnings: warnings, byteCount: id.count) }
  }

  private static func item(_ id: String) -> IntakeEvent? { push(Array(id.utf8)).map { .item($0) } }

  private func post(_ client: RawClient, _ port: UInt16, _ path: String, _ body: String) -> String {
    let head =
      "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    client.send(head + body)
    return String(client.receiveReply().body.dropLast())
  }

  @Test("items come in order, and the handler knows how many wait")
  func order() throws {
    let (listener, port) = try start()
    let client = try RawClient(port)
    #expect(listener.next(0.05) == .deadline)
    #expect(post(client, port, "/", "a") == "0")
    #expect(post(client, port, "/ignored", "x") == "1")
    #expect(post(client, port, "/", "b") == "1")
    #expect(listener.next(5) == IntakeTests.item("a"))
    #expect(post(client, port, "/", "c") == "1")
    #expect(listener.next(0) == IntakeTests.item("b"))
    listener.stop()
    #expect(listener.next(nil) == IntakeTests.item("c"))
    #expect(listener.next(nil) == .stopped)
    #expect(listener.next(0) == .stopped)
  }

  @Test("nothing is lost on the way, and nobody waits in vain")
  func load() throws {
    let (listener, port) = try start()
    let count = 5000
    let sender = Thread {
      guard let client = try? RawClient(port) else { return }
      for first in stride(from: 0, to: count, by: 100) {
        let text = (first..<(first + 100)).map { number in
          let body = "\(number)"
          return
            "POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        client.send(text.joined())
        _ = client.receive()
      }
      while let piece = client.receive(), !piece.isEmpty {}
    }
    sender.start()
    for number in 0..<count {
      guard listener.next(10) == IntakeTests.item("\(number)") else {
        Issue.record("item \(number) is missing")
        break
      }
    }
    #expect(listener.next(0) == .deadline)
    listener.stop()
  }

  @Test("stopping from another thread wakes the one that waits")
  func stopping() throws {
    let (listener, _) = try start()
    Thread {
      usleep(100_000); listener.stop()
    }.start()
    #expect(listener.next(10) == .stopped)
  }
}
