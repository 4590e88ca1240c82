import Testing

@testable import MFACore

/// `HOST:PORT:ADDRESS[,ADDRESS…]`, as curl's `--resolve` takes it.
///
/// What libcurl would refuse is refused beforehand: its own refusal comes after the decision was made.
@Suite("Addresses of hosts")
struct HostOverrideTests {
  @Test(arguments: [
    "mfa.example.com:443:127.0.0.1", "localhost:1:127.0.0.1", "mfa.example.com:65535:192.0.2.1",
    "*:443:127.0.0.1", "+mfa.example.com:443:127.0.0.1", "+*:443:127.0.0.1",
    "mfa.example.com:443:::1", "mfa.example.com:443:[::1]", "mfa.example.com:443:2001:db8::1",
    "mfa.example.com:443:::ffff:127.0.0.1", "[::1]:80:127.0.0.1", "[2001:db8::1]:80:[::1]",
    "mfa.example.com:443:127.0.0.1,127.0.0.2", "mfa.example.com:443:127.0.0.1,::1,[::1],255.255.255.255",
    "192.0.2.1:443:127.0.0.1",
  ])
  func isTaken(text: String) {
    #expect(HostOverride(text)?.text == text)
  }

  struct Bad: NamedCase {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
      (self.name, self.text) = (name, text)
    }
  }

  @Test(arguments: [
    Bad("nothing", ""), Bad("a sign alone", "+"), Bad("colons alone", "::"),
    Bad("a host alone", "mfa.example.com"), Bad("no address", "mfa.example.com:443"),
    Bad("an empty address", "mfa.example.com:443:"), Bad("no host", ":443:127.0.0.1"),
    Bad("a sign and no host", "+:443:127.0.0.1"),
    Bad("a removal, which is of no use here", "-mfa.example.com:443"),
    Bad("no port", "mfa.example.com::127.0.0.1"), Bad("port 0", "mfa.example.com:0:127.0.0.1"),
    Bad("a port too large", "mfa.example.com:65536:127.0.0.1"),
    Bad("a port much too large", "mfa.example.com:99999999999999999999:127.0.0.1"),
    Bad("a port of letters", "mfa.example.com:https:127.0.0.1"),
    Bad("a port with a sign", "mfa.example.com:+443:127.0.0.1"),
    Bad("a negative port", "mfa.example.com:-443:127.0.0.1"),
    Bad("any port", "mfa.example.com:*:127.0.0.1"),
    Bad("a name for an address", "mfa.example.com:443:other.example.com"),
    Bad("an address that is too short", "mfa.example.com:443:127.1"),
    Bad("an address that is a number", "mfa.example.com:443:2130706433"),
    Bad("an address in hexadecimal", "mfa.example.com:443:0x7f.0.0.1"),
    Bad("an address with leading zeros", "mfa.example.com:443:127.000.000.001"),
    Bad("a part of an address too large", "mfa.example.com:443:127.0.0.256"),
    Bad("a part of an address with a sign", "mfa.example.com:443:127.0.0.+1"),
    Bad("an address with a port", "mfa.example.com:443:127.0.0.1:8443"),
    Bad("an empty one of several addresses", "mfa.example.com:443:127.0.0.1,"),
    Bad("a bad one of several addresses", "mfa.example.com:443:127.0.0.1,x"),
    Bad("an open bracket", "mfa.example.com:443:[::1"),
    Bad("an open bracket of the host", "[::1:443:127.0.0.1"),
    Bad("no IPv6 host in the brackets", "[mfa]:443:127.0.0.1"), Bad("empty brackets", "[]:443:127.0.0.1"),
    Bad("text behind the bracket", "[::1]x:443:127.0.0.1"),
    Bad("a blank", "mfa.example.com:443: 127.0.0.1"), Bad("a line break", "mfa.example.com:443:127.0.0.1\n"),
    Bad("a letter that is not ASCII", "mf\u{E4}.example.com:443:127.0.0.1"),
  ])
  func isRefused(_ row: Bad) {
    #expect(HostOverride(row.text) == nil)
  }
}
