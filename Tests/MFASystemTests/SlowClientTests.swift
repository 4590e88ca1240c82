import Foundation
import Testing

@testable import MFASystem

/// Clients that take their time. The limits are shorter here than they are, and work the same way.
@Suite struct SlowClientTests {
  @Test(
    "a client that sends byte by byte for ever is closed, and holds up nobody",
    arguments: [
      ["GET /slow HTTP/1.1\r\nX: ", String(repeating: "x", count: 500)],
      [
        "POST /slow HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 500\r\n\r\n",
        String(repeating: "x", count: 499),
      ],
      [
        "POST /slow HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: chunked\r\n\r\n",
        String(repeating: "1\r\nx\r\n", count: 90),
      ],
    ]
  )
  func byteByByte(_ parts: [String]) throws {
    let server = try TestServer(times: HTTPTimes(head: 0.6, body: 0.6))
    let slow = try server.client()
    slow.send(parts[0].replacingOccurrences(of: "PORT", with: "\(server.port)"))
    let start = Date()
    for byte in parts[1].utf8 where Date().timeIntervalSince(start) < 0.7 {
      guard slow.send([byte]) else { break }
      let other = try server.client()
      other.send(server.request("GET /quick", ["Connection: close"]))
      #expect(other.receiveAll().hasSuffix("GET /quick \n"))
      usleep(50_000)
    }
    #expect(slow.receiveAll().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(server.calls("/slow") == 0)
  }

  @Test(
    "requests that are slow to come don't keep out others",
    arguments: [
      "GET /slow HTTP/1.1\r\nX: ", "POST /slow HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 9\r\n\r\n",
    ]
  )
  func slowCrowd(_ part: String) throws {
    let server = try TestServer(times: HTTPTimes(patience: 0.1), mostConnections: 8)
    let slow = try (0..<8).map { _ in try server.client() }
    for client in slow { client.send(part.replacingOccurrences(of: "PORT", with: "\(server.port)")) }
    let start = Date()
    let other = try server.client()
    other.send(server.request("GET /quick", ["Connection: close"]))
    #expect(other.receiveAll().hasSuffix("GET /quick \n"))
    #expect(Date().timeIntervalSince(start) < 5)
  }

  /// A thousand of them kept the others out for half a minute.
  @Test("those that don't read their replies don't keep out others")
  func deafCrowd() throws {
    let server = try TestServer(times: HTTPTimes(patience: 0.1), mostConnections: 8)
    let deaf = try (0..<8).map { _ in try server.client(receiveBuffer: 4096) }
    for client in deaf { client.send(server.request("GET /large")) }
    let start = Date()
    let other = try server.client()
    other.send(server.request("GET /quick", ["Connection: close"]))
    #expect(other.receiveAll().hasSuffix("GET /quick \n"))
    #expect(Date().timeIntervalSince(start) < 5)
  }

  @Test("a connection without a request is closed without a word, whether it had one before or not")
  func idle() throws {
    let server = try TestServer(times: HTTPTimes(head: 0.2, idle: 0.3))
    let silent = try server.client()
    let once = try server.client()
    once.send(server.request("GET /a"))
    _ = once.receiveReply()
    #expect(silent.receiveAll() == "")
    #expect(once.receiveAll() == "")
  }

  @Test("the time without a request does not count for the request that follows")
  func lateRequest() throws {
    let server = try TestServer(times: HTTPTimes(head: 1, idle: 1))
    let client = try server.client()
    for _ in 1...3 {
      usleep(500_000)
      client.send(server.request("GET /a"))
      #expect(client.receiveReply().body == "GET /a \n")
    }
  }

  @Test("who does not read a reply is closed, and holds up nobody")
  func unreadReply() throws {
    let server = try TestServer(times: HTTPTimes(sending: 0.3))
    let deaf = try server.client(receiveBuffer: 4096)
    deaf.send(server.request("GET /large"))
    let other = try server.client()
    other.send(server.request("GET /quick", ["Connection: close"]))
    #expect(other.receiveAll().hasSuffix("GET /quick \n"))
    usleep(600_000)
    #expect(deaf.receiveAll().utf8.count < 32 * 1024 * 1024)
  }

  @Test(
    "a request that would wait for ever is answered, and neither silence nor the time for a head ends it before"
  )
  func endlessWait() throws {
    let server = try TestServer(times: HTTPTimes(head: 0.1, body: 0.1, idle: 0.1, parked: 0.7))
    let client = try server.client()
    let start = Date()
    client.send(server.request("GET /never"))
    let reply = client.receiveReply()
    #expect(reply.head.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    #expect(!reply.head.contains("Connection: close"))
    #expect((0.6...3).contains(Date().timeIntervalSince(start)))
    #expect((5...10).contains(server.calls("/never")))
  }
}
