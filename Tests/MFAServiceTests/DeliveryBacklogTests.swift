import MFACore
import MFAService
import Testing

/// Pushes that wait to be delivered, and those that could not be: beyond a thousand they were dropped once, and nobody
/// was told.
@Suite("Deliveries that wait")
struct DeliveryBacklogTests {
  /// Deliveries of pushes with this text, each with an id of its own.
  private func deliveries(_ count: Int, message: String = "") -> [ServiceDelivery] {
    var client = Client()
    _ = client.send(.register(#","callbackUrl":"http://127.0.0.1:9/in""#))
    return (0..<count).flatMap { _ -> [ServiceDelivery] in
      #expect(client.send(.order(#"{"device":"phone","message":"\#(message)"}"#)).status == 201)
      return client.deliveries
    }
  }

  @Test func haveRoomUpToTheirNumber() {
    let all = deliveries(4)
    var backlog = DeliveryBacklog(mostCount: 3)
    backlog.append(Array(all[..<2]))
    #expect(backlog.hasRoom(for: [all[2]]) && !backlog.hasRoom(for: Array(all[2...])))
    backlog.append([all[2]])
    #expect(!backlog.hasRoom(for: [all[3]]))
    #expect(backlog.popFirst() == all[0])
    #expect(backlog.hasRoom(for: [all[3]]))
    backlog.append([all[3]])
    #expect(backlog.first == all[1] && backlog.count == 3)
    #expect((0..<4).map { _ in backlog.popFirst() } == [all[1], all[2], all[3], nil])
  }

  @Test func haveRoomUpToTheirBytes() {
    let (large, small) = (deliveries(2, message: String(repeating: "x", count: 2000)), deliveries(1))
    var backlog = DeliveryBacklog(mostCount: 100, mostBytes: 3000)
    backlog.append([large[0]])
    #expect(!backlog.hasRoom(for: [large[1]]) && backlog.hasRoom(for: small))
    _ = backlog.popFirst()
    #expect(backlog.hasRoom(for: [large[1]]))
    // What is larger than all of the room would never go out otherwise.
    backlog = DeliveryBacklog(mostCount: 100, mostBytes: 10)
    #expect(backlog.hasRoom(for: small))
    backlog.append(small)
    #expect(!backlog.hasRoom(for: small))
  }

  /// A refusal for want of room changes nothing, and says when to come again.
  @Test func areRefusedInAWayThatCanBeTriedAgain() {
    let answer = ServiceAnswer.deliveriesFull
    #expect(answer.changes.isEmpty && answer.deliveries.isEmpty)
    guard case .response(let response) = answer.reply else { return #expect(Bool(false)) }
    #expect(response.status == 503)
    #expect(response.headers.map { "\($0.name): \($0.wireValue)" } == ["Retry-After: 1"])
  }

  @Test func areToldOnceASecondWhereTheyFail() {
    let all = deliveries(5)
    var failures = DeliveryFailures()
    #expect(failures.deadline == nil && failures.due(at: 10) == nil)
    failures.add(all[0], "a")
    #expect(
      failures.due(at: 10)
        == UndeliveredPushes(count: 1, example: all[0], reason: .failed("a", total: 1))
    )
    #expect(failures.due(at: 10) == nil && failures.deadline == nil)
    failures.add(all[1], "b")
    failures.add(all[2], "c")
    #expect(failures.due(at: 10.9) == nil && failures.deadline == 11)
    #expect(
      failures.due(at: 11) == UndeliveredPushes(count: 2, example: all[2], reason: .failed("c", total: 3))
    )
    failures.add(all[3], "d")
    #expect(
      failures.rest(at: 11.1)
        == UndeliveredPushes(count: 1, example: all[3], reason: .failed("d", total: 4))
    )
    #expect(failures.rest(at: 20) == nil)
  }

  /// After a restart nobody knows which of them had arrived.
  @Test func areCountedAfterARestart() throws {
    var client = Client()
    func count(at seconds: Double) throws -> Int {
      try ServiceJournal.read(client.journal, seed: 2).service
        .deliveredPushCount(now: Client.time(seconds))
    }
    _ = client.send(.order())
    _ = client.send(.register())
    _ = client.send(.order(#"{"device":"phone"}"#))
    #expect(try count(at: 0) == 0)
    _ = client.send(.register(#","callbackUrl":"http://127.0.0.1:9/in""#))
    _ = client.send(.order(#"{"device":"phone","lifetime":300}"#))
    // With both test pushes and the one from before.
    #expect(try count(at: 1) == 4)
    #expect(try count(at: 121) == 1)
    _ = client.send(.cancel(at: 1))
    #expect(try count(at: 121) == 0)
    _ = client.send(Step("DELETE", "/devices/phone/token", at: 1))
    #expect(try count(at: 1) == 0)
  }
}
