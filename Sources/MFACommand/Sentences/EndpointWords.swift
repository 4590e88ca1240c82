import MFACore

/// What is wrong with an address, and what to do about it.
enum EndpointWords {
  static func problem(_ problem: EndpointURL.Problem) -> String {
    switch problem {
    case .noScheme: "it has no scheme"
    case .schemeNotHTTP(let scheme): "its scheme is \(scheme)"
    case .noHost: "it names no host"
    case .badPort(let port): "\(Words.quoted(port)) is no port"
    case .badHost(let host): "\(Words.quoted(host)) is no host"
    case .badCharacter(let scalar, let position):
      "\(CharacterWords.name(scalar)) at position \(position) has to be percent-encoded"
    case .fragment: "a #fragment is never sent"
    case .userInfoNotEncoded: "there is no host before the first / or ?, but an @ behind it"
    case .badPercentEncoding(let position):
      "% at position \(position) is not followed by two hexadecimal digits"
    }
  }

  static func hint(_ problem: EndpointURL.Problem) -> String {
    switch problem {
    case .noScheme: "no http:// or https://"
    case .schemeNotHTTP: "only http and https"
    case .noHost, .badHost: "write it as http://HOST[:PORT]/PATH; an IPv6 address in brackets"
    case .badPort: "a port is a number from 1 to 65535"
    case .badCharacter(let scalar, _): "write \(PercentEncoding.encode(String(scalar))) for it"
    case .userInfoNotEncoded: "in a user name or password write %2F for / and %3F for ?"
    case .fragment: "leave out the # and what follows, or write %23"
    case .badPercentEncoding: "write %25 for a percent sign"
    }
  }
}

/// How a single character is named.
enum CharacterWords {
  static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch scalar {
    case " ": return "a blank"
    case "\n": return "a line break"
    case "\t": return "a tab"
    default:
      if scalar.value > 0x20 && scalar.value < 0x7F { return "'\(scalar)'" }
      let isVisible = scalar.value > 0xA0 && scalar.properties.generalCategory != .format
      return isVisible ? "'\(scalar)' (\(code))" : code
    }
  }
}
