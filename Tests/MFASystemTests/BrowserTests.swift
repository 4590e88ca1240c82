import Foundation
import MFACommand
import Testing

@testable import MFASystem

/// What a web page may make a browser send. Each of these got through to `listen` and had a push approved, or changed
/// what the practice service knows.
@Suite("Requests of web pages")
struct BrowserTests {
  @Test(
    "a page of another site, or of another port, is refused whatever it sends, and gets no CORS header",
    arguments: [
      ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://127.0.0.1:1"],
      ["Origin: http://localhost"],
      ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: anything"],
      ["Origin: https://evil.example", "Sec-Fetch-Site: none"],
      ["Origin: https://127.0.0.1:PORT"], ["Origin: http://127.0.0.1:PORT, https://evil.example"],
      // A form that is submitted into a window of its own.
      ["Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
    ],
    ["", "Content-Type: text/plain;charset=UTF-8", "Content-Type: application/json"]
  )
  func refused(_ head: [String], _ type: String) throws {
    let server = try TestServer()
    for line in ["POST /set", "DELETE /set"] {
      let client = try server.client()
      let head = (head + [type].filter { !$0.isEmpty }).map {
        $0.replacingOccurrences(of: "PORT", with: "\(server.port)")
      }
      client.send(server.request(line, head, body: "new"))
      let reply = client.receiveAll()
      #expect(reply.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(reply)")
      #expect(!reply.lowercased().contains("access-control"))
    }
    #expect(server.calls("/set") == 0)
  }

  @Test(
    "a page of our own, the user's own doing, a link that is followed and every other program are taken",
    arguments: [
      [], ["Origin: http://127.0.0.1:PORT"],
      ["Origin: http://LOCALHOST:PORT", "Sec-Fetch-Site: same-origin"],
      ["Sec-Fetch-Site: none"],
      ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
    ]
  )
  func taken(_ head: [String]) throws {
    let server = try TestServer()
    let client = try server.client()
    let head = head.map { $0.replacingOccurrences(of: "PORT", with: "\(server.port)") }
    client.send(server.request("GET /value", head + ["Connection: close"]))
    #expect(client.receiveAll().hasSuffix("old\n"))
  }

  @Test(
    "an image, a script and a frame of another site get nothing",
    arguments: ["image", "script", "iframe", "empty"]
  )
  func embedded(_ destination: String) throws {
    let server = try TestServer()
    let client = try server.client()
    let mode = destination == "iframe" ? "navigate" : "no-cors"
    let head = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: \(mode)", "Sec-Fetch-Dest: \(destination)"]
    client.send(server.request("GET /value", head))
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
  }
}
