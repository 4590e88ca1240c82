import MFACore

extension EndpointURL.Problem {
  /// What is wrong with an address.
  var words: String {
    switch self {
    case .noScheme: "it has no scheme"
    case .schemeNotHTTP(let scheme): "its scheme is \(scheme)"
    case .noHost: "it names no host"
    case .badPort(let port): "\(Words.quoted(port)) is not a port"
    case .badHost(let host): "\(Words.quoted(host)) is not a host"
    case .badCharacter(let scalar, let position) where CharacterWords.isStray(scalar):
      "there is \(CharacterWords.name(scalar)) at position \(position)"
    case .badCharacter(let scalar, let position):
      "\(CharacterWords.name(scalar)) at position \(position) has to be percent-encoded"
    case .fragment: "a #fragment is never sent"
    case .userInfoNotEncoded: "there is no host before the first / or ?, but an @ behind it"
    case .badPercentEncoding(let position):
      "% at position \(position) is not followed by two hexadecimal digits"
    }
  }

  var hint: String {
    switch self {
    case .noScheme: "it has no http:// or https:// in front: write http://HOST[:PORT]/PATH"
    case .schemeNotHTTP: "only http and https"
    case .noHost: "write it as http://HOST[:PORT]/PATH"
    case .badHost:
      "a host is a name of letters, digits and dashes (ü as xn--…), or an address; one of IPv6 in brackets"
    case .badPort: "a port is a number from 1 to 65535"
    case .badCharacter(" ", _): "remove it, or write %20 for one that belongs there"
    case .badCharacter(let scalar, _) where CharacterWords.isStray(scalar): "remove it: no address has one"
    case .badCharacter(let scalar, _): "write \(PercentEncoding.encode(String(scalar))) for it"
    case .userInfoNotEncoded: "in a user name or password write %2F for / and %3F for ?"
    case .fragment: "leave out the # and what follows, or write %23"
    case .badPercentEncoding: "write %25 for a percent sign, that before an IPv6 zone too: [fe80::1%25eth0]"
    }
  }
}

extension ProxyURL.Problem {
  /// What is wrong with a proxy's address; the address itself may hold a password and is not shown.
  var words: String {
    switch self {
    case .schemeNotKnown(let scheme): "\(Words.quoted(scheme, limit: 20)) is not a proxy's scheme"
    case .noHost: "the address names no host"
    case .badPort: "the port of the address is not a number from 1 to 65535"
    case .badCharacter(let scalar): "\(CharacterWords.name(scalar)) has to be percent-encoded in the address"
    case .path: "the address has a path, which no proxy has"
    }
  }
}

/// How a single character is named.
enum CharacterWords {
  /// Whether it is one that nobody sees: it came with a value, and is no part of it.
  static func isStray(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.properties.isWhitespace
      || [.control, .format].contains(scalar.properties.generalCategory)
  }

  static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch scalar {
    case " ": return "a blank"
    case "\n": return "a line break"
    case "\r": return "a carriage return"
    case "\u{FEFF}": return "a byte order mark"
    case "\t": return "a tab"
    default:
      if scalar.value > 0x20 && scalar.value < 0x7F { return "'\(scalar)'" }
      let isVisible = scalar.value > 0xA0 && scalar.properties.generalCategory != .format
      return isVisible ? "'\(scalar)' (\(code))" : code
    }
  }
}
