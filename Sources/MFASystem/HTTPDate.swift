import MFACore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of a reply as `Date` spells it (RFC 9110, section 6.6.1). It is written once a second, not once a reply.
struct HTTPDate {
  private var second: Int64?
  private var text: [UInt8] = []

  mutating func text(at moment: Timestamp) -> [UInt8] {
    let second = moment.milliseconds / 1000
    if second != self.second {
      self.second = second
      text = HTTPDate.text(second)
    }
    return text
  }

  /// No locale is ever set, so the names are English, as they have to be.
  private static func text(_ second: Int64) -> [UInt8] {
    var time = time_t(second)
    var parts = tm()
    gmtime_r(&time, &parts)
    var bytes = [CChar](repeating: 0, count: 64)
    let count = strftime(&bytes, bytes.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return bytes[..<count].map { UInt8(bitPattern: $0) }
  }
}
