import Foundation
import Testing

@Suite("Addresses and the way to them")
struct EndpointTests {
  private func approve(
    _ url: String,
    _ flags: [String] = [],
    payload: String = SamplePush.default,
    environment: [String: String] = [:]
  ) throws -> RunResult {
    try Binary.answer(
      payload,
      ["--approve", "--json", "--endpoint", url] + flags,
      environment: environment
    )
  }

  @Test("The case files are those that are run here")
  func caseFiles() throws {
    let names = try CaseFiles.inClass("endpoint").map(\.case).sorted()
    #expect(names == ["63-endpoint-url-forms", "64-proxy-env-loopback", "65-self-signed-tls"])
  }

  @Test("The addresses of a case file", arguments: 0..<7)
  func forms(_ index: Int) throws {
    let forms = try CaseFiles.named("63-endpoint-url-forms")
    let lines = String(decoding: try forms.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let expected = try #require(forms.expect.perLine)
    #expect(lines.count == 7 && expected.count == 7)
    let isVersion6 = lines[index].contains("[::1]")
    guard !isVersion6 || LoopbackServer.hasIPv6 else { return }
    let server = try LoopbackServer(family: isVersion6 ? .ipv6 : .ipv4)
    let url = lines[index].replacingOccurrences(of: ":8080", with: ":\(server.port)")
    if let code = expected[index].exit {
      // No payload: the address is looked at before.
      let result = try Binary.run(["/nonexistent", "--approve", "--json", "--endpoint", url])
      #expect(result.status == .exited(code), "\(result)")
      let report = try result.report()
      #expect(report.text("error.code") == "endpoint-invalid")
      if let hint = expected[index].hint { #expect(report.text("error.hint")?.contains(hint) == true) }
    } else {
      let result = try approve(url, ["-vv"])
      #expect(result.status == .exited(0), "\(result)")
      #expect(server.requests.map(\.path) == [expected[index].pathSent ?? "/respond"])
      #expect(!result.everything.contains("secret"))
    }
  }

  @Test(
    "Addresses that are none",
    arguments: [
      "http://", "http:///path", "http://:80/", "http://host:0/", "http://host:65536/", "http://host:8a/",
      "http://[::1/", "http://[::g]/", "http://host/#part", "http://host/%zz", "http://host/ü",
      "http://host/a|b",
      "http://{id}.example/", "http://host/{ID}", "file:///etc/passwd", "ws://host/", "//host/path", "host",
      " http://host/",
      "http://host/\n", "http://a b/",
    ]
  )
  func unusable(_ url: String) throws {
    let result = try approve(url)
    #expect(result.status == .exited(2), "\(result)")
    #expect(try result.report().outcome == "usage")
  }

  @Test("IPv6", .enabled(if: LoopbackServer.hasIPv6, "needs ::1"))
  func version6() throws {
    let server = try LoopbackServer(family: .ipv6)
    #expect(try approve(server.url("/a?b=c")).status == .exited(0))
    #expect(server.requests.first?.header("Host") == "[::1]:\(server.port)")
    #expect(server.requests.first?.path == "/a?b=c")
  }

  @Test(
    "The path stays as it was written",
    arguments: ["/a/../b", "/./a", "//a//", "/?", "/a%2fb", "/%2e%2e/x"]
  )
  func path(_ path: String) throws {
    let server = try LoopbackServer()
    #expect(try approve(server.url(path)).status == .exited(0))
    #expect(server.requests.map(\.path) == [path])
  }

  @Test("localhost by name")
  func localhost() throws {
    let server = try LoopbackServer()
    #expect(try approve(server.url("/x", host: "localhost")).status == .exited(0))
    #expect(server.requests.count == 1)
  }

  @Test(
    "Loopback is never proxied by the environment",
    arguments: ["127.0.0.1", "localhost", "LOCALHOST"],
    ["http_proxy", "ALL_PROXY", "all_proxy"]
  )
  func loopbackProxy(_ host: String, _ variable: String) throws {
    let proxy = try CaseFiles.named("64-proxy-env-loopback")
    let text = String(decoding: try proxy.bytes, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("http_proxy=") })
    let server = try LoopbackServer()
    let result = try Binary.run(
      [try proxy.payload] + proxy.decisionFlags + ["--endpoint", server.url("/respond", host: host)],
      environment: [variable: String(line.dropFirst("http_proxy=".count))]
    )
    #expect(result.status == .exited(try #require(proxy.expect.exit)), "\(result)")
    #expect(server.requests.map(\.path) == ["/respond"])
  }

  @Test("Other hosts are proxied as the environment says")
  func proxy() throws {
    let server = try LoopbackServer()
    let result = try approve("http://service.example/respond", environment: ["http_proxy": server.url()])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.map(\.path) == ["http://service.example/respond"])
    let secure = try approve(
      "https://service.example/respond",
      ["-m", "5"],
      environment: ["HTTPS_PROXY": server.url()]
    )
    // The server answers a CONNECT with 200 and then hangs up; nothing of the decision was sent yet.
    #expect(secure.status == .exited(7))
    #expect(try secure.report().flag("delivery.mayHaveArrived") == false)
    #expect(server.requests.last?.method == "CONNECT")
  }

  @Test("A proxy that refuses is no service that refuses")
  func proxyRefuses() throws {
    let server = try LoopbackServer { _ in .status("403 Forbidden") }
    let result = try approve(
      "https://service.example/respond",
      environment: ["https_proxy": server.url()]
    )
    #expect(result.status == .exited(7), "\(result)")
    let report = try result.report()
    #expect(report.text("error.code") == "proxy-refused" && report.flag("delivery.mayHaveArrived") == false)
  }

  @Test("The netrc file gives no password")
  func netrc() throws {
    let home = try TemporaryFolder()
    _ = try home.write(".netrc", "machine 127.0.0.1 login user password canary-netrc\n")
    let server = try LoopbackServer()
    #expect(try approve(server.url(), environment: ["HOME": home.path]).status == .exited(0))
    #expect(server.requests.first?.header("Authorization") == nil)
  }
}

@Suite("The address that a push names")
struct CallbackTests {
  private func payload(_ server: LoopbackServer, path: String = "/callback") -> String {
    SamplePush.plain("default", #""callbackUrl":"\#(server.url(path))""#)
  }

  @Test("Is used when no endpoint is given, without the user's headers and tokens")
  func withoutCredentials() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("token", "canary-token-1")
    let server = try LoopbackServer()
    let result = try Binary.answer(
      payload(server),
      [
        "--approve", "--json", "-H", "X-API-Key: canary-key-1", "-H", "Accept: text/plain",
        "--bearer-token-file", token,
      ]
    )
    #expect(result.status == .exited(0), "\(result)")
    let request = try #require(server.requests.first)
    #expect(request.path == "/callback")
    #expect(!String(decoding: request.head, as: UTF8.self).contains("canary"))
    #expect(request.header("X-API-Key") == nil && request.header("Authorization") == nil)
    #expect(request.header("Accept") == "application/json")
    let kept = try result.report().warnings?.filter { !$0.contains("is an argument") }
    #expect(kept?.count == 1)
  }

  @Test("Is not used when an endpoint is given, by flag or by variable")
  func endpointWins() throws {
    let named = try LoopbackServer()
    let given = try LoopbackServer()
    #expect(try Binary.answer(payload(named), ["--approve", "--endpoint", given.url()]).status == .exited(0))
    let variable = ["MFA_ENDPOINT": given.url()]
    #expect(try Binary.answer(payload(named), ["--approve"], environment: variable).status == .exited(0))
    #expect(given.requests.count == 2 && named.connectionCount == 0)
  }

  @Test("Is asked about like any other", arguments: [nil, "not an address", "ftp://host/"] as [String?])
  func unusable(_ address: String?) throws {
    let callback = address.map { SamplePush.quoted($0) } ?? "7"
    let result = try Binary.answer(
      SamplePush.plain("default", #""callbackUrl":\#(callback)"#),
      ["--approve", "--json"]
    )
    #expect(result.status == .exited(2))
    let report = try result.report()
    #expect(report.text("error.code") == "endpoint-missing" && report.warnings?.count == 1)
  }
}
