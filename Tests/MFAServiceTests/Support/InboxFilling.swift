import MFACore

@testable import MFAService

extension PracticeService {
  /// Makes messages and requests by turns, called by their numbers, without the detour of requests.
  mutating func fillInbox(_ count: Int) throws {
    let types = ["request", "message"]
    for number in 0..<count {
      let members: JSONObject = JSONObject([
        "type": .string(types[number % 2]), "title": .string(String(number)),
      ])
      let notification = PracticeNotification(
        id: "filling-\(number)",
        sequence: notifications.lastSequence + 1,
        createdAt: Client.time(0),
        expiresAt: nil,
        login: nil,
        details: try NotificationDetails(Members(members))
      )
      apply([.inbox(.notificationCreated(notification))])
    }
  }
}
