/// Scheme, host and port of an address (RFC 6454, section 4): they decide who gets what is sent there.
extension EndpointURL {
  package struct Origin: Sendable, Equatable {
    let scheme: String
    let host: String
    let port: Int
  }

  package var origin: Origin {
    let (scheme, authority, _) = parts
    let known = scheme.lowercased()
    let hostPort = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address stand in brackets.
    let behindHost = hostPort.first == "[" ? hostPort.drop { $0 != "]" } : hostPort
    let port = behindHost.lastIndex(of: ":").flatMap { Int(behindHost[behindHost.index(after: $0)...]) }
    return Origin(scheme: known, host: host, port: port ?? (known == "https" ? 443 : 80))
  }

  /// Whether it says nothing but its origin: no user-info, no query, and no path but a slash.
  package var isOrigin: Bool {
    let (_, authority, rest) = parts
    return !authority.contains("@") && (rest.isEmpty || rest == "/")
  }

  /// The same path and query at the origin of another address; user-info belongs to the origin that is replaced.
  package func replacingOrigin(with other: EndpointURL) -> EndpointURL {
    let (scheme, authority, _) = other.parts
    let hostPort = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // Both were addresses, so what is joined of them is one.
    return (try? EndpointURL(scheme + "://" + hostPort + parts.rest)) ?? other
  }

  private var parts: (scheme: Substring, authority: Substring, rest: Substring) {
    let text = wireText
    guard let separator = text.range(of: "://") else { return (text[...], "", "") }
    let behind = text[separator.upperBound...]
    let authority = behind.prefix { $0 != "/" && $0 != "?" }
    return (text[..<separator.lowerBound], authority, behind[authority.endIndex...])
  }
}
