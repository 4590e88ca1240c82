import Foundation
import Testing

@Suite("The inbox")
struct InboxTests {
  private let service: StayingOn

  init() throws {
    service = try StayingOn(["serve", "--port", "0"])
  }

  @Test("A page is a table, and with --json an object a line, newest first")
  func list() throws {
    let message = try service.notify(#"{"type":"message","title":"Hello\u001b[31m"}"#)
    let request = try service.request()
    let table = try service.inbox(["list"])
    #expect(table.status == .exited(0) && table.stderr == "", "\(table)")
    let lines = table.stdout.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("TYPE") && lines[1].contains(request))
    #expect(lines[2].contains(message) && !table.stdout.contains("\u{1B}"))
    let json = try service.inbox(["list", "--json"])
    #expect(try json.ids() == [request, message])
    #expect(try json.objects().map { $0["type"] as? String } == ["request", "message"])
    #expect(try service.notificationStatus(message) == "new")
  }

  @Test("250 notifications come in order, whatever the size of a page, and each filter is the service's")
  func pages() throws {
    var ids: [String] = []
    for index in 0..<250 {
      let type = ["message", "lifecycle-event", "request"][index % 3]
      ids.append(
        try service.notify(#"{"type":"\#(type)","title":"\#(index)","outOfBand":\#(index % 2 == 0)}"#)
      )
    }
    let newest = Array(ids.reversed())
    #expect(try service.inbox(["list", "--json"]).ids() == Array(newest.prefix(20)))
    #expect(
      try service.inbox(["list", "--json", "--page", "2", "--size", "100"]).ids() == Array(newest[100..<200])
    )
    // 50 divides 250: the page behind the last full one is empty.
    for size in ["7", "50", "100"] {
      #expect(try service.inbox(["list", "--json", "--all", "--size", size]).ids() == newest)
    }
    let table = try service.inbox(["list", "--all", "--page", "2", "--size", "100"])
    let lines = table.stdout.split(separator: "\n")
    #expect(lines.count == 151 && lines.filter { $0.hasPrefix("TYPE") }.count == 1)
    let third = { (rest: Int) in
      Array(ids.enumerated().filter { $0.offset % 3 == rest }.map(\.element).reversed())
    }
    #expect(try service.inbox(["list", "--json", "--all", "--type", "messages"]).ids() == third(0))
    #expect(
      try service.inbox(["list", "--json", "--all", "--type", "lifecycle-events,requests"]).ids()
        == newest.filter { !third(0).contains($0) }
    )
    #expect(try service.inbox(["list", "--json", "--all", "--out-of-band", "yes"]).ids().count == 125)
    #expect(try service.inbox(["show", ids[0]]).status == .exited(0))
    #expect(try service.inbox(["list", "--json", "--status", "read"]).ids() == [ids[0]])
    #expect(try service.inbox(["list", "--json", "--all", "--status", "new,read"]).ids().count == 250)
  }

  @Test("A page past the end is empty, and no error")
  func pastTheEnd() throws {
    try service.notify(#"{"title":"one"}"#)
    let result = try service.inbox(["list", "--page", "7"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(!result.stdout.contains("TYPE"))
    let json = try service.inbox(["list", "--page", "7", "--json"])
    #expect(json.status == .exited(0) && json.stdout == "")
  }

  @Test("Showing marks as read, once; it says what is there, without its control characters")
  func show() throws {
    let id = try service.notify(
      #"{"type":"message","title":"Hello","body":"two\nlines\u001b[2J","customMessage":"more","clientName":"Bank"}"#
    )
    let result = try service.inbox(["show", id])
    #expect(result.status == .exited(0) && result.stderr == "", "\(result)")
    for word in ["Hello", "more", "Bank", id, "read"] { #expect(result.stdout.contains(word)) }
    #expect(!result.stdout.contains("\u{1B}"))
    #expect(try service.notificationStatus(id) == "read")
    let updated = try service.notification(id)["updated"] as? String
    let report = try service.inbox(["show", id, "--json"]).report()
    #expect(report.outcome == "done" && report.text("notification.id") == id)
    #expect(try service.notification(id)["updated"] as? String == updated)
  }

  @Test("Accept, decline, acknowledge and delete do what they say")
  func answers() throws {
    let accepted = try service.request(#""credentialTypes":["badge"]"#)
    let declined = try service.request()
    let message = try service.notify(#"{"type":"message","title":"Hello"}"#)
    for (words, status) in [
      (["accept", accepted], "accepted"), (["decline", declined], "declined"),
      (["acknowledge", message], "read"), (["delete", message, "--yes"], "deleted"),
    ] {
      let result = try service.inbox(words + ["--json"])
      #expect(result.status == .exited(0), "\(result)")
      let report = try result.report()
      #expect(report.outcome == "done" && report.text("notification.id") == words[1])
      #expect(try service.notificationStatus(words[1]) == status)
    }
    #expect(try service.notification(message)["acknowledged"] as? Bool == true)
    #expect(try service.inbox(["list", "--json", "--status", "deleted"]).ids() == [message])
  }

  private static let misfits: [(String, [String], Int32)] = [
    ("message", ["accept"], 6), ("message", ["decline"], 6), ("lifecycle-event", ["acknowledge"], 6),
    ("lifecycle-event", ["accept"], 6), ("request", ["acknowledge"], 6),
  ]

  @Test("What a notification does not take is not sent", arguments: misfits)
  func misfit(_ type: String, _ words: [String], _ code: Int32) throws {
    let id = try service.notify(#"{"type":"\#(type)","title":"x"}"#)
    let result = try service.inbox(words + [id, "--json"])
    #expect(result.status == .exited(code), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "not-answerable" && report.text("error.code") == "not-answerable")
    #expect(try service.notificationStatus(id) == "new")
  }

  @Test("An id that nobody knows", arguments: ["show", "accept", "decline", "acknowledge", "delete"])
  func unknown(_ word: String) throws {
    for id in ["11111111-2222-3333-4444-555555555555", "../credentials", "%00", "ä", "."] {
      let result = try service.inbox([word, id, "--json"])
      #expect(result.status == .exited(8), "\(id): \(result)")
      #expect(try result.report().outcome == "refused")
    }
  }

  @Test("What was answered elsewhere is not answered again", arguments: ["accept", "decline"])
  func answeredElsewhere(_ word: String) throws {
    let id = try service.request()
    #expect(try service.call("POST", "/notifications/\(id)/decline", "{}").status == 200)
    for word in ["accept", "decline"] {
      let result = try service.inbox([word, id, "--json"])
      #expect(result.status == .exited(6), "\(result)")
      #expect(try service.notificationStatus(id) == "declined")
    }
  }

  @Test("A request whose time is over, and one that is deleted")
  func expired() throws {
    let late = try service.request(#""lifetime":1"#)
    let deleted = try service.request()
    #expect(try service.call("DELETE", "/notifications/\(deleted)").status == 200)
    for word in ["accept", "decline"] {
      #expect(try service.inbox([word, deleted]).status == .exited(6))
    }
    usleep(1_100_000)
    for word in ["accept", "decline"] {
      let result = try service.inbox([word, late, "--json"])
      #expect(result.status == .exited(9), "\(result)")
      #expect(try result.report().text("error.code") == "request-expired")
    }
    #expect(try service.notificationStatus(late) == "expired")
    #expect(try service.inbox(["list"]).stdout.contains("expired"))
    #expect(try service.inbox(["delete", late, "--yes"]).status == .exited(0))
  }

  @Test("MFA_ENDPOINT is for decisions, and the sentence says so")
  func endpointVariable() throws {
    for words in [["list"], ["show", "1"], ["watch"]] {
      let result = try Binary.run(["inbox"] + words, environment: ["MFA_ENDPOINT": service.url])
      #expect(result.status == .exited(2), "\(result)")
      #expect(result.stderr.contains("for decisions alone"))
    }
  }

  // MARK: Deleting

  @Test("Deleting asks", arguments: [("yes\n", 0), ("no\n", 5), ("what\n\ny\n", 0)] as [(String, Int32)])
  func deleting(_ typed: String, _ code: Int32) throws {
    let id = try service.notify(#"{"title":"Hello"}"#)
    let run = try service.inboxOnTerminal(["delete", id, "--json"])
    for line in typed.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      try run.expect("yes or no: ")
      try run.type(line + "\n")
    }
    let result = try run.finish()
    #expect(result.status == .exited(code), "\(result)")
    #expect(try result.report().text("error.code") == (code == 0 ? nil : "kept"))
    #expect(try service.notificationStatus(id) == (code == 0 ? "deleted" : "new"))
  }

  @Test("Without an answer, or anybody to ask, it is kept")
  func kept() throws {
    let id = try service.notify(#"{"title":"Hello"}"#)
    let run = try service.inboxOnTerminal(["delete", id])
    try run.expect("yes or no: ")
    try run.sendEndOfFile()
    #expect(try run.finish().status == .exited(5))
    #expect(try service.inbox(["delete", id]).status == .exited(2))
    #expect(try service.inboxOnTerminal(["delete", id, "--no-input"]).finish().status == .exited(2))
    #expect(try service.notificationStatus(id) == "new")
  }
}
