import Foundation
import Testing

/// Bytes that came with a value and are no part of it: an editor's mark, a line end of a paste or of a CI system.
@Suite("Stray bytes")
struct StrayByteTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func approve(_ flags: [String] = [], environment: [String: String]) throws -> RunResult {
    try Binary.answer(SamplePush.default, ["--approve"] + flags, environment: environment)
  }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  /// It was told to write %0A, and then the decision went to another path.
  @Test(
    "Around an address in a variable",
    arguments: ["%\n", "%\r", "%\r\n", " %", "\t%  ", "\u{FEFF}%", "%\u{A0}"]
  )
  func endpoint(_ pattern: String) throws {
    let value = pattern.replacingOccurrences(of: "%", with: server.url("/x"))
    let result = try approve(environment: ["MFA_ENDPOINT": value])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.map(\.path) == ["/x"])
  }

  @Test("In the middle of one", arguments: ["\n", "\r\n", "\t", "\u{FEFF}", "\u{200B}"])
  func inside(_ stray: String) throws {
    let address = server.url("/x\(stray)y")
    for (result, name) in [
      (try approve(environment: ["MFA_ENDPOINT": address]), "MFA_ENDPOINT"),
      (try approve(["--endpoint", address], environment: [:]), "--endpoint"),
      (try approve(["--endpoint", server.url() + stray], environment: [:]), "--endpoint"),
    ] {
      #expect(result.status == .exited(2) && result.stderr.contains("\(name) is not an address"), "\(result)")
      #expect(result.stderr.contains("remove it") && !result.stderr.contains("%0"), "\(result)")
    }
    #expect(server.connectionCount == 0)
  }

  @Test("A variable of nothing but these is not set")
  func blank() throws {
    let result = try approve(["--json"], environment: ["MFA_ENDPOINT": " \r\n"])
    #expect(try result.report().text("error.code") == "endpoint-missing", "\(result)")
  }

  @Test("Around the other variables")
  func variables() throws {
    let token = try folder.write("token", "tok-1\n")
    let state = folder.path + "/state"
    let environment = [
      "MFA_ENDPOINT": server.url(), "MFA_BEARER_TOKEN_FILE": "\(token)\r\n", "MFA_AUTH_METHOD": "biometric\n",
      "MFA_CACERT": "\u{FEFF}\(Certificates.authority)\n", "MFA_STATE_DIR": "\(state)\n",
    ]
    let result = try approve(environment: environment)
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.first?.header("Authorization") == "Bearer tok-1")
    #expect(try server.onlyDecision()["authMethod"] == "biometric")
    let device = try Binary.run(["device", "token", "new"], environment: environment)
    #expect(device.status == .exited(0), "\(device)")
    #expect(FileManager.default.fileExists(atPath: state + "/device.json"))
  }

  @Test(
    "Around a token, a header and a password in a file",
    arguments: [
      mark + "tok-112\n".utf8, Array("tok-112\r\n".utf8), Array("\n tok-112 \n".utf8), utf16("tok-112\r\n"),
      utf16("tok-112").reversedUnits,
    ]
  )
  func tokenFile(_ bytes: [UInt8]) throws {
    let token = try folder.write("token", Data(bytes))
    let result = try approve(["--bearer-token-file", token, "--endpoint", server.url()], environment: [:])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.first?.header("Authorization") == "Bearer tok-112")
  }

  @Test(
    "A file of headers with a mark, or in UTF-16",
    arguments: [mark + "X-One: 1\r\n\r\nX-Two: 2".utf8, utf16("X-One: 1\nX-Two: 2\n")]
  )
  func headerFile(_ bytes: [UInt8]) throws {
    let file = try folder.write("headers", Data(bytes))
    let result = try approve(["-H", "@" + file, "--endpoint", server.url()], environment: [:])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.first?.header("X-One") == "1" && server.requests.first?.header("X-Two") == "2")
  }

  @Test("A token of several lines is refused, and not shown")
  func severalLines() throws {
    let token = try folder.write("token", "canary-1\ncanary-2\n")
    let result = try approve(["--bearer-token-file", token, "--endpoint", server.url()], environment: [:])
    #expect(result.status == .exited(2) && result.stderr.contains("line break"), "\(result)")
    #expect(!result.everything.contains("canary"))
    let header = try approve(["-H", "X: a\nY: b", "--endpoint", server.url()], environment: [:])
    #expect(header.status == .exited(2) && header.stderr.contains("header"), "\(header)")
    #expect(server.connectionCount == 0)
  }

  @Test("A mark before a certificate is named: the TLS library would pass over it")
  func markedCertificate() throws {
    let pem = try Data(contentsOf: URL(fileURLWithPath: Certificates.authority))
    let marked = try folder.write("ca.pem", Data(Self.mark) + pem)
    let wide = try folder.write("wide.pem", Data(Self.utf16(String(decoding: pem, as: UTF8.self))))
    for file in [marked, wide] {
      let result = try approve(["--cacert", file, "--endpoint", server.url()], environment: [:])
      #expect(result.status == .exited(2) && result.stderr.contains("byte order mark"), "\(result)")
    }
  }

  @Test("The text of a QR code in a file, with a mark or in UTF-16")
  func qrFile() throws {
    let text = #"{"version":1,"service":"http://127.0.0.1:9/","login":"l","authenticationKey":"k"}"#
    for bytes in [Self.mark + text.utf8, Self.utf16(text)] {
      let file = try folder.write("code", Data(bytes))
      let result = try Binary.run(["login", "--qr", file, "--accept"])
      #expect(result.status == .exited(7), "\(result)")
    }
  }

  @Test(
    "An enrollment URI that was copied out of HTML is named as that",
    arguments: ["&amp;", "&#38;", "&AMP;"]
  )
  func htmlEscapes(_ escape: String) throws {
    let uri = [
      "otpauth://pipush/PIPU0001?url=https%3A%2F%2Fx.example%2Fttype%2Fpush", "ttl=10", "serial=PIPU0001",
    ]
    let file = try folder.write("uri.txt", uri.joined(separator: escape))
    let result = try Binary.run(["enroll", file, "--credential-file", folder.path + "/c.json"])
    #expect(result.status == .exited(3) && result.stderr.contains("HTML"), "\(result)")
    #expect(!result.stderr.contains("cut off"))
  }

  @Test(
    "A host that libcurl refuses is no address, before anything is asked",
    arguments: [
      "http://a,b/", "http://*/", "http://$(id)/", "http://a;b/", "http://a%20b/", "http://a%2fb/",
      "http://a%00b/",
      "http://[fe80::1%25]/", "http://[fe80::1%25eth0/x]/", "http://b%C3%BCcher.example/",
      "http://bücher.example/",
      "http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/", "http://a'b/", "http://(a)/", "http://a+b/", "http://a&b/",
    ]
  )
  func host(_ address: String) throws {
    let result = try Binary.run(["/nonexistent", "--approve", "--json", "--endpoint", address])
    #expect(result.status == .exited(2), "\(result)")
    #expect(try result.report().text("error.code") == "endpoint-invalid")
    let proxy = try Binary.run(["/nonexistent", "--approve", "--endpoint", server.url(), "--proxy", address])
    #expect(proxy.status == .exited(2), "\(proxy)")
  }

  @Test("The zone of an IPv6 address takes %25, and the hint says so")
  func zone() throws {
    let result = try Binary.run(["/nonexistent", "--approve", "--endpoint", "http://[fe80::1%lo]:9/x"])
    #expect(result.status == .exited(2) && result.stderr.contains("%25"), "\(result)")
    let encoded = try approve(["--endpoint", "http://[fe80::1%25lo]:9/x", "-m", "3"], environment: [:])
    #expect(encoded.status == .exited(7), "\(encoded)")
  }

  @Test(
    "Loopback in every spelling goes through no proxy of the environment",
    arguments: ["%31%32%37.0.0.1", "loc%61lhost", "0.0.0.0", "0", "127.1", "0177.1", "0x7f.1", "2130706433"]
  )
  func loopback(_ host: String) throws {
    let proxy = try LoopbackServer { _ in .status("403 Forbidden") }
    let result = try approve(
      ["--endpoint", server.url("/x", host: host)],
      environment: ["http_proxy": proxy.url(), "ALL_PROXY": proxy.url()]
    )
    #expect(result.status == .exited(0) && proxy.connectionCount == 0, "\(result)")
    #expect(server.requests.map(\.path) == ["/x"])
  }

  @Test("127.1 is listened on, as it is sent to")
  func listening() throws {
    let result = try Binary.run(["listen", "--host", "127.1", "--approve", "--for", "0.1"])
    #expect(result.status == .exited(0) && result.stdout.contains("http://127.0.0.1:"), "\(result)")
  }
}

extension [UInt8] {
  /// UTF-16 in the other byte order.
  fileprivate var reversedUnits: [UInt8] {
    stride(from: 0, to: count - 1, by: 2).flatMap { [self[$0 + 1], self[$0]] }
  }
}
