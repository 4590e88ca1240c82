import MFACore
import Testing

/// Addresses: what is taken, what is refused and why, and that nothing is rewritten.
@Suite("Endpoint addresses")
struct EndpointURLTests {
  struct Good: NamedCase {
    let name: String
    let text: String
    let host: String

    init(_ name: String, _ text: String, _ host: String) {
      (self.name, self.text, self.host) = (name, text, host)
    }
  }

  @Test(arguments: [
    Good("a host alone", "http://example.com", "example.com"),
    Good("a path", "https://example.com/respond", "example.com"),
    Good("a solidus at the end", "https://example.com/respond/", "example.com"),
    Good("two solidi", "https://example.com//respond", "example.com"),
    Good("a query without a path", "https://example.com?x=1", "example.com"),
    Good("a port", "https://example.com:8443/respond", "example.com"),
    Good("the largest port", "https://example.com:65535/", "example.com"),
    Good("IPv4", "http://127.0.0.1:8080/respond", "127.0.0.1"),
    Good("IPv6", "http://[::1]:8080/respond", "::1"),
    Good("IPv6 without a port", "http://[2001:db8::1]/", "2001:db8::1"),
    Good("IPv6 with a zone", "http://[fe80::1%25eth0]/", "fe80::1%25eth0"),
    Good("user and password", "http://user:secret@127.0.0.1:8080/respond", "127.0.0.1"),
    Good("an at sign in the path", "https://example.com/a@b", "example.com"),
    Good("an encoded at sign in the password", "https://u:p%40ss@example.com/", "example.com"),
    Good("upper case", "HTTPS://EXAMPLE.COM/Respond", "example.com"),
    Good("an encoded blank", "https://example.com/a%20b", "example.com"),
    Good("an id in the path", "https://example.com/pushes/{id}/respond", "example.com"),
    Good("an id in the query", "https://example.com/respond?id={id}", "example.com"),
    Good("an address in the query", "https://example.com/?next=https://example.org/", "example.com"),
    Good("a colon in the path", "https://example.com/a:b", "example.com"),
  ])
  func takes(_ row: Good) throws {
    let url = try EndpointURL(row.text)
    #expect(url.wireText == row.text)
    #expect(url.host == row.host)
  }

  struct Bad: NamedCase {
    let name: String
    let text: String
    let problem: EndpointURL.Problem

    init(_ name: String, _ text: String, _ problem: EndpointURL.Problem) {
      (self.name, self.text, self.problem) = (name, text, problem)
    }
  }

  @Test(arguments: [
    Bad("nothing", "", .noScheme),
    Bad("a host and a port", "localhost:8080/respond", .noScheme),
    Bad("a host", "example.com", .noScheme),
    Bad("a path", "/respond", .noScheme),
    Bad("no scheme before the solidi", "//example.com/respond", .noScheme),
    Bad("one solidus", "https:/example.com", .noScheme),
    Bad("a blank before it", " https://example.com", .noScheme),
    Bad("an address in the query alone", "example.com/?u=https://example.org", .noScheme),
    Bad("ftp", "ftp://example.com/respond", .schemeNotHTTP("ftp")),
    Bad("a file", "file:///respond", .schemeNotHTTP("file")),
    Bad("a web socket", "wss://example.com", .schemeNotHTTP("wss")),
    Bad("mail", "mailto:user@example.com", .schemeNotHTTP("mailto")),
    Bad("no host", "https:///respond", .noHost),
    Bad("a port alone", "https://:8080/", .noHost),
    Bad("a user alone", "https://user@/", .noHost),
    Bad("a query alone", "https://?x=1", .noHost),
    Bad("port 0", "https://example.com:0/", .badPort("0")),
    Bad("a port too large", "https://example.com:65536/", .badPort("65536")),
    Bad(
      "a port much too large",
      "https://example.com:99999999999999999999/",
      .badPort("99999999999999999999")
    ),
    Bad("a port of letters", "https://example.com:http/", .badPort("http")),
    Bad("a negative port", "https://example.com:-1/", .badPort("-1")),
    Bad("a placeholder as the port", "https://example.com:{id}/", .badPort("{id}")),
    Bad("IPv6 without brackets", "http://::1:8080/", .badHost("::1:8080")),
    Bad("an open bracket", "http://[::1/", .badHost("[::1")),
    Bad("no IPv6 in brackets", "http://[example]/", .badHost("[example]")),
    Bad("two gaps in IPv6", "http://[1::2::3]/", .badHost("[1::2::3]")),
    Bad("text behind the bracket", "http://[::1]x/", .badHost("[::1]x")),
    Bad("a placeholder as the host", "http://{id}/", .badHost("{id}")),
    Bad("a fragment", "https://example.com/#x", .fragment),
    Bad("a blank", "https://example.com/a b", .badCharacter(" ", position: 22)),
    Bad("a blank at the end", "https://example.com/ ", .badCharacter(" ", position: 21)),
    Bad(
      "a line break, which would end the request line",
      "https://example.com/\r\nX: y",
      .badCharacter("\r", position: 21)
    ),
    Bad("a tab", "https://example.com/\t", .badCharacter("\t", position: 21)),
    Bad("DEL", "https://example.com/\u{7f}", .badCharacter("\u{7f}", position: 21)),
    Bad("a letter that is not ASCII", "https://example.com/\u{e9}", .badCharacter("\u{e9}", position: 21)),
    Bad("a host that is not ASCII", "https://ex\u{e4}mple.com/", .badHost("ex\u{e4}mple.com")),
    Bad("a quote", "https://example.com/\"", .badCharacter("\"", position: 21)),
    Bad("a backslash", "https://example.com\\x", .badCharacter("\\", position: 20)),
    Bad("another placeholder", "https://example.com/{ID}", .badCharacter("{", position: 21)),
    Bad("a brace alone", "https://example.com/}", .badCharacter("}", position: 21)),
    Bad("a per cent alone", "https://example.com/100%", .badPercentEncoding(position: 24)),
    Bad("a per cent and no digits", "https://example.com/%zz", .badPercentEncoding(position: 21)),
  ])
  func refuses(_ row: Bad) throws {
    let problem = try #require(throws: EndpointURL.Problem.self) { try EndpointURL(row.text) }
    #expect(problem == row.problem)
  }

  /// The lines of the case about addresses, in their order.
  @Test func takesAndRefusesTheLinesOfTheCase() throws {
    let lines = try TestData.text("cases/plain/63-endpoint-url-forms.txt").split(separator: "\n")
    let problems: [EndpointURL.Problem?] = [
      .noScheme, nil, nil, nil, nil, .schemeNotHTTP("ftp"), .badCharacter(" ", position: 22),
    ]
    #expect(lines.count == problems.count)
    for (line, problem) in zip(lines, problems) {
      do throws(EndpointURL.Problem) {
        #expect(try EndpointURL(String(line)).wireText == String(line))
        #expect(problem == nil, "\(line)")
      } catch {
        #expect(error == problem, "\(line)")
      }
    }
  }

  struct Replacement: NamedCase {
    let name: String
    let id: String
    let encoded: String

    init(_ name: String, _ id: String, _ encoded: String) {
      (self.name, self.id, self.encoded) = (name, id, encoded)
    }
  }

  @Test(arguments: [
    Replacement("a UUID", "5f1d2c3b-4a59-4e68-8f70-0123456789ab", "5f1d2c3b-4a59-4e68-8f70-0123456789ab"),
    Replacement("a PingAM id", "AUTHENTICATE:1111", "AUTHENTICATE%3A1111"),
    Replacement("a solidus", "a/b", "a%2Fb"),
    Replacement("a dot, which servers resolve away", ".", "%2E"),
    Replacement("two dots, which leave the folder", "..", "%2E%2E"),
    Replacement("three dots", "...", "%2E%2E%2E"),
    Replacement("a dot inside", "a.b", "a.b"),
    Replacement("a way out", "../admin", "..%2Fadmin"),
    Replacement("a letter of two bytes", "\u{e9}", "%C3%A9"),
    Replacement("a blank", "a b", "a%20b"),
    Replacement("a query and a fragment", "a?b=c&d#e", "a%3Fb%3Dc%26d%23e"),
    Replacement("a per cent", "100%", "100%25"),
    Replacement("a line break", "a\r\nX: y", "a%0D%0AX%3A%20y"),
    Replacement("the placeholder itself", "{id}", "%7Bid%7D"),
  ])
  func putsInTheID(_ row: Replacement) throws {
    let url = try EndpointURL("https://user:pw@example.com:8443/p/{id}/respond?id={id}")
    let replaced = url.replacingID(with: row.id)
    #expect(
      replaced.wireText
        == "https://user:pw@example.com:8443/p/\(row.encoded)/respond?id=\(row.encoded)"
    )
    #expect(replaced.host == "example.com")
  }

  @Test func withoutAPlaceholderNothingChanges() throws {
    let url = try EndpointURL("https://example.com/respond")
    #expect(url.replacingID(with: "x") == url)
  }
}
