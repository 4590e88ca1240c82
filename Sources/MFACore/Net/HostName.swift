/// The host in an address, as libcurl takes it: what it refuses is to be refused before anything is asked or sent.
enum HostName {
  /// Bytes of an IPv6 zone that libcurl takes.
  private static let zoneLimit = 15

  /// The host that is meant: percent-decoded, in lower case; nil for what is no name.
  ///
  /// Letters beyond ASCII are no part of it, encoded or not: libcurl may make others of them, such as a digit of a
  /// full-width one, and then another host was checked than is sent to. Their form in ASCII begins with `xn--`.
  static func name(_ spelled: Substring) -> String? {
    guard let name = PercentEncoding.decodeWhole(spelled), !name.isEmpty else { return nil }
    return name.unicodeScalars.allSatisfy(isNamePart) ? name.lowercased() : nil
  }

  /// An IPv6 address as it stands between brackets, its zone as RFC 6874 has it or as it is.
  static func version6(_ spelled: Substring) -> String? {
    let address = spelled.prefix { $0 != "%" }
    guard IPv6Address(address) != nil else { return nil }
    guard address.endIndex < spelled.endIndex else { return spelled.lowercased() }
    let rest = spelled[address.endIndex...]
    let zone = rest.hasPrefix("%25") ? rest.dropFirst(3) : rest.dropFirst()
    let isZone = (1...zoneLimit).contains(zone.utf8.count) && zone.unicodeScalars.allSatisfy(isNamePart)
    return isZone ? spelled.lowercased() : nil
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIILetter || scalar.isASCIIDigit || "-._~".unicodeScalars.contains(scalar)
  }
}
