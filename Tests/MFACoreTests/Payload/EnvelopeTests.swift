import MFACore
import Testing

/// One push in every envelope: whatever is around it, the same push comes out.
@Suite("Envelopes")
struct EnvelopeTests {
  /// The push without an alert, and with one.
  private static let fields = #""messageId":"m-1","pushType":"challenge","numbersChallenge":"12,34""#
  private static let data = "{\(fields)}"
  private static let userInfo = #"{"aps":{"alert":{"title":"T","body":"B"}},\#(fields)}"#
  private static let texts = #""title":"T","body":"B""#
  private static let notification = #"{"title":"T","body":"B"}"#

  struct Case: NamedCase {
    let name: String
    let envelope: Envelope
    let text: String
    let warnings: [PayloadWarning]
    let isSimulatorFile: Bool

    init(
      _ name: String,
      _ envelope: Envelope,
      _ text: String,
      warnings: [PayloadWarning] = [],
      isSimulatorFile: Bool = false
    ) {
      (self.name, self.envelope, self.text) = (name, envelope, text)
      (self.warnings, self.isSimulatorFile) = (warnings, isSimulatorFile)
    }
  }

  private func check(_ row: Case) throws {
    let reading = Reading(row.text, isSimulatorFile: row.isSimulatorFile)
    let push = try reading.result.get()
    #expect(push.envelope == row.envelope)
    #expect(push.provider == .plain)
    #expect(push.id == "m-1")
    #expect(push.kind == .pick("12", "34"))
    #expect(push.text.title == "T")
    #expect(push.text.message == "B")
    #expect(reading.warnings == row.warnings)
  }

  @Test(arguments: [
    Case("userInfo of an app", .apns, userInfo),
    Case("userInfo under a key of its own", .apns, #"{"userInfo":\#(userInfo)}"#),
    Case("userInfo under payload", .apns, #"{"payload":\#(userInfo)}"#),
    Case("userInfo as JSON in a string", .apns, quoted(userInfo)),
    Case("custom keys under data", .apns, #"{"aps":{"alert":\#(notification)},"data":\#(data)}"#),
    Case("custom keys under payload", .apns, #"{"aps":{"alert":\#(notification)},"payload":\#(data)}"#),
    Case("custom keys under userInfo", .apns, #"{"aps":{"alert":\#(notification)},"userInfo":\#(data)}"#),
    Case(
      "custom keys under data, in a string",
      .apns,
      #"{"aps":{"alert":\#(notification)},"data":\#(quoted(data))}"#
    ),
    Case("aps in a string", .apns, #"{"aps":\#(quoted(#"{"alert":\#(notification)}"#)),\#(fields)}"#),
    Case("keys and nothing around them", .bare, "{\(fields),\(texts)}"),
    Case("aps that is null", .bare, #"{"aps":null,\#(fields),\#(texts)}"#),
    Case(
      "a file for the simulator",
      .simctl,
      #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":\#(notification)},\#(fields)}"#
    ),
    Case("a file named .apns without a bundle", .simctl, userInfo, isSimulatorFile: true),
  ])
  func ofApple(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case(
      "a message of version 1",
      .fcm,
      #"{"message":{"token":"x","notification":\#(notification),"data":\#(data)}}"#
    ),
    Case(
      "with validate_only beside it",
      .fcm,
      #"{"validate_only":false,"message":{"notification":\#(notification),"data":\#(data)}}"#
    ),
    Case("texts among the data", .fcm, #"{"message":{"data":{\#(fields),\#(texts)}}}"#),
    Case(
      "data for Android",
      .fcm,
      #"{"message":{"android":{"data":\#(data),"notification":\#(notification)}}}"#
    ),
    Case("a push for Apple inside", .fcm, #"{"message":{"apns":{"payload":\#(userInfo)}}}"#),
    Case(
      "an alert for Apple beside the data",
      .fcm,
      #"{"message":{"data":\#(data),"apns":{"payload":{"aps":{"alert":\#(notification)}}}}}"#
    ),
    Case("the same keys in both", .fcm, #"{"message":{"data":\#(data),"apns":{"payload":\#(userInfo)}}}"#),
    Case(
      "a legacy message",
      .fcm,
      #"{"to":"x","priority":"high","notification":\#(notification),"data":\#(data)}"#
    ),
    Case("a legacy message to several", .fcm, #"{"registration_ids":["x"],"data":{\#(fields),\#(texts)}}"#),
    Case("data alone", .fcm, #"{"data":{\#(fields),\#(texts)}}"#),
    Case("data in a string", .fcm, #"{"data":\#(quoted("{\(fields),\(texts)}"))}"#),
    Case(
      "aps in a string among the data",
      .fcm,
      #"{"data":{"aps":\#(quoted(#"{"alert":\#(notification)}"#)),\#(fields)}}"#
    ),
    Case("a whole push in a string under payload", .fcm, #"{"data":{"payload":\#(quoted(userInfo))}}"#),
    Case(
      "a whole push in a string under any name",
      .fcm,
      #"{"data":{"default":\#(quoted(userInfo)),"x":"y"}}"#,
      warnings: [.found(PushPlace(path: "$.data.default"))]
    ),
    Case(
      "a notification and a push in a string",
      .fcm,
      #"{"message":{"notification":\#(notification),"data":{"body_json":\#(quoted(data))}}}"#,
      warnings: [.found(PushPlace(path: "$.message.data.body_json"))]
    ),
  ])
  func ofFirebase(_ row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("a platform document", .sns, #"{"default":"x","APNS":\#(quoted(userInfo))}"#),
    Case(
      "with the sandbox saying the same",
      .sns,
      #"{"default":"x","APNS":\#(quoted(userInfo)),"APNS_SANDBOX":\#(quoted(" " + userInfo))}"#
    ),
    Case("the sandbox alone", .sns, #"{"default":"x","APNS_SANDBOX":\#(quoted(userInfo))}"#),
    Case(
      "for Firebase",
      .sns,
      #"{"default":"x","GCM":\#(quoted(#"{"notification":\#(notification),"data":\#(data)}"#))}"#
    ),
    Case(
      "as an object, which SNS refuses",
      .sns,
      #"{"APNS":\#(userInfo)}"#,
      warnings: [.snsWouldRefuse(notText: "APNS", defaultMissing: true)]
    ),
    Case(
      "as an object with a default",
      .sns,
      #"{"default":"x","APNS":\#(userInfo)}"#,
      warnings: [.snsWouldRefuse(notText: "APNS", defaultMissing: false)]
    ),
    Case(
      "without a default",
      .sns,
      #"{"APNS":\#(quoted(userInfo))}"#,
      warnings: [.snsWouldRefuse(notText: nil, defaultMissing: true)]
    ),
    Case(
      "a notification",
      .sns,
      #"{"Type":"Notification","MessageId":"x","TopicArn":"arn:x","Message":\#(quoted(userInfo))}"#
    ),
    Case(
      "a notification around a platform document",
      .sns,
      #"{"Type":"Notification","Message":\#(quoted(#"{"default":"x","APNS":\#(quoted(userInfo))}"#))}"#
    ),
    Case("a message that is an object", .sns, #"{"TopicArn":"arn:x","Message":\#(userInfo)}"#),
    Case(
      "an event of Lambda",
      .sns,
      #"{"Records":[{"EventSource":"aws:sns","Sns":{"Type":"Notification","Message":\#(quoted(userInfo))}}]}"#
    ),
    Case(
      "an event of a queue",
      .sns,
      #"{"Records":[{"eventSource":"aws:sqs","body":\#(quoted(userInfo))}]}"#
    ),
    Case(
      "a queue that a topic feeds",
      .sns,
      #"{"Records":[{"body":\#(quoted(#"{"Type":"Notification","Message":\#(quoted(userInfo))}"#))}]}"#
    ),
  ])
  func ofAmazon(_ row: Case) throws { try check(row) }

  /// SNS' own form for the current interface of Firebase.
  @Test(arguments: [
    Case(
      "version 1 of Firebase in a platform document",
      .sns,
      #"{"default":"x","GCM":\#(quoted(#"{"fcmV1Message":{"message":{"notification":\#(notification),"data":\#(data)}}}"#))}"#
    )
  ])
  func ofAmazonForFirebase(_ row: Case) throws {
    try check(row)
  }

  @Test(arguments: ["bom", "UTF-16LE", "UTF-16BE"])
  func inOtherEncodings(_ encoding: String) throws {
    let units = Array(Self.userInfo.utf16)
    let bytes: [UInt8] =
      switch encoding {
      case "bom": [0xEF, 0xBB, 0xBF] + Array(Self.userInfo.utf8)
      case "UTF-16LE": [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      default: [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      }
    #expect(try Reading(bytes).result.get().kind == .pick("12", "34"))
  }

  @Test func theBundleIsNotedAndIsNoCustomData() throws {
    let push = try Reading(#"{"Simulator Target Bundle":"com.example.app","aps":{},\#(Self.fields),"x":1}"#)
      .result.get()
    #expect(push.simulatorBundle == "com.example.app")
    #expect(push.customData == ["x": .number(JSONNumber(1))])
  }

  struct Size: NamedCase {
    let name: String
    let bytes: Int
    let isSimulatorFile: Bool
    let blanks: Int
    let warns: Bool
  }

  /// APNs measures what is sent, which has no white space of a pretty printer; `simctl` measures the file.
  @Test(arguments: [
    Size(name: "4096 bytes for APNs", bytes: 4096, isSimulatorFile: false, blanks: 0, warns: false),
    Size(name: "4097 bytes for APNs", bytes: 4097, isSimulatorFile: false, blanks: 0, warns: true),
    Size(
      name: "4096 bytes and blanks for APNs",
      bytes: 4096,
      isSimulatorFile: false,
      blanks: 500,
      warns: false
    ),
    Size(name: "4096 bytes for the simulator", bytes: 4096, isSimulatorFile: true, blanks: 0, warns: false),
    Size(name: "4097 bytes for the simulator", bytes: 4097, isSimulatorFile: true, blanks: 0, warns: true),
    Size(
      name: "4096 bytes and a blank for the simulator",
      bytes: 4096,
      isSimulatorFile: true,
      blanks: 1,
      warns: true
    ),
  ])
  func warnsOfTheSize(_ row: Size) {
    let start = #"{"aps":{},\#(Self.fields),"x":""#
    let text = start + String(repeating: "x", count: row.bytes - start.utf8.count - 2) + "\"}"
    let reading = Reading(
      text + String(repeating: " ", count: row.blanks),
      isSimulatorFile: row.isSimulatorFile
    )
    let expected = row.isSimulatorFile ? row.bytes + row.blanks : row.bytes
    #expect(reading.warnings == (row.warns ? [.largerThanAPNsTakes(bytes: expected)] : []))
    #expect(reading.push != nil)
  }
}
