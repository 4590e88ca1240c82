import Testing

@testable import MFACore

/// Addresses of proxies: what curl takes, kept as it is, and what is refused before anybody is asked.
@Suite("Proxy addresses")
struct ProxyURLTests {
  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:3128", "proxy", "proxy.example.com", "proxy.example.com:65535",
    "proxy.example.com:1",
    "http://proxy.example.com:3128/", "HTTP://PROXY.EXAMPLE.COM", "https://proxy.example.com",
    "socks4://127.0.0.1:1080", "socks4a://127.0.0.1", "socks5://127.0.0.1", "socks5h://127.0.0.1:1080",
    "[::1]:3128", "[::1]", "http://[2001:db8::1]:3128/", "[fe80::1%25eth0]:80",
    "https://u:p@proxy.example.com", "user@proxy.example.com:3128", "u:p@[::1]:80",
    "u:p%40ss@proxy.example.com",
    "u:p:q@proxy.example.com",
  ])
  func isTaken(text: String) throws {
    #expect(try ProxyURL(text).wireText == text)
  }

  struct Bad: NamedCase {
    let name: String
    let text: String
    let problem: ProxyURL.Problem

    init(_ name: String, _ text: String, _ problem: ProxyURL.Problem) {
      (self.name, self.text, self.problem) = (name, text, problem)
    }
  }

  @Test(arguments: [
    Bad("nothing", "", .noHost),
    Bad("a scheme alone", "http://", .noHost),
    Bad("a solidus alone", "/", .noHost),
    Bad("a port alone", ":3128", .noHost),
    Bad("a user alone", "http://u:p@", .noHost),
    Bad("a user and a port", "http://u:p@:3128", .noHost),
    Bad("an open bracket", "[::1", .noHost),
    Bad("an open bracket alone", "[", .noHost),
    Bad("empty brackets", "[]:3128", .noHost),
    Bad("no IPv6 address in the brackets", "[proxy]:3128", .noHost),
    Bad("IPv6 without brackets", "::1:3128", .noHost),
    Bad("text behind the bracket", "[::1]x:3128", .badPort("x:3128")),
    Bad("a port without its colon", "[::1]3128", .badPort("3128")),
    Bad("no port behind the colon", "proxy.example.com:", .badPort("")),
    Bad("port 0", "proxy.example.com:0", .badPort("0")),
    Bad("a port too large", "proxy.example.com:65536", .badPort("65536")),
    Bad("a port much too large", "h:99999999999999999999", .badPort("99999999999999999999")),
    Bad("a port with a sign", "proxy.example.com:+80", .badPort("+80")),
    Bad("a negative port", "proxy.example.com:-80", .badPort("-80")),
    Bad("a port of letters", "proxy.example.com:http", .badPort("http")),
    Bad("two ports", "proxy.example.com:80:80", .badPort("80:80")),
    Bad("ftp", "ftp://proxy.example.com", .schemeNotKnown("ftp")),
    Bad("socks without a number", "socks://proxy.example.com", .schemeNotKnown("socks")),
    Bad("no scheme before the solidi", "://proxy.example.com", .schemeNotKnown("")),
    Bad("a path", "http://proxy.example.com/x", .path),
    Bad("two solidi at the end", "http://proxy.example.com//", .path),
    Bad("a blank", "proxy example.com", .badCharacter(" ")),
    Bad("a line break", "proxy.example.com\r\n", .badCharacter("\r")),
    Bad("a zero", "proxy.example.com\0", .badCharacter("\0")),
    Bad("a letter that is not ASCII", "pr\u{F6}xy.example.com", .badCharacter("\u{F6}")),
    Bad("a query", "proxy.example.com?x", .badCharacter("?")),
    Bad("a fragment", "proxy.example.com#x", .badCharacter("#")),
    Bad("a backslash", "proxy\\example", .badCharacter("\\")),
  ])
  func isRefused(_ row: Bad) throws {
    let problem = try #require(throws: ProxyURL.Problem.self) { try ProxyURL(row.text) }
    #expect(problem == row.problem)
  }

  struct Credentials: NamedCase {
    let text: String
    let shown: String
    let secrets: [String]
    var name: String { text }

    init(_ text: String, _ shown: String, _ secrets: String...) {
      (self.text, self.shown, self.secrets) = (text, shown, secrets)
    }
  }

  /// The secrets are those parts, decoded as well, and what an HTTP client makes of them (base 64 of `user:password`).
  @Test(arguments: [
    Credentials("proxy.example.com:3128", "proxy.example.com:3128"),
    Credentials(
      "http://user:canary@proxy.example.com:3128",
      "http://***@proxy.example.com:3128",
      "user",
      "canary",
      "dXNlcjpjYW5hcnk="
    ),
    Credentials("canary@proxy:3128", "***@proxy:3128", "canary", "Y2FuYXJ5Og=="),
    Credentials(":canary@proxy", "***@proxy", "canary", "OmNhbmFyeQ=="),
    Credentials("user:can%40ary@[::1]:80", "***@[::1]:80", "can%40ary", "can@ary", "dXNlcjpjYW5AYXJ5"),
    Credentials("user:can:ary@proxy", "***@proxy", "can:ary", "dXNlcjpjYW46YXJ5"),
    Credentials("user:can@ary@proxy", "***@proxy", "can@ary"),
  ])
  func userInfoIsMasked(_ row: Credentials) throws {
    let proxy = try ProxyURL(row.text)
    #expect(proxy.description == row.shown)
    #expect("\(proxy)" == row.shown)
    let secrets = proxy.secrets.map { $0.reveal() }
    for secret in row.secrets { #expect(secrets.contains(secret), "\(secret)") }
    #expect(!secrets.contains("") && secrets.isEmpty == row.secrets.isEmpty)
  }
}
