import MFACore
import Testing

private typealias Sample = EnrolmentSample

/// What is wrong with an enrolment URI, by the name of the parameter.
@Suite("Enrolment URIs that are refused")
struct EnrolmentRefusalTests {
  struct Bad: NamedCase {
    let name: String
    let text: String
    let error: EnrolmentError

    init(_ name: String, _ text: String, _ error: EnrolmentError) {
      (self.name, self.text, self.error) = (name, text, error)
    }
  }

  @Test(
    "A parameter that is needed is missing, or empty",
    arguments: Sample.pingAM.map(\.key).filter { ["m", "s", "c", "r", "a"].contains($0) }
  )
  func missingOfPingAM(_ name: String) {
    for value in [nil, ""] as [String?] {
      let text = Sample.uri(Sample.pushauth, Sample.pingAM, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .missing)) { try Provider.all.enrollment(text) }
    }
  }

  @Test(
    "A parameter that is needed is missing, or empty",
    arguments: ["url", "serial", "enrollment_credential"]
  )
  func missingOfPushTokens(_ name: String) {
    for value in [nil, ""] as [String?] {
      let text = Sample.uri(Sample.pipush, Sample.pushToken, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .missing)) { try Provider.all.enrollment(text) }
    }
  }

  @Test(
    "Any parameter that stands twice, is too long or is badly encoded",
    arguments: [(Sample.pushauth, Sample.pingAM), (Sample.pipush, Sample.pushToken)]
  )
  func anyParameter(_ head: String, _ parameters: KeyValuePairs<String, String>) {
    for (name, value) in parameters {
      func refuses(_ text: String, _ problem: EnrolmentError.Problem) {
        #expect(throws: EnrolmentError.parameter(name, problem)) { try Provider.all.enrollment(text) }
      }
      refuses(Sample.uri(head, parameters, [:], "&\(name)=\(value)"), .twice)
      refuses(Sample.uri(head, parameters, [:], "&\(name)"), .twice)
      let long = String(repeating: "A", count: 2049)
      refuses(Sample.uri(head, parameters, [name: long]), .tooLong(bytes: 2049, limit: 2048))
      for bad in ["%", "%4", "%zz", "A%FF", "%C3", "%ED%A0%80", "%C0%AF"] {
        refuses(Sample.uri(head, parameters, [name: bad]), .badPercentEncoding)
      }
    }
  }

  @Test(
    "Base64 of neither alphabet, of both, with other padding or with spare bits",
    arguments: ["s", "c", "r", "a", "l", "issuer", "uid"]
  )
  func notBase64(_ name: String) {
    for value in ["!", "A", "AAAAA", "+_8", "AA=", "AA===", "AB", "AA%20AA", "AAA.AAA"] {
      let text = Sample.uri(Sample.pushauth, Sample.pingAM, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .notBase64), "\(value)") {
        try Provider.all.enrollment(text)
      }
    }
  }

  @Test(arguments: [
    // Bytes that are no UTF-8, and addresses that are none.
    Bad(
      "text",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["issuer": "_w"]),
      .parameter("issuer", .notBase64)
    ),
    Bad(
      "register",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["r": "YW0uZXhhbXBsZS5jb20"]),
      .parameter("r", .notAnAddress(.noScheme))
    ),
    Bad(
      "authenticate",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["a": "amF2YXNjcmlwdDovL3g"]),
      .parameter("a", .notAnAddress(.schemeNotHTTP("javascript")))
    ),
    // "a\r\nX-Evil: 1", and "ü".
    Bad(
      "a cookie of two lines",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["l": "YQ0KWC1FdmlsOiAx"]),
      .parameter("l", .notAHeaderValue)
    ),
    Bad(
      "a cookie beyond ASCII",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["l": "w7w"]),
      .parameter("l", .notAHeaderValue)
    ),
    Bad(
      "another version",
      Sample.uri(Sample.pipush, Sample.pushToken, ["v": "2"]),
      .parameter("v", .unknownValue("2", known: ["1"]))
    ),
    Bad(
      "no address",
      Sample.uri(Sample.pipush, Sample.pushToken, ["url": "mfa"]),
      .parameter("url", .notAnAddress(.noScheme))
    ),
    Bad(
      "a port beyond all",
      Sample.uri(Sample.pipush, Sample.pushToken, ["url": "http://a:70000"]),
      .parameter("url", .notAnAddress(.badPort("70000")))
    ),
    Bad(
      "a one-time password",
      "otpauth://totp/A:b?secret=AAAA",
      .unsupported(scheme: "otpauth", host: "totp")
    ),
    Bad("Guardian's", "otpauth://totp/A?enrollment_tx_id=1", .unsupported(scheme: "otpauth", host: "totp")),
    Bad("a page", "https://mfa.example.com/", .unsupported(scheme: "https", host: "mfa.example.com")),
    Bad("another action", "pushauth://pull/A:b", .unsupported(scheme: "pushauth", host: "pull")),
    Bad("a host that grew", "pushauth://pushy/A:b", .unsupported(scheme: "pushauth", host: "pushy")),
    Bad("no host", "pushauth:///A:b", .unsupported(scheme: "pushauth", host: "")),
    Bad("nothing but a scheme", "pushauth://", .unsupported(scheme: "pushauth", host: "")),
    Bad("no scheme", "://push", .unsupported(scheme: "", host: "push")),
    Bad("no query", "pushauth://push/A:b", .parameter("s", .missing)),
    Bad("no query of a push token", "edumfa-push://edumfa/A", .parameter("serial", .missing)),
    Bad("nothing", "", .notURI), Bad("blanks", " \n ", .notURI), Bad("a word", "pushauth", .notURI),
    Bad("a deep link", "mfa-cli:login", .notURI),
    Bad(
      "two lines",
      "\(Sample.uri(Sample.pushauth, Sample.pingAM))\n\(Sample.uri(Sample.pushauth, Sample.pingAM))",
      .broken
    ),
    Bad("a blank inside", "pushauth://push/A b", .broken),
    Bad("out of HTML", "pushauth://push/A?s=eA&amp;c=eA", .htmlEscaped("&amp;")),
    Bad("out of HTML by number", "pushauth://push/A?s=eA&#X26;c=eA", .htmlEscaped("&#x26;")),
    Bad(
      "more than a QR code holds",
      "pushauth://push/A?x=" + String(repeating: "A", count: 16 << 10),
      .tooLong(bytes: 20 + 16 << 10, limit: 16 << 10)
    ),
  ])
  func refuses(_ row: Bad) {
    #expect(throws: row.error) { try Provider.all.enrollment(row.text) }
    let isSomebodyElses =
      switch row.error {
      case .notURI, .unsupported: true
      default: false
      }
    #expect(row.error.isUnsupported == isSomebodyElses)
  }

  @Test("A URI of nothing but parameters takes no time")
  func manyParameters() {
    let text = "pushauth://push/A?" + (0..<2000).map { "a\($0)=" }.joined(separator: "&")
    #expect(throws: EnrolmentError.parameter("s", .missing)) { try Provider.all.enrollment(text) }
    let marks = "pushauth://push\u{301}/\u{301}?\u{301}=\u{301}&\u{301}"
    #expect(throws: EnrolmentError.self) { try Provider.all.enrollment(marks) }
  }
}
