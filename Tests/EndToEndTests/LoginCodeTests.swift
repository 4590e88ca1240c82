import Foundation
import Testing

@Suite("Codes and links that start no sign-on")
struct LoginCodeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func login(_ arguments: String...) throws -> RunResult {
    try Binary.run(["login", "--json"] + arguments)
  }

  private static let badCodes: [(String, String, Int32, String)] = [
    ("another scheme", "https://login?request=e30", 4, "unsupported-deep-link"),
    ("another action", "mfa-cli://pay?request=e30", 4, "unsupported-deep-link"),
    ("no link", "hello", 4, "unsupported-deep-link"),
    ("a script", "javascript://login?request=e30", 4, "unsupported-deep-link"),
    ("no request", "mfa-cli://login", 3, "invalid-login-request"),
    ("no base64", "mfa-cli://login?request=!!!!", 3, "invalid-login-request"),
    ("no JSON", LoginCode.link("hello"), 3, "invalid-login-request"),
    ("a list", LoginCode.link("[]"), 3, "invalid-login-request"),
    ("nothing in it", LoginCode.link("{}"), 3, "invalid-login-request"),
    ("twice", LoginCode.link(LoginCode.payload) + "&request=e30", 3, "invalid-login-request"),
    (
      "a member twice",
      LoginCode.link(LoginCode.payload.replacing(#""login""#, with: #""login":"y","login""#)), 3,
      "invalid-login-request"
    ),
    ("a nested link", LoginCode.link(LoginCode.link(LoginCode.payload)), 3, "invalid-login-request"),
    (
      "a link as service",
      LoginCode.link(LoginCode.payload.replacing("http://127.0.0.1:9", with: "mfa-cli://login")), 3,
      "invalid-login-request"
    ),
    (
      "a key as number", LoginCode.link(LoginCode.payload.replacing(#""00""#, with: "0")), 3,
      "invalid-login-request"
    ),
    (
      "another version", LoginCode.link(LoginCode.payload.replacing(":1,", with: ":2,")), 3,
      "invalid-login-request"
    ),
    (
      "no time", LoginCode.link(LoginCode.payload.replacing("null", with: #""soon""#)), 3,
      "invalid-login-request"
    ),
    ("long", "mfa-cli://login?request=" + String(repeating: "A", count: 100_000), 3, "invalid-login-request"),
    (
      "expired", LoginCode.link(LoginCode.payload.replacing("null", with: #""2020-01-01T00:00:00Z""#)), 9,
      "authentication-key-expired"
    ),
  ]

  @Test("What is no code of ours", arguments: badCodes.map(\.0))
  func badCode(_ name: String) throws {
    let row = try #require(Self.badCodes.first { $0.0 == name })
    for arguments in [["--deep-link", row.1], ["--qr", "-"]] {
      let result = try Binary.run(["login", "--json", "--accept"] + arguments, stdin: .text(row.1))
      #expect(result.status == .exited(row.2), "\(result)")
      #expect(try result.report().text("error.code") == row.3)
      #expect(result.seconds < 2)
    }
  }

  @Test("A text of 1 MB, and one of more", arguments: [1 << 20, 3 << 20])
  func megabyte(_ size: Int) throws {
    let text = "{" + String(repeating: "[", count: size - 1)
    let path = try folder.write("code", text)
    for arguments in [["--qr", path], ["--qr", "-"]] {
      let result = try Binary.run(["login", "--json"] + arguments, stdin: .text(text))
      #expect(result.status == .exited(3), "\(result)")
      #expect(result.seconds < 5)
    }
  }

  @Test("A file that is not there, a folder, bytes that are not text")
  func unreadable() throws {
    #expect(try login("--qr", folder.path + "/none").status == .exited(3))
    #expect(try login("--qr", folder.path).status == .exited(3))
    #expect(
      try login("--qr", try folder.write("picture.png", [0x89, 0x50, 0x4e, 0x47, 0])).status == .exited(3)
    )
    #expect(try login().status == .exited(2))
    #expect(try login("--accept", "--decline", "--deep-link", "x").status == .exited(2))
  }
}
