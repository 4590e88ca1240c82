import MFACommand
import MFACore
import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the connections of one listener share. It belongs to the listener's thread.
final class HTTPDesk {
  let times: HTTPTimes
  private let answer: ServiceHandler
  private let refused: (String) -> Void
  /// Reasons of refusals that were told; whoever sends many different ones is told of a few times.
  private var told: Set<String> = []
  private static let mostTold = 20
  /// Where pieces of input are put before they are added to what a connection has: one room for all, never cleared.
  private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 1)
  /// Whether connections close after their next reply.
  var isClosing = false
  /// Whether a request may have changed something since this was last set back.
  var hasChanged = false

  init(times: HTTPTimes, refused: @escaping (String) -> Void, answer: @escaping ServiceHandler) {
    self.times = times
    self.refused = refused
    self.answer = answer
  }

  deinit {
    room.deallocate()
  }

  /// A request was refused for a reason that the one who runs the listener may know a remedy for.
  func tell(_ refusal: HTTPRefusal) {
    guard let reason = refusal.reason, told.count < HTTPDesk.mostTold else { return }
    if told.insert(reason).inserted { refused(reason) }
  }

  private var date = HTTPDate()

  /// The time as a reply says it.
  var now: [UInt8] { date.text(at: Clock.now()) }

  func ask(_ received: ReceivedRequest, arrivedAt: Timestamp, now: Timestamp) -> ServiceReply {
    let reply = answer(received.request, arrivedAt, now)
    // RFC 9110, section 9.2.1: GET changes nothing, and HEAD has become one.
    if case .response = reply, received.request.method != "GET" { hasChanged = true }
    return reply
  }

  enum Input {
    case bytes(UnsafeRawBufferPointer)
    case wouldBlock
    case ended
  }

  /// One piece of what a client sent; the bytes are there until the next call.
  func receive(from descriptor: Int32) -> Input {
    switch Sockets.receive(from: descriptor, into: room) {
    case .bytes(let count): .bytes(UnsafeRawBufferPointer(rebasing: room[..<count]))
    case .wouldBlock: .wouldBlock
    case .ended: .ended
    }
  }
}
