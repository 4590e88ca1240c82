/// The hosts that are this machine, in all the spellings that a resolver takes.
enum LoopbackHost {
  /// Whether `host` (lower case, without brackets) never leaves this machine.
  static func contains(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    // RFC 6761, section 6.3: localhost and everything below it.
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if let address = IPv4Address(Substring(name)) { return address.isLoopback }
    return IPv6Address(name.prefix { $0 != "%" })?.isLoopback ?? false
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
    let name = host.lowercased()
    if LoopbackHost.contains(name) {
      self = .loopback
    } else {
      let isAddress = IPv4Address(Substring(name)) != nil || IPv6Address(name.prefix { $0 != "%" }) != nil
      self = isAddress ? .others : .noAddress
    }
  }
}

/// An IPv4 address in any spelling that `inet_aton` takes: one to four parts, decimal, octal or hexadecimal.
struct IPv4Address {
  let value: UInt32

  var isLoopback: Bool { value >> 24 == 127 }

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

  /// `::1`, and the IPv4 loopback network in its mapped form.
  var isLoopback: Bool {
    if groups == [0, 0, 0, 0, 0, 0, 0, 1] { return true }
    return groups[..<6].elementsEqual([0, 0, 0, 0, 0, 0xFFFF]) && groups[6] >> 8 == 127
  }

  init?(_ text: Substring) {
    var text = String(text)
    if let colon = text.lastIndex(of: ":"), text[colon...].contains(".") {
      let dotted = text[text.index(after: colon)...]
      guard dotted.split(separator: ".", omittingEmptySubsequences: false).count == 4,
        let address = IPv4Address(dotted)
      else { return nil }
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
