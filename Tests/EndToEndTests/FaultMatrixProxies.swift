import Foundation

/// Ways through a proxy, and names with an address of the user's own.
extension FaultMatrix {
  static let proxies: [Fault] = [
    proxied("a proxy that works, plain", exit: 0, status: 200, .ok),
    // It can't be told from the service's own answer: HTTP has no mark for that.
    proxied(
      "a proxy that refuses, plain",
      exit: 8,
      code: "refused",
      status: 403,
      says: "HTTP 403",
      .status("403 Forbidden")
    ),
    proxied(
      "a proxy that wants a password, plain",
      exit: 7,
      code: "proxy-refused",
      mayHaveArrived: false,
      says: "the proxy refused with HTTP 407",
      wantsPassword
    ),
    proxied(
      "a proxy without the way to the service, plain",
      exit: 8,
      code: "refused",
      status: 502,
      says: "may have arrived",
      .status("502 Bad Gateway")
    ),
    .unsent("a proxy that does not run", code: "not-connected", says: "no connection") {
      let port = try LoopbackServer.unusedPort()
      return FaultyPlace(try LoopbackServer(), ["--proxy", "http://127.0.0.1:\(port)"])
    },
    .unsent("no such proxy", code: "proxy-not-resolved", says: "no such proxy") {
      let proxy = String(repeating: "n", count: 70) + ".invalid:3128"
      return FaultyPlace(try LoopbackServer(), ["--proxy", proxy])
    },
    proxied(
      "--proxy beats NO_PROXY",
      exit: 0,
      status: 200,
      .ok,
      environment: ["NO_PROXY": "*", "no_proxy": "127.0.0.1"]
    ),
    Fault(name: "--resolve", exit: 0, status: 200, mayHaveArrived: true) {
      let service = try LoopbackServer()
      return FaultyPlace(
        service,
        host: "service.invalid",
        ["--resolve", "service.invalid:\(service.port):127.0.0.1"]
      )
    },
  ]

  static let tunnels: [Fault] = [
    tunnelled("a proxy that works, CONNECT", exit: 0, status: 200),
    tunnelled(
      "a proxy that refuses, CONNECT",
      exit: 7,
      code: "proxy-refused",
      says: "the proxy refused with HTTP 403",
      .status("403 Forbidden")
    ),
    tunnelled(
      "a proxy that wants a password, CONNECT",
      exit: 7,
      code: "proxy-refused",
      says: "the proxy refused with HTTP 407",
      wantsPassword
    ),
    tunnelled(
      "a proxy that hangs, CONNECT",
      exit: 7,
      code: "timed-out",
      says: "nothing was sent",
      .hang,
      ["--connect-timeout", "0.8"]
    ),
    tunnelled(
      "a proxy that closes, CONNECT",
      exit: 7,
      code: "connection-lost",
      says: "nothing was sent",
      .closeAtOnce
    ),
    tunnelled(
      "behind a proxy: self-signed",
      exit: 7,
      code: "certificate",
      says: "self-signed",
      tls: .selfSigned
    ),
    Fault(name: "--resolve for the name in a certificate", exit: 0, status: 200, mayHaveArrived: true) {
      let service = try LoopbackServer(tls: .wrongHost)
      let flags = ["--resolve", "example.org:\(service.port):127.0.0.1", "--cacert", Certificates.authority]
      return FaultyPlace(service, host: "example.org", flags)
    },
  ]

  private static let wantsPassword = LoopbackServer.Action.status(
    "407 Proxy Authentication Required",
    headers: [#"Proxy-Authenticate: Basic realm="x""#]
  )

  /// Through a proxy that gets the request itself, and answers it: the service never sees anything.
  private static func proxied(
    _ name: String,
    exit: Int32,
    code: String? = nil,
    status: Int? = nil,
    mayHaveArrived: Bool = true,
    says: String? = nil,
    _ action: LoopbackServer.Action,
    environment: [String: String] = [:]
  ) -> Fault {
    Fault(
      name: name,
      exit: exit,
      code: code,
      status: status,
      mayHaveArrived: mayHaveArrived,
      requests: 0,
      proxied: 1,
      says: says
    ) {
      let proxy = try LoopbackServer { _ in action }
      var place = FaultyPlace(try LoopbackServer(), ["--proxy", proxy.url("")])
      place.proxy = proxy
      place.environment = environment
      return place
    }
  }

  /// Through a proxy that is asked to CONNECT; without another action it does.
  private static func tunnelled(
    _ name: String,
    exit: Int32,
    code: String? = nil,
    status: Int? = nil,
    says: String? = nil,
    _ action: LoopbackServer.Action? = nil,
    _ flags: [String] = [],
    tls: TLSIdentity = .good
  ) -> Fault {
    Fault(
      name: name,
      exit: exit,
      code: code,
      status: status,
      mayHaveArrived: exit == 0,
      requests: exit == 0 ? 1 : 0,
      proxied: 1,
      says: says,
      waits: !flags.isEmpty
    ) {
      let service = try LoopbackServer(tls: tls)
      let proxy = try LoopbackServer { [port = service.port] _ in action ?? .tunnel(to: port) }
      var place = FaultyPlace(
        service,
        ["--proxy", proxy.url(""), "--cacert", Certificates.authority] + flags
      )
      place.proxy = proxy
      return place
    }
  }
}
