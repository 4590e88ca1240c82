import MFACore
import Testing

/// Dictionaries as languages print them for debugging.
@Suite("Printed dictionaries")
struct PrintedDictionaryTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let printer: PushPlace.Printer

    init(_ name: String, _ printer: PushPlace.Printer, _ text: String) {
      (self.name, self.text, self.printer) = (name, text, printer)
    }
  }

  @Test(arguments: [
    Case(
      "an NSDictionary",
      .foundation,
      """
      2026-11-30 12:00:00.000 App[1:2] {
          aps =     {
              alert =         {
                  body = "Approve \\"it\\"? \\U00e9\\Ud83d\\Ude00";
                  title = Sign;
              };
              "content-available" = 1;
          };
          messageId = m;
          numbersChallenge =     (
              07,
              41
          );
          pushType = challenge;
          sound = "<null>";
      }
      """
    ),
    Case(
      "a userInfo of Swift",
      .swift,
      """
      userInfo: [AnyHashable("pushType"): challenge, AnyHashable("aps"): {
          alert =     {
              body = "Approve \\"it\\"? \\U00e9\\Ud83d\\Ude00";
              title = Sign;
          };
      }, AnyHashable("messageId"): m, AnyHashable("numbersChallenge"): 07,41]
      """
    ),
    Case(
      "a dictionary of Swift",
      .swift,
      #"["aps": ["alert": ["title": "Sign", "body": "Approve \"it\"? é\u{1F600}"]], "pushType": "challenge", "messageId": "m", "numbersChallenge": ["07", "41"], "x": [:], "y": []]"#
    ),
    Case(
      "a dictionary of Python",
      .python,
      #"DEBUG {'aps': {'alert': {'title': 'Sign', 'body': 'Approve "it"? \xe9😀'}}, 'pushType': "challenge", 'messageId': 'm', 'numbersChallenge': ['07', '41'], 'a': True, 'b': None, 'c': -1.5, 'd': (1,)}"#
    ),
  ])
  func haveOneReading(_ row: Case) throws {
    let push = try Reading(row.text).result.get()
    #expect(push.place?.printer == row.printer)
    #expect(push.id == "m")
    #expect(push.kind == .pick("07", "41"))
    #expect(push.text.title == "Sign")
    #expect(push.text.message == "Approve \"it\"? é😀")
  }

  @Test(arguments: [
    Case("cut off", .swift, #"[AnyHashable("messageId"): m, AnyHashable("pushType"): default"#),
    Case("a bracket in a text", .swift, #"[AnyHashable("pushType"): default, AnyHashable("x"): a [b] c]"#),
    Case("a quote in a text", .swift, #"[AnyHashable("pushType"): default, AnyHashable("x"): a "b" c]"#),
    Case("cut off", .foundation, "{\n pushType = default;\n messageId = "),
    Case("no semicolon", .foundation, "{\n pushType = default\n messageId = m;\n}"),
    Case("an octal escape", .foundation, "{\n pushType = default;\n x = \"\\351\";\n messageId = m;\n}"),
    Case("an object", .python, "{'pushType': 'default', 'messageId': 'm', 'x': <object at 0x1>}"),
    Case("bytes", .python, "{'pushType': 'default', 'messageId': b'm'}"),
  ])
  func areRefusedWithoutOne(_ row: Case) {
    let error = PayloadError.printed(row.printer, .unreadable, TextPosition(line: 1, column: 1))
    #expect(Reading(row.text).error == error)
  }

  /// Without quotes a person's text ends nowhere, and may go on like a dictionary.
  @Test func aStrangersTextThatGoesOnLikeAPushIsNone() {
    let text = #"[AnyHashable("text"): hi, AnyHashable("pushType"): default, AnyHashable("messageId"): m]"#
    #expect(Reading(text).push == nil)
    #expect(Reading("[AnyHashable(\"pushType\"): default, \(text.dropFirst())").push == nil)
  }

  @Test func aKeyThatStandsTwiceIsRefused() {
    let text =
      #"[AnyHashable("messageId"): m, AnyHashable("pushType"): dry, AnyHashable("pushType"): default]"#
    let place = TextPosition(line: 1, column: 61)
    #expect(Reading(text).error == .contradiction(.duplicateKey("pushType", place, within: nil)))
  }
}
