import MFACore
import Testing

/// The addresses of what lies below an address: a device's token below the devices.
@Suite("Addresses below an address")
struct EndpointBelowTests {
  struct Case: NamedCase {
    let name: String
    let base: String
    let parts: [String]
    let expected: String

    init(_ name: String, _ base: String, _ parts: [String], _ expected: String) {
      (self.name, self.base, self.parts, self.expected) = (name, base, parts, expected)
    }
  }

  static let parts = ["1", "token"]

  @Test(arguments: [
    Case("a path", "https://example.com/devices", parts, "https://example.com/devices/1/token"),
    Case("a trailing slash", "https://example.com/devices/", parts, "https://example.com/devices/1/token"),
    Case("two of them", "https://example.com/devices//", parts, "https://example.com/devices//1/token"),
    Case("no path", "https://example.com", parts, "https://example.com/1/token"),
    Case("no path but a port", "http://[::1]:80", parts, "http://[::1]:80/1/token"),
    Case("a query", "https://example.com/d?a=b/c&d", parts, "https://example.com/d/1/token?a=b/c&d"),
    Case("a query without a path", "https://example.com?a=b", parts, "https://example.com/1/token?a=b"),
    Case("an empty query", "https://example.com/d/?", parts, "https://example.com/d/1/token?"),
    Case("user-info", "https://u:p%3F@example.com/d", parts, "https://u:p%3F@example.com/d/1/token"),
    Case("slashes", "https://example.com/d", ["a/b", "/"], "https://example.com/d/a%2Fb/%2F"),
    Case("percent", "https://example.com/d", ["%2F", "100%"], "https://example.com/d/%252F/100%25"),
    Case("question marks and hashes", "https://example.com/d", ["a?b#c"], "https://example.com/d/a%3Fb%23c"),
    Case("braces", "https://example.com/d", ["{id}"], "https://example.com/d/%7Bid%7D"),
    Case("beyond ASCII", "https://example.com/d", ["ü\n"], "https://example.com/d/%C3%BC%0A"),
    // Clients and servers resolve dots, and would end up at another address.
    Case("two dots", "https://example.com/d", ["..", "token"], "https://example.com/d/%2E%2E/token"),
    Case("a dot", "https://example.com/d", [".", "token"], "https://example.com/d/%2E/token"),
    Case("dots within a name", "https://example.com/d", ["a.b", "..c"], "https://example.com/d/a.b/..c"),
  ])
  func below(_ row: Case) throws {
    #expect(try EndpointURL(row.base).appending(row.parts).wireText == row.expected)
  }
}
