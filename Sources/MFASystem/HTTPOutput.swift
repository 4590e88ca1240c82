/// Bytes on their way to a client.
struct HTTPOutput {
  /// More room than this is given back once everything is sent.
  private static let roomToKeep = 64 * 1024

  var bytes: [UInt8] = []
  private var sent = 0

  enum Outcome {
    /// `hasMoved` tells whether the client took anything.
    case complete, ended
    case wouldBlock(hasMoved: Bool)
  }

  /// Sends as much as the socket takes.
  mutating func send(to descriptor: Int32) -> Outcome {
    let before = sent
    while sent < bytes.count {
      switch bytes.withUnsafeBytes({
        Sockets.send(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: descriptor)
      })
      {
      case .bytes(let count): sent += count
      case .wouldBlock: return .wouldBlock(hasMoved: sent > before)
      case .ended: return .ended
      }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= HTTPOutput.roomToKeep)
    sent = 0
    return .complete
  }
}
