import MFACore
import Testing

/// Title and message, from wherever they stand; none of it decides what a push is.
@Suite("Alert texts")
struct AlertTextTests {
  private static let fields = #""messageId":"m","pushType":"default""#

  struct Case: NamedCase {
    let name: String
    let text: String
    let title: String?
    let message: String?
    let isLocalized: Bool
    let warnings: [PayloadWarning]

    init(
      _ name: String,
      _ text: String,
      _ title: String?,
      _ message: String?,
      localized: Bool = false,
      warnings: [PayloadWarning] = []
    ) {
      (self.name, self.text, self.title, self.message) = (name, text, title, message)
      (isLocalized, self.warnings) = (localized, warnings)
    }

    static func apns(
      _ name: String,
      alert: String,
      beside: String = "",
      _ title: String?,
      _ message: String?,
      localized: Bool = false,
      warnings: [PayloadWarning] = []
    ) -> Case {
      let text = #"{"aps":{"alert":\#(alert)},\#(AlertTextTests.fields)\#(beside)}"#
      return Case(name, text, title, message, localized: localized, warnings: warnings)
    }

    static func fcm(
      _ name: String,
      notification: String,
      data: String = "",
      _ title: String?,
      _ message: String?,
      localized: Bool = false,
      warnings: [PayloadWarning] = []
    ) -> Case {
      let text = #"{"message":{"notification":\#(notification),"data":{\#(AlertTextTests.fields)\#(data)}}}"#
      return Case(name, text, title, message, localized: localized, warnings: warnings)
    }
  }

  private func check(_ row: Case) throws {
    let reading = Reading(row.text)
    let push = try reading.result.get()
    #expect(push.kind == .default)
    #expect(push.text.title == row.title)
    #expect(push.text.message == row.message)
    #expect(push.text.isLocalized == row.isLocalized)
    #expect(reading.warnings == row.warnings)
  }

  @Test(arguments: [
    Case("none", #"{"aps":{},\#(fields)}"#, nil, nil),
    Case.apns("a text is the message", alert: #""B""#, nil, "B"),
    .apns("an object", alert: #"{"title":"T","body":"B"}"#, "T", "B"),
    .apns("a title alone", alert: #"{"title":"T"}"#, "T", nil),
    .apns("a subtitle is neither", alert: #"{"title":"T","subtitle":"S"}"#, "T", nil),
    .apns("null", alert: "null", nil, nil),
    .apns("an empty text", alert: #""""#, nil, nil),
    .apns("empty texts", alert: #"{"title":"","body":""}"#, nil, nil),
    .apns(
      "the alert before the data",
      alert: #"{"title":"T","body":"B"}"#,
      beside: #","title":"t","body":"b""#,
      "T",
      "B"
    ),
    .apns(
      "the data where the alert is silent",
      alert: #"{"title":"T"}"#,
      beside: #","title":"t","body":"b""#,
      "T",
      "b"
    ),
    .apns("a text, and a title among the data", alert: #""B""#, beside: #","title":"t""#, "t", "B"),
    .apns(
      "control characters stay, for the report",
      alert: #"{"title":"\u001b[2J","body":"a\r\nb"}"#,
      "\u{1b}[2J",
      "a\r\nb"
    ),
    .apns(
      "a title that is a number",
      alert: #"{"title":1,"body":"B"}"#,
      nil,
      "B",
      warnings: [.alertTextIgnored(field: "aps.alert.title", type: "a number")]
    ),
    .apns(
      "a body that is an object",
      alert: #"{"title":"T","body":{}}"#,
      "T",
      nil,
      warnings: [.alertTextIgnored(field: "aps.alert.body", type: "an object")]
    ),
    .apns("a title that is null", alert: #"{"title":null,"body":"B"}"#, nil, "B"),
  ])
  func ofApple(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case.apns(
      "keys without arguments",
      alert: #"{"title-loc-key":"T.K","loc-key":"B.K"}"#,
      "T.K",
      "B.K",
      localized: true
    ),
    .apns(
      "keys with arguments",
      alert: #"{"title-loc-key":"T.K","title-loc-args":["x"],"loc-key":"B.K","loc-args":["y","z"]}"#,
      "T.K (x)",
      "B.K (y, z)",
      localized: true
    ),
    .apns(
      "text before the key",
      alert: #"{"body":"B","loc-key":"B.K","title":"T","title-loc-key":"T.K"}"#,
      "T",
      "B"
    ),
    .apns("an empty text, and the key", alert: #"{"body":"","loc-key":"B.K"}"#, nil, "B.K", localized: true),
    .apns("an empty key is none", alert: #"{"loc-key":""}"#, nil, nil),
    .apns("no arguments", alert: #"{"loc-key":"B.K","loc-args":[]}"#, nil, "B.K", localized: true),
    .apns(
      "arguments that are not text",
      alert: #"{"loc-key":"B.K","loc-args":["x",null,1,true,"y"]}"#,
      nil,
      "B.K (x, y)",
      localized: true,
      warnings: [.localizationArgumentsSkipped(field: "aps.alert.loc-args")]
    ),
    .apns(
      "nothing but arguments that are not text",
      alert: #"{"title-loc-key":"T.K","title-loc-args":[1]}"#,
      "T.K",
      nil,
      localized: true,
      warnings: [.localizationArgumentsSkipped(field: "aps.alert.title-loc-args")]
    ),
    .apns(
      "the key before the data",
      alert: #"{"loc-key":"B.K"}"#,
      beside: #","body":"b""#,
      nil,
      "B.K",
      localized: true
    ),
    .apns(
      "a title that is not text, and the key",
      alert: #"{"title":1,"title-loc-key":"T.K"}"#,
      "T.K",
      nil,
      localized: true,
      warnings: [.alertTextIgnored(field: "aps.alert.title", type: "a number")]
    ),
    .fcm(
      "Firebase's names",
      notification:
        #"{"title_loc_key":"T.K","title_loc_args":["x"],"body_loc_key":"B.K","body_loc_args":["y"]}"#,
      "T.K (x)",
      "B.K (y)",
      localized: true
    ),
  ])
  func localized(_ row: Case) throws { try check(row) }

  /// Arguments that are no list are skipped like those that are no text: with a warning.
  @Test(arguments: [
    Case.apns(
      "a text instead of a list",
      alert: #"{"loc-key":"B.K","loc-args":"x"}"#,
      nil,
      "B.K",
      localized: true,
      warnings: [.localizationArgumentsSkipped(field: "aps.alert.loc-args")]
    )
  ])
  func argumentsThatAreNoList(_ row: Case) throws {
    try check(row)
  }

  /// Neither text nor object: it is said that there is an alert that can't be shown.
  @Test(arguments: [
    Case.apns(
      "a list as the alert",
      alert: #"["T","B"]"#,
      nil,
      nil,
      warnings: [.alertTextIgnored(field: "aps.alert", type: "an array")]
    )
  ])
  func alertsOfAnotherType(_ row: Case) throws {
    try check(row)
  }

  @Test(arguments: [
    Case.fcm("a notification", notification: #"{"title":"T","body":"B"}"#, "T", "B"),
    .fcm(
      "the notification before the data",
      notification: #"{"title":"T","body":"B"}"#,
      data: #","title":"t","body":"b""#,
      "T",
      "B"
    ),
    .fcm(
      "the data where the notification is silent",
      notification: #"{"title":"T"}"#,
      data: #","body":"b""#,
      "T",
      "b"
    ),
    Case("the data alone", #"{"data":{\#(fields),"title":"t","body":"b"}}"#, "t", "b"),
    Case(
      "the alert before the notification",
      #"{"message":{"notification":{"title":"t","body":"b"},"data":{\#(fields)},"apns":{"payload":{"aps":{"alert":{"title":"T"}}}}}}"#,
      "T",
      "b"
    ),
    .fcm(
      "a title that is not text",
      notification: #"{"title":[],"body":"B"}"#,
      nil,
      "B",
      warnings: [.alertTextIgnored(field: "notification.title", type: "an array")]
    ),
    Case("texts around the container", #"{"aps":{},"title":"t","body":"b","data":{\#(fields)}}"#, "t", "b"),
  ])
  func ofFirebase(_ row: Case) throws { try check(row) }

  @Test func textsThatWereUsedAreNoCustomData() throws {
    let push = try Reading(#"{\#(Self.fields),"title":"t","body":"b","x":"y"}"#).result.get()
    #expect(push.customData == ["x": .string("y")])
    let shadowed = try Reading(#"{"aps":{"alert":{"title":"T","body":"B"}},\#(Self.fields),"title":"t"}"#)
      .result.get()
    #expect(shadowed.customData == ["title": .string("t")])
  }
}
