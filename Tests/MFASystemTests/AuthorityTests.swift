import Testing

@testable import MFASystem

/// Which Host is ours.
@Suite struct AuthorityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let bound: String
    let port: UInt16
    let ours: [String]
    let foreign: [String]

    var testDescription: String { "\(bound) \(port)" }
  }

  static let rows = [
    Row(
      bound: "127.0.0.1",
      port: 8080,
      ours: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"],
      foreign: [
        "127.0.0.1", "localhost", "localhost:80", "localhost:", "localhost.:8080", "evil.example:8080",
        "192.0.2.1:8080", "::1:8080", "", ":8080", "localhost:8080:8080", "localhost:08080",
        "a@localhost:8080",
      ]
    ),
    Row(
      bound: "::1",
      port: 8080,
      ours: ["[::1]:8080", "[0:0:0:0:0:0:0:1]:8080"],
      foreign: ["::1:8080", "[::2]:8080"]
    ),
    Row(
      bound: "192.0.2.1",
      port: 8080,
      ours: ["192.0.2.1:8080"],
      foreign: ["localhost:8080", "127.0.0.1:8080", "192.0.2.2:8080", "192.0.2.1"]
    ),
    Row(
      bound: "0.0.0.0",
      port: 8080,
      ours: ["192.0.2.1:8080", "localhost:8080", "[2001:db8::1]:8080", "127.0.0.1:8080", "127.1:8080"],
      foreign: ["evil.example:8080", "192.0.2.1:8081", "192.0.2.1", "1.2.3.4.5:8080"]
    ),
    Row(bound: "::", port: 8080, ours: ["192.0.2.1:8080", "[2001:db8::1]:8080"], foreign: ["evil:8080"]),
    Row(
      bound: "127.0.0.1",
      port: 80,
      ours: ["localhost", "127.0.0.1", "[::1]", "localhost:80"],
      foreign: ["evil.example", "localhost:8080"]
    ),
  ]

  @Test("a Host is ours by the address that is bound", arguments: rows)
  func hosts(_ row: Row) throws {
    let authorities = try #require(HTTPAuthorities(address: row.bound, port: row.port))
    for host in row.ours { #expect(authorities.contains(host), "\(host)") }
    for host in row.foreign { #expect(!authorities.contains(host), "\(host)") }
  }

  @Test("names that the user allows are ours with any port, and so are their pages, with TLS in front too")
  func allowed() throws {
    let authorities = try #require(
      HTTPAuthorities(address: "0.0.0.0", port: 8080, allowed: ["MFA-service", "phone.example"])
    )
    for host in ["mfa-service:8080", "MFA-SERVICE:8080", "phone.example", "phone.example:443"] {
      #expect(authorities.contains(host), "\(host)")
      #expect(authorities.containsOrigin("http://\(host)", askedAs: host))
      #expect(authorities.containsOrigin("HTTPS://\(host)", askedAs: host))
      #expect(!authorities.containsOrigin("http://\(host)", askedAs: "10.0.0.1:8080"))
    }
    for host in [
      "mfa-service.evil.example:8080", "xmfa-service:8080", "mfa-service:", "mfa-service:80x", "service:8080",
    ] {
      #expect(!authorities.contains(host), "\(host)")
      #expect(!authorities.containsOrigin("http://\(host)", askedAs: host))
    }
    #expect(
      !authorities.containsOrigin("https://localhost:8080", askedAs: "localhost:8080")
        && authorities.containsOrigin("http://localhost:8080", askedAs: nil)
    )
  }
}
