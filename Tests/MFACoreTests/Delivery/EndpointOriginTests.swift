import MFACore
import Testing

/// Scheme, host and port, by which it is decided who gets what.
@Suite("Origins")
struct EndpointOriginTests {
  @Test(arguments: [
    ("https://a.example.com", "https://A.example.com:443/x?y=z", true),
    ("http://a.example.com:80/", "HTTP://a.example.com", true),
    ("http://u:p@a.example.com/", "http://a.example.com/", true),
    ("http://[::1]/", "http://[::1]:80/x:1", true),
    ("http://%61.example.com/", "http://a.example.com/", true),
    ("https://a.example.com", "http://a.example.com", false),
    ("https://a.example.com", "https://a.example.com:444", false),
    ("http://[::1]:81/", "http://[::1]/", false), ("https://a.example.com", "https://b.example.com", false),
    ("https://a.example.com", "https://a.example.com@b.example.com", false),
    ("https://a.example.com", "https://b.example.com/?@a.example.com", false),
  ])
  func same(_ one: String, _ other: String, _ isSame: Bool) throws {
    #expect((try EndpointURL(one).origin == EndpointURL(other).origin) == isSame)
  }

  @Test(arguments: [
    ("https://a.example.com", true), ("https://a.example.com/", true), ("http://[::1]:8080", true),
    ("https://a.example.com/x", false), ("https://a.example.com//", false), ("https://a.example.com?", false),
    ("https://a.example.com/?a=b", false), ("https://u@a.example.com", false),
  ])
  func alone(_ url: String, _ isOrigin: Bool) throws {
    #expect(try EndpointURL(url).isOrigin == isOrigin)
  }

  @Test(arguments: [
    ("https://b.example.com/am/x?_action=y", "https://a.example.com/am/x?_action=y"),
    ("http://u:p@[::1]:81/x", "https://a.example.com/x"), ("http://b.example.com", "https://a.example.com"),
    ("http://b.example.com?a=/@c", "https://a.example.com?a=/@c"),
    ("http://b.example.com/@c.example.com", "https://a.example.com/@c.example.com"),
  ])
  func replaced(_ url: String, _ expected: String) throws {
    let origin = try EndpointURL("https://a.example.com/")
    #expect(try EndpointURL(url).replacingOrigin(with: origin).wireText == expected)
  }
}
