import Foundation
import MFACommand
import MFAService
import Testing

@testable import MFASystem

/// How a listener starts, how it bears a crowd, and how it ends.
@Suite struct ListenerLifeTests {
  @Test("a port in use, an address that is not here and one that is none are told apart")
  func startErrors() throws {
    let server = try TestServer()
    func start(_ host: String, _ port: UInt16 = 0) throws(ServiceStartError) {
      let address = ListenAddress(host: host, port: port)
      let answer: ServiceHandler = { _, _, _ in .response(ServiceResponse(status: 200, body: [])) }
      try ListenerThread.start(address, answer: answer).stop()
    }
    #expect(throws: ServiceStartError.portInUse(server.port)) {
      try start("127.0.0.1", server.port)
    }
    #expect(throws: ServiceStartError.portInUse(server.port)) {
      try start("localhost", server.port)
    }
    #expect(throws: ServiceStartError.addressNotAvailable("192.0.2.1")) {
      try start("192.0.2.1")
    }
    // One parser of addresses: what another takes for loopback is listened on, and not refused.
    #expect(throws: ServiceStartError.portInUse(server.port)) { try start("127.1", server.port) }
    for host in ["example.com", "", "127.0.0.1\0", "::1%lo"] {
      #expect(throws: ServiceStartError.addressNotAvailable(host)) {
        try start(host)
      }
    }
  }

  @Test(
    "a listener says where it is",
    arguments: [
      ("127.0.0.1", "http://127.0.0.1:"), ("localhost", "http://127.0.0.1:"), ("0.0.0.0", "http://0.0.0.0:"),
    ]
  )
  func url(_ host: String, _ prefix: String) throws {
    let server = try TestServer(host: host)
    #expect(server.service.url.hasPrefix(prefix))
    let client = try server.client()
    client.send(server.request("GET /a", ["Connection: close"]))
    #expect(client.receiveAll().hasSuffix("GET /a \n"))
  }

  @Test("hundreds of connections at once don't break those that are served, and all get their turn")
  func crowd() throws {
    let server = try TestServer(mostConnections: 64)
    let served = try server.client()
    let crowd = try (0..<500).map { _ in try server.client() }
    for number in 1...50 {
      served.send(server.request("POST /a", body: "\(number)"))
      #expect(served.receive(until: "POST /a \(number)\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    // Silent ones give way; a newcomer is served although hundreds came before it.
    for client in crowd { client.send(server.request("GET /b", ["Connection: close"])) }
    let answered = crowd.filter { $0.receiveAll().hasSuffix("GET /b \n") }
    #expect(answered.count >= 500 - 64)
  }

  @Test("connections that wait for a next request give way to new ones")
  func givingWay() throws {
    let server = try TestServer(mostConnections: 64)
    let idle = try (0..<64).map { _ in try server.client() }
    for client in idle {
      client.send(server.request("GET /a"))
      #expect(client.receive(until: "GET /a \n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    let new = try server.client()
    new.send(server.request("GET /new"))
    #expect(new.receive(until: "GET /new \n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(idle[0].isAtEnd())
    idle[63].send(server.request("GET /a"))
    #expect(idle[63].receive(until: "GET /a \n").hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test("stopping lets what is under way finish, answers what waits, and closes what is idle")
  func gracefulStop() throws {
    let server = try TestServer()
    let (idle, waiting, half) = (try server.client(), try server.client(), try server.client())
    idle.send(server.request("GET /a"))
    _ = idle.receive(until: "GET /a \n")
    waiting.send(server.request("GET /wait"))
    half.send(server.request("POST /half", ["Content-Length: 2"]) + "x")
    try waitFor("the request to wait") { server.calls("/wait") == 1 }
    usleep(50_000)
    let stopping = Thread { server.service.stop() }
    stopping.start()
    #expect(idle.isAtEnd())
    let refused = waiting.receiveAll()
    #expect(refused.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    #expect(refused.contains("\r\nConnection: close\r\n"))
    #expect(server.calls("/wait") == 2)
    #expect(throws: RawClientFailure.self) { try server.client() }
    half.send("y")
    let finished = half.receiveAll()
    #expect(finished.contains("\r\nConnection: close\r\n"))
    #expect(finished.hasSuffix("POST /half xy\n"))
  }

  @Test("stopping takes no longer than a second, whatever a client does")
  func boundedStop() throws {
    let server = try TestServer()
    let half = try server.client()
    half.send(server.request("POST /half", ["Content-Length: 2"]) + "x")
    usleep(50_000)
    let start = Date()
    server.service.stop()
    #expect(Date().timeIntervalSince(start) < 3)
    server.service.stop()
    #expect(server.calls("/half") == 0)
  }
}
