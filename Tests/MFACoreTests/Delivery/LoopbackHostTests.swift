import MFACore
import Testing

/// Addresses that never leave this machine, however they are spelled: a proxy must not see them.
@Suite("Loopback hosts")
struct LoopbackHostTests {
  @Test(arguments: [
    "localhost", "LOCALHOST", "localhost.", "login.localhost", "a.b.localhost.", "127.0.0.1", "127.0.0.1.",
    "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1", "017700000001",
    "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0:1]", "[::1%25lo]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.9.9.9]", "[::FFFF:7F00:1]",
    // libcurl decodes a name before it looks for it.
    "%31%32%37.0.0.1", "loc%61lhost", "LOC%41LHOST", "%31%32%37%2e1", "0%78%37f.1",
    // What is sent to all addresses stays here.
    "0.0.0.0", "0", "0x0", "00.0", "[::]", "[0:0:0:0:0:0:0:0]", "[::ffff:0.0.0.0]",
  ])
  func isLoopback(_ host: String) throws {
    #expect(try EndpointURL("http://\(host):8080/").isLoopback)
  }

  @Test(arguments: [
    "example.com", "localhost.example.com", "mylocalhost", "localhostx", "128.0.0.1", "126.255.255.255",
    "10.0.0.1", "192.0.2.1", "127.0.0.1.example.com", "127.0.0.256", "127.0.0.0.1", "1270.0.0.1",
    "2147483648", "0x80000000", "127.16777216", "127.0.65536", "4294967296", "0x", "08.0.0.1", "127..1",
    "[::2]", "[2001:db8::1]", "[fe80::1]", "[::ffff:128.0.0.1]", "[::127.0.0.1]", "[1::1]",
    "0.0.0.1", "%31%32%38.0.0.1", "[::1:0]",
  ])
  func isNot(_ host: String) throws {
    #expect(try !EndpointURL("http://\(host):8080/").isLoopback)
  }

  /// A user that is called like a host is none.
  @Test(arguments: [
    "http://localhost@example.com/", "http://127.0.0.1:80@example.com/", "http://example.com/@localhost",
  ])
  func looksAtTheHostAlone(_ text: String) throws {
    #expect(try !EndpointURL(text).isLoopback)
  }

  /// `inet_aton` takes no sign, so this is a name for a resolver.
  @Test(arguments: ["0x+7f.1", "0+177.0.0.1", "+127.0.0.1"])
  func aSignIsNoNumber(_ host: String) {
    #expect(IPAddress(host) == nil)
    #expect(throws: EndpointURL.Problem.badHost(host)) { try EndpointURL("http://\(host)/") }
  }

  // MARK: Where to listen

  @Test(
    "Who reaches an address that is listened on",
    arguments: [
      (
        [
          "127.0.0.1", "localhost", "LocalHost", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "127.1", "0x7F.1",
          "2130706433", "0177.0.0.1", "::ffff:127.0.0.1", "::FFFF:7f00:1",
        ], HostReach.loopback
      ),
      (["0.0.0.0", "0", "192.0.2.1", "::", "fe80::1", "2001:DB8::1", "::ffff:0.0.0.0"], .others),
      (
        [
          "", "example.com", "*", "127.0.0.1:80", "[::1]", "http://127.0.0.1", " 127.0.0.1", "127.0.0.1 ",
          "127.0.0.1\0", "1.2.3.4.5", "256.0.0.1", ":::", "::1/128", "localhostx",
          // No zone is listened on.
          "::1%lo", "fe80::1%eth0", "localhost.", "::ffff:0177.0.0.1",
        ], .noAddress
      ),
    ]
  )
  func reach(hosts: [String], reach: HostReach) {
    for host in hosts { #expect(HostReach(host) == reach, "\(host)") }
  }
}
