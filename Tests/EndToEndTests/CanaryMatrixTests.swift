import Foundation
import Testing

@Suite("Secrets are in no stream, whatever goes wrong")
struct CanaryMatrixTests {
  @Test(
    "The fault matrix without TLS",
    arguments: FaultMatrix.connecting.filter { !$0.waits } + FaultMatrix.talking.filter { !$0.isMuchToTrace }
      + FaultMatrix.redirects + FaultMatrix.refusals + FaultMatrix.proxies
  )
  func plain(_ fault: Fault) throws { try check(fault) }

  @Test(
    "The fault matrix with TLS",
    .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"),
    arguments: (FaultMatrix.certificates + FaultMatrix.clientCertificates + FaultMatrix.tunnels).filter {
      // One that waits has to do for all of them.
      !$0.waits || $0.name == "a hang behind TLS"
    }
  )
  func tls(_ fault: Fault) throws { try check(fault) }

  /// The row's command with a secret in every place that takes one: it has to end as without them.
  private func check(_ fault: Fault) throws {
    let place = try fault.place()
    let secrets = try Canaries()
    let result = try Binary.answer(
      SamplePush.default,
      [
        "--approve", "--json", "-vv", "--endpoint",
        Canaries.withUserInfo(place.url, "canary-user:canary-word"),
      ]
        + secrets.flags(addedTo: place.flags, withKey: fault.code != "client-certificate-refused"),
      environment: place.environment
    )
    withExtendedLifetime(place) {}
    #expect(result.status == .exited(fault.exit), "\(result)")
    #expect(try result.report().text("error.code") == fault.code)
    Canaries.expectNone(in: result)
    // The trace is there, with masks in it.
    #expect(result.stderr.contains("> X-API-Key: ") && result.stderr.contains("> Authorization: "))
    for request in place.service?.requests ?? [] {
      let sent = String(decoding: request.head, as: UTF8.self)
      for secret in ["canary-header", "canary-filed", "Bearer canary-token"] {
        #expect(sent.contains(secret))
      }
      #expect(!sent.contains("canary-proxy"))
    }
  }

  /// What a proxy gets is for it alone, and what it says about it is for nobody.
  @Test("A password for a proxy, plain", arguments: ["canary-word", "p%40ss-canary"])
  func proxyPassword(_ password: String) throws {
    let decoded = try #require(password.removingPercentEncoding)
    let credentials = Data("canary-user:\(decoded)".utf8).base64EncodedString()
    let proxy = try LoopbackServer { _ in .ok }
    let address = "http://canary-user:\(password)@127.0.0.1:\(proxy.port)"
    let flags = ["--approve", "--json", "-vv", "--endpoint", "http://service.invalid/", "--proxy", address]
    let result = try Binary.answer(SamplePush.default, flags)
    #expect(result.status == .exited(0), "\(result)")
    #expect(proxy.requests.first?.header("Proxy-Authorization") == "Basic \(credentials)")
    #expect(result.stderr.contains("through http://"))
    Canaries.expectNone(in: result, and: [password, decoded, credentials])
  }

  @Test(
    "A proxy that sends back what it got",
    arguments: ["403 Forbidden", "502 Bad Gateway", "407 Proxy Authentication Required"],
    ["canary-word", "p%40ss-canary"]
  )
  func proxyEcho(_ status: String, _ password: String) throws {
    let decoded = try #require(password.removingPercentEncoding)
    let proxy = try LoopbackServer { request in
      let got = request.header("Proxy-Authorization") ?? ""
      return .status(status, headers: ["X-Got: \(got)", "X-Word: \(decoded)"], body: "\(got) \(decoded)")
    }
    let address = "http://canary-user:\(password)@127.0.0.1:\(proxy.port)"
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "-vv", "--endpoint", "http://service.invalid/", "--proxy", address]
    )
    #expect(result.status == .exited(status.hasPrefix("407") ? 7 : 8), "\(result)")
    let credentials = Data("canary-user:\(decoded)".utf8).base64EncodedString()
    Canaries.expectNone(in: result, and: [password, decoded, credentials])
  }

  @Test(
    "A password for a proxy, CONNECT: the service does not get it",
    .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3")
  )
  func tunnel() throws {
    let service = try LoopbackServer(tls: .good)
    let proxy = try LoopbackServer { [port = service.port] _ in .tunnel(to: port) }
    let result = try Binary.answer(
      SamplePush.default,
      [
        "--approve", "--json", "-vv", "--endpoint", service.url(), "--cacert", Certificates.authority,
        "-H", "X-API-Key: canary-header", "--proxy", "http://canary-user:canary-word@127.0.0.1:\(proxy.port)",
      ]
    )
    #expect(result.status == .exited(0), "\(result)")
    let credentials = Data("canary-user:canary-word".utf8).base64EncodedString()
    let asked = try #require(proxy.requests.first)
    #expect(asked.method == "CONNECT" && asked.header("Proxy-Authorization") == "Basic \(credentials)")
    // And the proxy does not get what is for the service.
    #expect(!String(decoding: asked.head, as: UTF8.self).contains("canary-header"))
    let request = try #require(service.requests.first)
    #expect(request.header("Proxy-Authorization") == nil && request.header("X-API-Key") == "canary-header")
    Canaries.expectNone(in: result, and: [credentials])
  }

  @Test(
    "A proxy of the environment with a password",
    arguments: ["200 OK", "403 Forbidden", "407 Proxy Authentication Required"]
  )
  func environment(_ status: String) throws {
    let proxy = try LoopbackServer { request in
      .status(status, body: "got \(request.header("Proxy-Authorization") ?? "nothing") canary-word")
    }
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "-vv", "--endpoint", "http://service.invalid/"],
      environment: ["http_proxy": "http://canary-user:canary-word@127.0.0.1:\(proxy.port)"]
    )
    #expect(proxy.requests.first?.header("Proxy-Authorization") != nil, "\(result)")
    let credentials = Data("canary-user:canary-word".utf8).base64EncodedString()
    Canaries.expectNone(in: result, and: [credentials])
  }

  @Test("A dry run")
  func dryRun() throws {
    let secrets = try Canaries()
    let flags = secrets.flags(addedTo: ["--proxy", "http://127.0.0.1:9"])
    for output in [[], ["--json"], ["-vv"]] {
      let result = try Binary.answer(
        SamplePush.default,
        ["--approve", "-n", "--endpoint", "http://canary-user:canary-word@127.0.0.1:9/"] + flags + output
      )
      #expect(result.status == .exited(0), "\(result)")
      Canaries.expectNone(in: result)
    }
  }

  @Test(
    "Mistakes don't show the value",
    arguments: [
      ["--proxy", "http://user:canary@host/path"], ["--proxy", "http://user:canary@host:port"],
      ["--proxy", "http://user:canary@"], ["--proxy", "http://user:can{ary@host:1"],
      ["--proxy", "user:canary://host:1"], ["--proxy", "http://user:canary@[::1"],
      ["--proxy", "http://user:canary/x@host:1"], ["--proxy", "http://user@host:canary"],
      ["--resolve", "canary"],
    ]
  )
  func mistakes(_ flags: [String]) throws {
    for output in [[], ["--json", "-vv"]] {
      let result = try Binary.answer(
        SamplePush.default,
        ["--approve", "--endpoint", "http://127.0.0.1:9/"] + flags + output
      )
      #expect(result.status == .exited(2), "\(result)")
      // What --resolve takes is no secret.
      if flags[0] == "--proxy" { Canaries.expectNone(in: result) }
    }
  }

  #if os(Linux)
    @Test("What a file holds is in no process list")
    func processList() throws {
      let server = try LoopbackServer { _ in .hang }
      let secrets = try Canaries()
      let child = try ChildProcess(
        Launch(
          program: try Binary.path(),
          arguments: (["--approve", "--endpoint", server.url(), "-m", "10"] + secrets.files).map {
            Array($0.utf8)
          },
          stdin: .text(SamplePush.default)
        )
      )
      let arrived = try child.pump(within: 10) { server.requests.count == 1 }
      #expect(arrived && server.requests[0].header("Authorization") == "Bearer canary-token")
      // Each child is in a session of its own: whatever it started would be in it too.
      let shown = Canaries.processes(inSession: child.pid)
      #expect(shown.count == 1, "\(shown)")
      #expect(shown.allSatisfy { $0.contains("--bearer-token-file") && !$0.contains("canary-") }, "\(shown)")
      #expect(!shown.contains { $0.contains("practice") })
      child.signal(SIGTERM)
      _ = try child.finish(within: 5, at: #_sourceLocation)
    }
  #endif
}

extension Fault {
  /// Three ways to send too much end alike, and the trace of one is long enough.
  fileprivate var isMuchToTrace: Bool { name.hasPrefix("100 MB") && !name.hasSuffix("in chunks") }
}

/// Secrets in every place that takes one.
private struct Canaries {
  /// Those that a file holds; nobody who lists the processes sees them.
  let files: [String]
  private let keyFlags: [String]
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let headers = try folder.write("headers", "X-From-File: canary-filed\n")
    let token = try folder.write("token", "canary-token")
    // Its password is "practice", which is a canary as well: it is in no sentence of the command.
    keyFlags = [
      "--cert", Certificates.client, "--key", Certificates.encryptedClientKey, "--key-password-file",
      Certificates.clientKeyPassword,
    ]
    files = ["-H", "@\(headers)", "--bearer-token-file", token] + keyFlags
  }

  /// Flags with secrets in them and added to them; a client certificate that is given stays as it is.
  func flags(addedTo flags: [String], withKey: Bool = true) -> [String] {
    var flags = flags
    for index in flags.indices.dropFirst() where flags[index - 1] == "--proxy" {
      flags[index] = Self.withUserInfo(flags[index], "canary-proxy-user:canary-proxy-word")
    }
    let added = withKey && !flags.contains("--cert") ? files : Array(files.dropLast(keyFlags.count))
    return flags + ["-H", "X-API-Key: canary-header"] + added
  }

  static func withUserInfo(_ url: String, _ userInfo: String) -> String {
    guard let scheme = url.range(of: "://") else { return "\(userInfo)@\(url)" }
    return url.replacingCharacters(in: scheme, with: "://\(userInfo)@")
  }

  /// Nothing of the secrets is shown, nor what a header carries them as.
  static func expectNone(
    in result: RunResult,
    and further: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pairs = ["canary-user:canary-word", "canary-proxy-user:canary-proxy-word"]
    let encoded = pairs.map { Data($0.utf8).base64EncodedString() }
    for secret in ["canary", "practice"] + encoded + further {
      #expect(!result.everything.contains(secret), "\(secret) in \(result)", sourceLocation: sourceLocation)
    }
  }

  #if os(Linux)
    /// What `ps` would show of the processes of a session: their arguments, and the names of their threads.
    static func processes(inSession session: pid_t) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap(pid_t.init).filter { getsid($0) == session }.map { pid in
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        let files = ["cmdline"] + threads.map { "task/\($0)/comm" }
        let texts = files.map { file in
          // Not `String(contentsOfFile:)`: these files say that they are empty.
          let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
          return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\0", with: " ")
        }
        return texts.joined(separator: " ")
      }
    }
  #endif
}
