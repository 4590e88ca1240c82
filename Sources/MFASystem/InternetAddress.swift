import MFACore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address as the system's calls take it.
struct InternetAddress: Sendable, Equatable {
  private let address: IPAddress

  private var bytes: [UInt8] { address.bytes }

  static let loopback = InternetAddress(address: .loopback)

  private init(address: IPAddress) {
    self.address = address
  }

  /// Reads any spelling, with or without the brackets that an address of version 6 has in a URL.
  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 2
    guard let address = IPAddress(isBracketed ? String(text.dropFirst().dropLast()) : text),
      !isBracketed || address.bytes.count == 16
    else { return nil }
    self.address = address
  }

  var family: Int32 { bytes.count == 4 ? AF_INET : AF_INET6 }

  var isLoopback: Bool { address.isLoopback }

  /// All addresses of the machine.
  var isUnspecified: Bool { address.isUnspecified }

  /// As it stands in a URL, in the spelling of RFC 5952.
  var authorityText: String {
    var text = [CChar](repeating: 0, count: 64)
    _ = inet_ntop(family, bytes, &text, socklen_t(text.count))
    let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bytes.count == 4 ? number : "[\(number)]"
  }

  /// Calls `body` with the address and a port as the system's calls take them.
  func withSocketAddress<Result>(
    port: UInt16,
    _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
  ) -> Result {
    var storage = sockaddr_storage()
    return withUnsafeMutablePointer(to: &storage) { storage in
      var length = fill(UnsafeMutableRawPointer(storage), port: port)
      return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }

  private func fill(_ storage: UnsafeMutableRawPointer, port: UInt16) -> socklen_t {
    if bytes.count == 4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
      #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      #endif
      storage.copyMemory(from: &address, byteCount: MemoryLayout<sockaddr_in>.size)
      return socklen_t(MemoryLayout<sockaddr_in>.size)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
    #if canImport(Darwin)
      address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
    #endif
    storage.copyMemory(from: &address, byteCount: MemoryLayout<sockaddr_in6>.size)
    return socklen_t(MemoryLayout<sockaddr_in6>.size)
  }
}
