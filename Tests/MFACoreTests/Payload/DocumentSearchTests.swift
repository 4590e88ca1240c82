import MFACore
import Testing

/// A push in a document that is no known envelope: found where a sender put it, and never in what a person wrote.
@Suite("Searching a document")
struct DocumentSearchTests {
  static let plain = #"{"messageId":"m","pushType":"default"}"#
  static let challenge = #"{"messageId":"m","pushType":"challenge","numbersChallenge":"07,41"}"#
  static let cancel = #"{"messageId":"m","isCancelAuthentication":true}"#

  struct Found: NamedCase {
    let name: String
    let text: String
    let path: String?
    let title: String?
    let message: String?

    init(_ name: String, _ text: String, at path: String?, _ title: String? = nil, _ message: String? = nil) {
      (self.name, self.text, self.path, self.title, self.message) = (name, text, path, title, message)
    }
  }

  @Test(arguments: [
    Found(
      "Expo, the trigger's payload",
      #"{"request":{"trigger":{"payload":{"aps":{"alert":{"title":"T","body":"B"}},"messageId":"m","pushType":"default"}},"content":{"title":"x","body":"y","data":null}}}"#,
      at: "$.request.trigger.payload",
      "T",
      "B"
    ),
    Found(
      "Expo, the content's data",
      #"{"request":{"content":{"title":"T","body":"B","data":\#(plain)}}}"#,
      at: "$.request.content.data",
      "T",
      "B"
    ),
    Found(
      "Expo, Firebase's message",
      #"{"request":{"trigger":{"remoteMessage":{"notification":{"title":"T","body":"B"},"data":\#(plain)}}}}"#,
      at: "$.request.trigger.remoteMessage.data",
      "T",
      "B"
    ),
    Found(
      "a tap in Capacitor",
      #"{"actionId":"tap","notification":{"id":"1","title":"T","body":"B","data":\#(plain)}}"#,
      at: "$.notification.data",
      "T",
      "B"
    ),
    Found(
      "Cordova",
      #"{"title":"T","message":"B","additionalData":\#(plain)}"#,
      at: "$.additionalData",
      "T",
      "B"
    ),
    Found(
      "OneSignal, in a text",
      #"{"title":"T","alert":"x","custom":\#(quoted(#"{"i":"1","a":\#(plain)}"#))}"#,
      at: "$.custom.a",
      "T"
    ),
    Found("a list of one", "[\(plain)]", at: "$[0]"),
    Found("a log record", #"{"level":"info","msg":\#(quoted(plain))}"#, at: "$.msg"),
    Found("an event", #"{"detail-type":"push","detail":{"push":\#(plain)}}"#, at: "$.detail.push"),
    Found(
      "an archive of requests",
      #"{"log":{"entries":[{"request":{"postData":{"text":\#(quoted(plain))}}}]}}"#,
      at: "$.log.entries[0].request.postData.text"
    ),
    Found(
      "deep inside",
      String(repeating: "[", count: 500) + plain + String(repeating: "]", count: 500),
      at: "$" + String(repeating: "[0]", count: 12) + "…" + String(repeating: "[0]", count: 12)
    ),
    Found("a key that is no name", #"{"a b":{"":\#(plain)}}"#, at: #"$["a b"][""]"#),
    Found(
      "texts that Google's library renames",
      #"{"payload":{"gcm.notification.title":"T","gcm.notification.body":"B","messageId":"m","pushType":"default"}}"#,
      at: nil,
      "T",
      "B"
    ),
    Found(
      "a list beside an encoded copy of the same",
      #"{"list":[\#(plain)],"raw":\#(quoted(plain))}"#,
      at: "$.list[0]"
    ),
    Found("twice encoded", quoted(quoted(plain)), at: nil),
    Found(
      "the note of node-apn around it",
      #"{"topic":"x","pushType":"alert","payload":{"aps":{"alert":"B"},"messageId":"m","pushType":"default"}}"#,
      at: nil,
      nil,
      "B"
    ),
    Found(
      "the note of node-apn around it, without aps",
      #"{"topic":"x","pushType":"alert","rawPayload":\#(plain)}"#,
      at: "$.rawPayload"
    ),
  ])
  func finds(_ row: Found) throws {
    let reading = Reading(row.text)
    let push = try reading.result.get()
    #expect(push.id == "m")
    #expect(push.place?.path == row.path)
    #expect(push.text.title == row.title)
    #expect(push.text.message == row.message)
    #expect(reading.warnings == (push.place.map { [.found($0)] } ?? []))
  }

  struct Stranger: NamedCase {
    let name: String
    let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  /// Somebody else's notification, in which a person wrote what reads like a push.
  @Test(arguments: [
    Stranger("a chat's text as the alert", #"{"aps":{"alert":\#(quoted(plain))}}"#),
    Stranger("below aps", #"{"aps":{"alert":"x","extra":\#(plain)}}"#),
    Stranger("in the body of a notification", #"{"message":{"notification":{"body":\#(quoted(plain))}}}"#),
    Stranger("in the title of a notification", #"{"aps":{},"notification":{"title":\#(quoted(plain))}}"#),
    Stranger("in a chat's text", #"{"aps":{"alert":"x"},"chat":{"text":\#(quoted(plain))}}"#),
    Stranger(
      "in a chat's text among Firebase's data",
      #"{"message":{"token":"t","data":{"text":\#(quoted(plain)),"message":\#(quoted(plain))}}}"#
    ),
    Stranger("in a chat's event", #"{"type":"message","user":"U1","text":\#(quoted(plain))}"#),
    Stranger("in a name", #"{"aps":{"alert":"x"},"senderName":\#(quoted(plain))}"#),
    Stranger("in a name among Firebase's data", #"{"data":{"display_name":\#(quoted(plain))}}"#),
    Stranger("in a user agent", #"{"aps":{"alert":"x"},"device":{"userAgent":\#(quoted(plain))}}"#),
    Stranger(
      "in a user agent of a request",
      #"{"request":{"headers":[{"name":"User-Agent","value":\#(quoted(plain))}]}}"#
    ),
    Stranger("in the context", #"{"aps":{"alert":"x"},"signInContext":{"device":\#(plain)}}"#),
    Stranger("in a list of messages", #"{"aps":{"alert":"x"},"messages":[\#(quoted(plain))]}"#),
    Stranger("under a word in another script", #"{"aps":{"alert":"x"},"\u6587":\#(quoted(plain))}"#),
    Stranger(
      "five texts deep",
      #"{"a":\#(quoted(#"{"a":\#(quoted(#"{"a":\#(quoted(#"{"a":\#(quoted(#"{"a":\#(quoted(plain))}"#))}"#))}"#))}"#))}"#
    ),
    Stranger("cut off in a text", #"{"log":\#(quoted(String(plain.dropLast())))}"#),
    Stranger("behind other words in a text", #"{"log":\#(quoted("got " + plain))}"#),
    Stranger("a type that is not known", #"{"a":{"messageId":"m","pushType":"promotion"}}"#),
    Stranger("without an id of its own", #"{"a":{"pushType":"default"}}"#),
    Stranger("the note of node-apn", #"{"topic":"x","pushType":"alert","messageId":"m"}"#),
    Stranger(
      "another note of a sender",
      #"{"headers":{"pushType":"VoIP"},"pushType":"background","id":"1"}"#
    ),
    Stranger(
      "a token of another service",
      #"{"a":{"message":"eyJhbGciOiJSUzI1NiJ9.eyJjaWQiOiIxIn0.c2ln","messageId":"m"}}"#
    ),
  ])
  func findsNothing(_ row: Stranger) {
    guard case .notMFA? = Reading(row.text).error else {
      Issue.record("\(Reading(row.text).result)")
      return
    }
  }

  /// A challenge keeps what it carries to itself.
  @Test(arguments: [
    #""contextInfo":\#(quoted(plain))"#, #""extra":\#(plain)"#, #""x":[\#(cancel)]"#,
  ])
  func nothingIsLookedForInsideAPush(_ member: String) {
    let text = #"{"a":{"messageId":"m","pushType":"challenge","numbersChallenge":"07,41",\#(member)}}"#
    #expect(Reading(text).push?.kind == .pick("07", "41"))
    #expect(Reading(text).push?.place?.path == "$.a")
  }

  struct Several: NamedCase {
    let name: String
    let text: String
    let paths: [String]

    init(_ name: String, _ text: String, _ paths: String...) {
      (self.name, self.text, self.paths) = (name, text, paths)
    }
  }

  @Test(arguments: [
    Several("two kinds", "[\(plain),\(challenge)]", "$[0]", "$[1]"),
    Several("a cancellation", #"{"a":\#(plain),"b":\#(quoted(cancel))}"#, "$.a", "$.b"),
    Several(
      "a cancellation that names nothing",
      #"{"a":\#(plain),"b":{"isCancelAuthentication":true}}"#,
      "$.a",
      "$.b"
    ),
    Several("two ids", #"[\#(plain),{"messageId":"n","pushType":"default"}]"#, "$[0]", "$[1]"),
    Several(
      "other custom data",
      #"[\#(plain),{"messageId":"m","pushType":"default","x":1}]"#,
      "$[0]",
      "$[1]"
    ),
  ])
  func thatDifferAreRefused(_ row: Several) {
    guard case .contradiction(.pushesDiffer(let places))? = Reading(row.text).error else {
      Issue.record("\(Reading(row.text).result)")
      return
    }
    #expect(places.map(\.path) == row.paths)
  }

  @Test func aKeyThatStandsTwiceIsRefusedWhereverItStands() {
    let twice = #"{"messageId":"m","pushType":"challenge","pushType":"default"}"#
    for text in [
      #"{"a":{"b":\#(twice)}}"#, #"{"a":\#(quoted(twice))}"#, #"{"x":1,"x":2,"a":\#(Self.plain)}"#,
    ] {
      guard case .contradiction(.duplicateKey)? = Reading(text).error else {
        Issue.record("\(text): \(Reading(text).result)")
        continue
      }
    }
  }

  /// Whoever wrote what is around it may have written the push.
  @Test func givesNoAddress() throws {
    let push = #"{"messageId":"m","pushType":"default","callbackUrl":"https://mfa.example.com/d"}"#
    #expect(try Reading(push).result.get().callback != nil)
    #expect(try Reading(#"{"a":\#(push)}"#).result.get().callback == nil)
    #expect(try Reading("log \(push)").result.get().callback == nil)
  }

  struct Hint: NamedCase {
    let name: String
    let text: String
    let reason: NotMFAReason

    init(_ name: String, _ text: String, _ reason: NotMFAReason) {
      (self.name, self.text, self.reason) = (name, text, reason)
    }
  }

  @Test(arguments: [
    Hint("keys inside aps", #"{"aps":{"pushType":"default"}}"#, .keyInsideAPS("pushType")),
    Hint("Twilio", #"{"aps":{},"type":"verify_push_challenge"}"#, .otherVendor("Twilio Verify", key: "type")),
    Hint("Okta", #"{"payloadVersion":"IDXv1"}"#, .otherVendor("Okta", key: "payloadVersion")),
    Hint("Duo", #"{"data":{"urgid":"x"}}"#, .otherVendor("Duo", key: "urgid")),
    Hint("a note", #"{"pushType":"alert"}"#, .senderNote("alert")),
    Hint(
      "a map of Java",
      #"{"data":{"jsonBody":"{messageId=m, pushType=default}"}}"#,
      .printedText(field: "jsonBody", .javaMap)
    ),
    Hint("base 64", #"{"message":{"data":"eyJhIjogMX0="}}"#, .base64(field: "data")),
    Hint(
      "a code of a sign-on",
      #"{"version":1,"service":"https://example.com","login":"1","authenticationKey":"k"}"#,
      .loginCode
    ),
    Hint("lost content", #"{"a":{"b":"[object Object]"}}"#, .stringifiedObject(field: "b")),
    Hint(
      "a push without an id",
      #"{"a":{"pushType":"default"}}"#,
      .incomplete(PushPlace(path: "$.a"), FieldError("messageId", .missing))
    ),
  ])
  func saysWhy(_ row: Hint) {
    #expect(Reading(row.text).error == .notMFA(row.reason))
  }
}
