import Foundation
import MFACommand
import Testing

/// The listener over real connections.
@Suite struct ListenerTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  @Test("a connection stays open, and says close only when it closes")
  func keepAlive() throws {
    let client = try server.client()
    for number in 1...3 {
      client.send(server.request("POST /a", body: "\(number)"))
      let reply = client.receive(until: "POST /a \(number)\n")
      #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(!reply.contains("Connection:"))
    }
    client.send(server.request("GET /b", ["Connection: close"]))
    let reply = client.receiveAll()
    #expect(reply.contains("\r\nConnection: close\r\n"))
    #expect(reply.hasSuffix("\r\n\r\nGET /b \n"))
  }

  @Test("a reply says when it was made, as HTTP spells it")
  func date() throws {
    let client = try server.client()
    client.send(server.request("GET /a"))
    let field = client.receiveReply().head.components(separatedBy: "\r\n").first { $0.hasPrefix("Date: ") }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = try #require(formatter.date(from: field ?? ""))
    #expect(abs(date.timeIntervalSinceNow) < 60)
  }

  @Test("HTTP/1.0 closes, unless it asks for more and is told so")
  func oldVersion() throws {
    let one = try server.client()
    one.send("GET /a HTTP/1.0\r\n\r\n")
    #expect(one.receiveAll().hasSuffix("GET /a \n"))
    let more = try server.client()
    for _ in 1...2 {
      more.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(more.receive(until: "GET /a \n").contains("\r\nConnection: keep-alive\r\n"))
    }
  }

  @Test("requests that are sent ahead are answered one by one, in order")
  func pipelining() throws {
    let client = try server.client()
    client.send((1...500).map { server.request("POST /\($0)", body: "b\($0)") }.joined())
    let last = "POST /500 b500\n"
    let lines = client.receive(until: last).split(whereSeparator: \.isNewline).filter {
      $0.hasPrefix("POST ")
    }
    #expect(lines == (1...500).map { "POST /\($0) b\($0)" })
  }

  @Test("a client that waits to be told to go on is told so")
  func continuing() throws {
    let client = try server.client()
    client.send(server.request("POST /a", ["Expect: 100-continue", "Content-Length: 3"]))
    #expect(client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("abc")
    #expect(client.receive(until: "POST /a abc\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test("a body that is too large is refused by its head, without being asked for")
  func refusedByHead() throws {
    let client = try server.client()
    client.send(server.request("POST /a", ["Expect: 100-continue", "Content-Length: 2000000"]))
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
  }

  @Test("HEAD is answered like GET, without the body")
  func head() throws {
    let client = try server.client()
    client.send(server.request("HEAD /a") + server.request("GET /b", ["Connection: close"]))
    let reply = client.receiveAll()
    #expect(reply.contains("Content-Length: 8\r\n"))
    #expect(!reply.contains("GET /a"))
    #expect(reply.hasSuffix("GET /b \n"))
  }

  @Test("chunks that come slowly make one body")
  func chunks() throws {
    let client = try server.client()
    client.send(server.request("POST /a", ["Transfer-Encoding: chunked"]))
    for chunk in ["2\r", "\nab\r\n", "1;x\r\nc", "\r\n0\r\nT: 1", "\r\n\r\n"] {
      client.send(chunk)
      usleep(2000)
    }
    #expect(client.receiveReply().body == "POST /a abc\n")
  }

  @Test("a page's own name that points here is refused")
  func misdirected() throws {
    let client = try server.client()
    client.send("GET /a HTTP/1.1\r\nHost: evil.example:\(server.port)\r\n\r\nGET /b HTTP/1.1\r\n")
    let reply = client.receiveAll()
    #expect(reply.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
    #expect(reply.contains("\r\nConnection: close\r\n"))
    #expect(server.calls("/a") + server.calls("/b") == 0)
  }

  @Test(
    "a request that breaks off is never passed on",
    arguments: [
      "POST /broken HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 5\r\n\r\nabc",
      "POST /broken HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
      "POST /broken HTTP/1.1\r\nHost: localhost:PORT\r\n",
    ]
  )
  func brokenOff(_ text: String) throws {
    let client = try server.client()
    client.send(text.replacingOccurrences(of: "PORT", with: "\(server.port)"))
    client.endSending()
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(server.calls("/broken") == 0)
  }
}
