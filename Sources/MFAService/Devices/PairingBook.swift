import MFACore

/// A key with which one device can be paired, once.
package struct PairingKey: Sendable, Equatable {
  let text: String
  let issuedAt: Timestamp
  var isUsed = false

  /// Seconds.
  private static let lifetime = 600.0

  var expiresAt: Timestamp { issuedAt.advanced(bySeconds: PairingKey.lifetime) }

  func hasEnded(now: Timestamp) -> Bool { isUsed || now >= expiresAt }
}

/// The pairing keys that the service remembers.
struct PairingBook: Sendable {
  static let mostKeys = 1000

  private var keys: [String: PairingKey] = [:]
  private var order = FirstInFirstOut<String>()

  subscript(text: String) -> PairingKey? { keys[text] }

  /// In the order in which they were issued.
  var all: [PairingKey] { order.all.compactMap { keys[$0] } }

  /// Whether another key can be issued: the oldest makes room once it is of no use any more.
  func hasRoom(now: Timestamp) -> Bool {
    guard order.count >= PairingBook.mostKeys, let oldest = order.first else { return true }
    return keys[oldest]?.hasEnded(now: now) ?? true
  }

  /// False when there is one of that text.
  mutating func issue(_ key: PairingKey) -> Bool {
    guard keys[key.text] == nil else { return false }
    if order.count >= PairingBook.mostKeys, let oldest = order.popFirst() { keys[oldest] = nil }
    keys[key.text] = key
    order.append(key.text)
    return true
  }

  mutating func use(_ text: String) {
    keys[text]?.isUsed = true
  }
}
