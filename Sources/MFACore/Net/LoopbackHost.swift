/// The hosts that are this machine, in all the spellings that a resolver takes.
enum LoopbackHost {
  /// Whether what is sent to `host` (decoded, in lower case, without brackets) never leaves this machine. The
  /// unspecified address is what a server prints that listens on all of them; what is sent to it stays here too.
  static func contains(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    // RFC 6761, section 6.3: localhost and everything below it.
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    guard let address = IPAddress(String(name.prefix { $0 != "%" })) else { return false }
    return address.isLoopback || address.isUnspecified
  }
}

/// What a text says about where to listen.
package enum HostReach: Sendable, Equatable {
  /// Only this machine reaches it.
  case loopback
  /// Other machines may reach it.
  case others
  /// It is neither an address nor `localhost`.
  case noAddress

  package init(_ host: String) {
    if host.lowercased() == "localhost" {
      self = .loopback
    } else if let address = IPAddress(host) {
      self = address.isLoopback ? .loopback : .others
    } else {
      self = .noAddress
    }
  }
}

/// An address of either version, without brackets and zone: every place that reads one takes the same spellings.
package struct IPAddress: Sendable, Equatable {
  /// 4 or 16 of them, the most significant first.
  package let bytes: [UInt8]

  package static let loopback = IPAddress(bytes: [127, 0, 0, 1])

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init?(_ text: String) {
    let text = text.lowercased()
    if let address = IPv4Address(text[...]) {
      bytes = (0..<4).map { UInt8(truncatingIfNeeded: address.value >> (24 - 8 * UInt32($0))) }
    } else if let address = IPv6Address(text[...]) {
      bytes = address.groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    } else {
      return nil
    }
  }

  /// The address of version 4 that it is, also in its mapped form (RFC 4291, section 2.5.5.2); nil for another.
  private var version4: [UInt8]? {
    if bytes.count == 4 { return bytes }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].elementsEqual([0xFF, 0xFF])
    return isMapped ? Array(bytes[12...]) : nil
  }

  /// 127.0.0.0/8 and `::1`.
  package var isLoopback: Bool {
    version4.map { $0[0] == 127 } ?? (bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 })
  }

  /// All addresses of a machine: 0.0.0.0 and `::`.
  package var isUnspecified: Bool { (version4 ?? bytes).allSatisfy { $0 == 0 } }
}

/// An IPv4 address in any spelling that `inet_aton` takes: one to four parts, decimal, octal or hexadecimal.
struct IPv4Address {
  let value: UInt32

  init?(_ text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var total: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = IPv4Address.number(part) else { return nil }
      let isLast = index == parts.count - 1
      let width = isLast ? 8 * (4 - index) : 8
      guard number < 1 << UInt64(width) else { return nil }
      total = total << UInt64(width) | number
    }
    self.value = UInt32(total)
  }

  private static func number(_ part: Substring) -> UInt64? {
    let (digits, radix) =
      part.hasPrefix("0x")
      ? (part.dropFirst(2), 16)
      : part.hasPrefix("0") && part.utf8.count > 1 ? (part.dropFirst(), 8) : (part, 10)
    // The standard library would take a sign.
    guard digits.unicodeScalars.allSatisfy(\.isASCIIHexDigit) else { return nil }
    return UInt64(digits, radix: radix)
  }
}

/// An IPv6 address by RFC 4291, section 2.2.
struct IPv6Address {
  let groups: [UInt16]

  init?(_ text: Substring) {
    var text = String(text)
    if let colon = text.lastIndex(of: ":"), text[colon...].contains(".") {
      let dotted = text[text.index(after: colon)...]
      guard dotted.isDottedQuad, let address = IPv4Address(dotted) else { return nil }
      let groups = [address.value >> 16, address.value & 0xFFFF].map { String($0, radix: 16) }
      text = text[...colon] + groups.joined(separator: ":")
    }
    if let gap = text.range(of: "::") {
      guard let before = IPv6Address.groups(text[..<gap.lowerBound]),
        let after = IPv6Address.groups(text[gap.upperBound...]), before.count + after.count < 8
      else { return nil }
      groups = before + Array(repeating: 0, count: 8 - before.count - after.count) + after
    } else {
      guard let all = IPv6Address.groups(Substring(text)), all.count == 8 else { return nil }
      groups = all
    }
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard (1...4).contains(part.utf8.count), part.unicodeScalars.allSatisfy(\.isASCIIHexDigit),
        let group = UInt16(part, radix: 16)
      else { return nil }
      groups.append(group)
    }
    return groups
  }
}

extension Substring {
  /// An IPv4 address in the one spelling that is taken beside colons, and by libcurl behind `--resolve`: four decimal
  /// numbers without leading zeros.
  var isDottedQuad: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { String(UInt8($0) ?? 0) == $0 }
  }
}
