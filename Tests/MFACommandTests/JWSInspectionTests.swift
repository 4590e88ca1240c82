import Foundation
import MFACore
import Testing

@testable import MFACommand

/// What `inspect` shows of the inside of a JWS.
@Suite("Inside a JWS")
struct JWSInspectionTests {
  private func run(claims: String, _ arguments: String...) -> Run {
    let parts = [#"{"typ":"JWT","alg":"HS256","kid":"7"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }
    var script = Script()
    script.readings = [.file("p", parts.joined(separator: ".") + ".c3ludGhldGlj")]
    return script.run(["inspect", "p"] + arguments)
  }

  @Test("-v has a line for the header and one for each claim, in order, a text told from a number")
  func details() throws {
    let run = run(claims: #"{"u":"id","c":"9g==","t":"120","i":1893456000000,"d":null,"z":[1.50]}"#, "-v")
    #expect(run.exitCode == .done)
    let start = try #require(run.errorLines.firstIndex { $0.contains("JWS header") })
    #expect(
      run.errorLines[start...].prefix(7) == [
        #"* JWS header {"typ":"JWT","alg":"HS256","kid":"7"}"#, #"* claim u "id""#, #"* claim c "9g==""#,
        #"* claim t "120""#, "* claim i 1893456000000", "* claim d null", "* claim z [1.50]",
      ]
    )
  }

  @Test("A claim that was made to look like a line of ours stays one line, escaped")
  func hostileClaims() {
    let run = run(claims: #"{"u":"id","c":"9g==","x\n* signature verified":"a\n\u001b[2J","q\"":1}"#, "-v")
    #expect(run.errorLines.contains(#"* claim x\n* signature verified "a\n\u001b[2J""#))
    #expect(run.errorLines.contains(#"* claim q\" 1"#))
    #expect(!run.errorLines.contains { $0.hasPrefix("* signature verified") })
  }

  @Test("--json has both as they are, whatever they hold")
  func json() throws {
    let claims = #"{"u":"id","c":"9g==","t":120,"nested":{"a":[null,1e3]}}"#
    let report = try #require(try JSONReader.read(run(claims: claims, "--json").output).value.object)
    let jws = try #require(report["push"]?.object?["jws"]?.object)
    #expect(jws.members.map(\.key) == ["header", "claims"])
    #expect(jws["claims"] == (try JSONReader.read(claims).value))
    #expect(jws["header"]?.object?["kid"] == .string("7"))
  }
}
