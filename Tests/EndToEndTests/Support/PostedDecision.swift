import Foundation

extension RecordedRequest {
  /// The members of the decision that was posted, all of which are text, but for the time, which has to be now.
  func decision() throws -> [String: String] {
    guard method == "POST", isComplete, var members = try json() as? [String: String] else {
      throw SupportFailure("no decision, but \(method) with \(bodyText)")
    }
    let time = members.removeValue(forKey: "respondedAt") ?? ""
    let withFraction = ISO8601DateFormatter()
    withFraction.formatOptions.insert(.withFractionalSeconds)
    let date = withFraction.date(from: time) ?? ISO8601DateFormatter().date(from: time)
    guard let date, time.hasSuffix("Z"), abs(date.timeIntervalSinceNow) < 60 else {
      throw SupportFailure("respondedAt is not now: \(bodyText)")
    }
    return members
  }
}

extension LoopbackServer {
  /// The one decision that was posted to it.
  func onlyDecision() throws -> [String: String] {
    guard requests.count == 1 else { throw SupportFailure("\(requests.count) requests, not 1") }
    return try requests[0].decision()
  }
}
