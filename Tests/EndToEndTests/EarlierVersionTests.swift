import Foundation
import Testing

/// Files that version 0.1.0 wrote are read: those of the phone, and a journal with every kind of event but one.
@Suite("Files of version 0.1.0")
struct EarlierVersionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Data/version-0.1.0")
    for name in ["credentials.json", "device.json", "service.journal"] {
      _ = try folder.write(name, Data(contentsOf: samples.appending(path: name)))
    }
  }

  private func report(_ arguments: String...) throws -> RunResult {
    try Binary.run(arguments + ["--json"], environment: ["MFA_STATE_DIR": folder.path])
  }

  @Test("The device and the credentials")
  func phone() throws {
    let device = try report("device", "show").report()
    #expect(device.text("device.identifierForVendor") == "72a84594-5cad-4369-884e-c919dd7ee7ca")
    #expect(device.text("device.token") == "***7ba5")
    #expect(device.text("device.endpoint") == "http://127.0.0.1:42205/devices")
    let id = "38eda54e-9c31-4eff-b1b7-bf4b60d441a1"
    let locked = try report("credentials", "lock", id)
    #expect(locked.status == .exited(0), "\(locked)")
    let kept = try String(decoding: folder.read("credentials.json"), as: UTF8.self)
    #expect(kept.contains(#""locked":true"#) && kept.contains(#""secret":""#) && kept.contains(id))
  }

  @Test("The journal of the practice service")
  func journal() throws {
    let service = try StayingOn(["serve", "--state", folder.path + "/service.journal"])
    let pushes = [
      "c37f1bdc-4680-4a8e-a715-6781d1bdbfef": "approved", "02f5f058-bc9c-4536-bc10-bdf62e8d0c23": "denied",
      "8e7873c5-2b07-4769-be17-9a4332298793": "cancelled", "89483435-ba3e-4f26-88e1-93021ff4d6f8": "expired",
    ]
    for (id, status) in pushes { #expect(try service.status(id) == status) }
    let notifications = [
      "c12e5339-58cd-4956-88d2-f38906a9445e": "read", "bd4e143b-1ca3-4fd1-81b6-3cf35d601617": "read",
      "4f7096c3-9d04-48a1-83a9-f238473bbd63": "accepted", "2f10b19f-c743-4765-b6c4-4343770deacf": "declined",
    ]
    for (id, status) in notifications { #expect(try service.notificationStatus(id) == status) }
    let device = try service.call("GET", "/devices/72a84594-5cad-4369-884e-c919dd7ee7ca").json()
    #expect(device["paired"] as? Bool == false)
    #expect(try service.stop().status == .exited(0))
  }
}
