#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An `errno` in the operating system's own words.
enum OperatingSystemError {
  /// The words for `code`, such as "Permission denied". No locale is ever set, so they are English.
  static func text(_ code: Int32) -> String {
    // Not `strerror`, whose buffer all threads share. A number that is not known gets words too.
    var buffer = [CChar](repeating: 0, count: 256)
    _ = strerror_r(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
