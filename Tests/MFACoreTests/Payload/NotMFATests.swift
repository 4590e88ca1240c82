import MFACore
import Testing

/// Somebody else's notification, and what is no notification at all: readable, and not ours.
@Suite("Not an MFA push")
struct NotMFATests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let reason: NotMFAReason

    init(_ name: String, _ text: String, _ reason: NotMFAReason) {
      (self.name, self.text, self.reason) = (name, text, reason)
    }
  }

  @Test(arguments: [
    Case("an array", "[]", .notAnObject(type: "an array")),
    Case(
      "an array of a push without an id",
      #"[{"pushType":"default"}]"#,
      .incomplete(PushPlace(path: "$[0]"), FieldError("messageId", .missing))
    ),
    Case("a number", "1", .notAnObject(type: "a number")),
    Case("a text", #""approve""#, .notAnObject(type: "a string")),
    Case("an empty text", #""""#, .notAnObject(type: "a string")),
    Case("a boolean", "true", .notAnObject(type: "a boolean")),
    Case("null", "null", .notAnObject(type: "null")),
    Case("an array in a text", quoted("[1]"), .notAnObject(type: "a string")),
    Case("an empty object", "{}", .noProviderField),
    Case("an alert", #"{"aps":{"alert":"Approve?"}}"#, .noProviderField),
    Case("a background refresh", #"{"aps":{"content-available":1}}"#, .noProviderField),
    Case("numbers alone", #"{"aps":{},"numbersChallenge":"12,34"}"#, .noProviderField),
    Case("another spelling of the field", #"{"aps":{},"pushtype":"default"}"#, .noProviderField),
    Case(
      "a type without an id under a key that is no container",
      #"{"aps":{},"mfaData":{"pushType":"default"}}"#,
      .incomplete(PushPlace(path: "$.mfaData"), FieldError("messageId", .missing))
    ),
    Case("the type inside aps", #"{"aps":{"pushType":"default"}}"#, .keyInsideAPS("pushType")),
    Case("an empty message of Firebase", #"{"message":{"data":{}}}"#, .noProviderField),
    Case("a text under data", #"{"aps":{},"data":"pushType=default"}"#, .noProviderField),
    Case("a text that begins like an object", #"{"aps":{},"data":"{not JSON"}"#, .noProviderField),
    Case("an alarm", #"{"Type":"Notification","Message":"{\"AlarmName\":\"x\"}"}"#, .noProviderField),
    Case("a notification that is text", #"{"Type":"Notification","Message":"Hello"}"#, .noPushInside),
    Case(
      "a poll without a push",
      #"{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":[]}}"#,
      .noPushInside
    ),
    Case("a poll of other things", #"{"id":1,"jsonrpc":"2.0","result":{"value":[1]}}"#, .noPushInside),
    Case("a reply that is no poll", #"{"id":1,"jsonrpc":"2.0","result":{"value":true}}"#, .noProviderField),
    Case("a lost object", #"{"data":{"mfa":"[object Object]"}}"#, .stringifiedObject(field: "mfa")),
    Case("lost data", #"{"aps":{},"data":"[object Object]"}"#, .stringifiedObject(field: "data")),
    Case(
      "another JWS among the data",
      #"{"message":{"data":{"token":"eyJhbGciOiJSUzI1NiJ9.eyJjaWQiOiIxIn0.c2ln"}}}"#,
      .noProviderField
    ),
  ])
  func isSomebodyElses(_ row: Case) {
    #expect(Reading(row.text).error == .notMFA(row.reason))
  }

  /// A second record that holds the push must not get lost behind a first one that holds none.
  @Test func aPushBehindAnotherRecordIsNotLost() {
    let push = #"{"messageId":"m","pushType":"default"}"#
    let text = #"{"Records":[{"Sns":{"Message":"Hello"}},{"Sns":{"Message":\#(quoted(push))}}]}"#
    #expect(Reading(text).error == .contradiction(.severalPushes(2)))
  }

  /// Texts in texts in texts: it ends, and nothing is found beyond a reasonable depth.
  @Test func stringsInStringsEnd() {
    var text = #"{"messageId":"m","pushType":"default"}"#
    for _ in 0..<12 { text = quoted(text) }
    guard case .notMFA? = Reading(text).error else {
      Issue.record("found beyond the limit")
      return
    }
  }

  struct Broken: NamedCase {
    let name: String
    let bytes: [UInt8]
    let error: PayloadError

    init(_ name: String, _ bytes: [UInt8], _ error: PayloadError) {
      (self.name, self.bytes, self.error) = (name, bytes, error)
    }
  }

  @Test(arguments: [
    Broken("a compressed file", [0x1F, 0x8B, 8, 0], .text(.binary(format: "gzip"))),
    Broken("UTF-16 without a mark", [0x7B, 0, 0x7D, 0], .text(.unmarkedUTF16)),
    Broken("Latin-1", [0x22, 0xE9, 0x22], .text(.invalidUTF8(TextPosition(line: 1, column: 2)))),
    Broken(
      "nothing",
      [],
      .json(JSONError(problem: .empty, position: TextPosition(line: 1, column: 1), guess: nil), within: nil)
    ),
    Broken(
      "two documents",
      Array("{}\n{}".utf8),
      .json(
        JSONError(problem: .secondDocument, position: TextPosition(line: 2, column: 1), guess: .oneAtATime),
        within: nil
      )
    ),
    Broken(
      "a broken platform document",
      Array(#"{"default":"x","APNS":"{\"a\":"}"#.utf8),
      .json(
        JSONError(
          problem: .endsEarly(wanted: .value),
          position: TextPosition(line: 1, column: 6),
          guess: .cutOff
        ),
        within: "APNS"
      )
    ),
  ])
  func isNotReadable(_ row: Broken) {
    #expect(Reading(row.bytes).error == row.error)
  }
}
