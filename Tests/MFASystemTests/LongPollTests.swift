import Foundation
import MFACommand
import Testing

@testable import MFASystem

/// Requests that wait for something to happen.
@Suite struct LongPollTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  @Test("a request that waits is answered when another one changes something, and its connection stays open")
  func woken() throws {
    let waiting = try server.client()
    waiting.send(server.request("GET /wait"))
    try waitFor("the request to wait") { server.calls("/wait") == 1 }
    let other = try server.client()
    other.send(server.request("GET /value"))
    #expect(other.receive(until: "old\n").contains("200 OK"))
    #expect(server.calls("/wait") == 1)
    other.send(server.request("POST /set", body: "new"))
    #expect(waiting.receive(until: "new\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    waiting.send(server.request("GET /value"))
    #expect(waiting.receive(until: "new\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test("a request that waits is asked about when its time has come")
  func inTime() throws {
    let client = try server.client()
    let start = Date()
    client.send(server.request("GET /late"))
    #expect(client.receive(until: "old\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    let seconds = Date().timeIntervalSince(start)
    #expect(seconds >= 0.99 && seconds < 5)
    #expect(server.calls("/late") < 5)
  }

  @Test("a handler that waits for the past is not asked for ever")
  func past() throws {
    let client = try server.client()
    client.send(server.request("GET /past"))
    #expect(client.receive(until: "\r\n").hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    #expect(server.calls("/past") == 2)
  }

  @Test("a client that goes while its request waits is not asked about any more")
  func vanished() throws {
    do {
      let client = try server.client()
      client.send(server.request("GET /wait"))
      try waitFor("the request to wait") { server.calls("/wait") == 1 }
    }
    usleep(100_000)
    let other = try server.client()
    other.send(server.request("POST /set", body: "old"))
    #expect(other.receive(until: "old\n").contains("200 OK"))
    #expect(server.calls("/wait") == 1)
  }

  @Test(
    "requests that wait don't keep out the one that would end their waiting: the oldest is answered early"
  )
  func crowded() throws {
    let server = try TestServer(times: HTTPTimes(patience: 0.1), mostConnections: 8)
    let waiting = try (0..<8).map { _ in try server.client() }
    for (index, client) in waiting.enumerated() {
      client.send(server.request("GET /wait"))
      try waitFor("the request to wait") { server.calls("/wait") == index + 1 }
    }
    let decision = try server.client()
    decision.send(server.request("POST /set", ["Connection: close"], body: "new"))
    #expect(decision.receiveAll().hasSuffix("new\n"))
    #expect(waiting[0].receiveAll().hasSuffix("old\n"))
    for client in waiting.dropFirst() { #expect(client.receive(until: "new\n").hasSuffix("new\n")) }
  }

  @Test("what is sent ahead of a reply that waits is answered afterwards")
  func sentAhead() throws {
    let client = try server.client()
    client.send(server.request("GET /wait"))
    try waitFor("the request to wait") { server.calls("/wait") == 1 }
    client.send(server.request("POST /b", ["Connection: close"], body: String(repeating: "b", count: 40_000)))
    let other = try server.client()
    other.send(server.request("POST /set", body: "new"))
    let reply = client.receiveAll()
    #expect(reply.contains("\r\n\r\nnew\nHTTP/1.1 200 OK\r\n"))
    #expect(reply.hasSuffix("bbb\n"))
  }
}

/// Waits until something holds, for five seconds at most.
func waitFor(_ what: String, _ holds: () -> Bool) throws {
  for _ in 0..<500 {
    if holds() { return }
    usleep(10_000)
  }
  throw RawClientFailure(description: "waited in vain for \(what)")
}
