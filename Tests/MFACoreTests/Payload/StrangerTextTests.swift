import MFACore
import Testing

/// Texts that a person, a browser or a map wrote, and that read like a push: each of these was approved once.
@Suite("A stranger's text is no push")
struct StrangerTextTests {
  private static let push = #""{\"messageId\":\"m1\",\"pushType\":\"default\"}""#

  @Test(arguments: [
    #"{"gcm.notification.title":"Eve","gcm.notification.body":PUSH}"#,
    #"{"data":{"pinpoint.notification.title":"Eve","pinpoint.notification.body":PUSH}}"#,
    #"{"message":{"notification":{"body_loc_key":"MSG","body_loc_args":["Eve",PUSH]}}}"#,
    #"{"app_id":"a","headings":{"en":"Eve"},"contents":{"en":PUSH}}"#,
    #"{"com.urbanairship.push.ALERT":PUSH}"#, #"{"twi_title":"Eve","twi_body":PUSH}"#,
    #"{"gcm_title":"x","gcm_alert":PUSH}"#,
    #"{"receiver":"intercom_sdk","message":PUSH,"author_name":"Eve"}"#,
    #"{"data":{"comment_text":PUSH,"type":"comment"}}"#, #"{"data":{"description":PUSH}}"#,
    #"{"data":{"notification_body":PUSH}}"#, #"{"notification":PUSH}"#,
    #"{"clientInfo":{"userAgentString":PUSH}}"#, #"{"headers":{"X-Client":PUSH}}"#,
    #"{"message":{"token":"t","data":{"type":"chat","city":PUSH}}}"#, #"{"data":{"browser":PUSH}}"#,
    #"{"messages":[{"from":"Eve","text":PUSH}]}"#,
  ])
  func isNone(_ text: String) {
    let text = text.replacing("PUSH", with: Self.push)
    guard case .notMFA? = Reading(text).error else {
      Issue.record("\(text): \(Reading(text).result)")
      return
    }
  }

  @Test("A push in a text of Firebase's data gives no address, and a warning says where it was")
  func givesNoAddress() throws {
    let text =
      #"{"data":{"x":"{\"messageId\":\"m1\",\"pushType\":\"default\",\"callbackUrl\":\"http://evil.example/\"}"}}"#
    let reading = Reading(text)
    let push = try reading.result.get()
    #expect(push.callback == nil && push.envelope == .fcm)
    #expect(reading.warnings.contains(.found(PushPlace(path: "$.data.x"))))
  }

  @Test(
    "A key of a push beside the one that was found, in a form that is not read, may be its cancellation",
    arguments: [
      "{isCancelAuthentication=true, messageId=m1}", "{ messageId: 'm1', isCancelAuthentication: true }",
      #"…"aps":{},"messageId":"m1","isCancelAuthentication":true}"#, "map[isCancelAuthentication:true]",
      "Bundle[{pushType=challenge}]",
    ]
  )
  func strayKeys(_ second: String) {
    let text = #"12:00 {"messageId":"m1","pushType":"default"}"# + "\n12:01 \(second)\n"
    guard case .contradiction(.pushesDiffer)? = Reading(text).error else {
      Issue.record("\(Reading(text).result)")
      return
    }
  }
}
