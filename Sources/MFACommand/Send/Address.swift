import MFACore

/// Where something is sent, and who said so, which alone decides what of the user's may go there.
///
/// Each initializer takes what named the address: one from outside can't pass for one that was typed.
struct Address: Sendable, Equatable {
  enum Source: Sendable, CaseIterable {
    /// The user said it: with a flag or a variable, now or when the device was registered.
    case typed
    /// Where a credential was enrolled, which a push only picks.
    case enrolled
    /// A QR code or a link.
    case code
    /// A push.
    case push
    /// The practice service of a demonstration.
    case practice
  }

  let url: EndpointURL
  let source: Source

  private init(_ url: EndpointURL, _ source: Source) {
    (self.url, self.source) = (url, source)
  }

  /// Nil where no endpoint is given.
  init?(typed options: SendOptions) {
    guard let url = options.endpoint else { return nil }
    self.init(url, .typed)
  }

  init(registered registration: DeviceRecord.Registration) { self.init(registration.endpoint, .typed) }

  init(enrolled url: EndpointURL) { self.init(url, .enrolled) }

  init(practice url: EndpointURL) { self.init(url, .practice) }

  /// What a code names; where the user typed an origin, the same path there.
  init(code url: EndpointURL, at endpoint: Address?) {
    if let endpoint, endpoint.source == .typed {
      self.init(url.replacingOrigin(with: endpoint.url), .typed)
    } else {
      self.init(url, .code)
    }
  }

  init(push url: EndpointURL) { self.init(url, .push) }

  /// The same with the id of a push in it: an encoded id changes no origin.
  func replacingID(with id: String) -> Address { Address(url.replacingID(with: id), source) }

  /// The address of something below it.
  func appending(_ parts: [String]) -> Address { Address(url.appending(parts), source) }

  /// Whether a request to `target`, which was made for this address, may carry what is the user's: that goes to what was
  /// typed, and to the same origin only.
  func mayGetWhatIsTheUsers(at target: EndpointURL) -> Bool {
    switch source {
    case .typed: target.origin == url.origin
    case .enrolled, .code, .push, .practice: false
    }
  }
}

/// What is the user's and says who is calling. There is no way to it but by an address that may get it.
struct CallerIdentity: Sendable {
  struct Shown: Sendable, Equatable {
    /// Edits to the headers, in order.
    var headers: [HeaderLine] = []
    var bearerToken: Secret?
    var clientCertificate: ClientCertificate?
  }

  private let given: Shown

  init(_ given: Shown) {
    self.given = given
  }

  var isEmpty: Bool { given == Shown() }

  /// What of it goes with a request to `target` that was made for `address`.
  func shown(to address: Address, at target: EndpointURL) -> Shown {
    address.mayGetWhatIsTheUsers(at: target) ? given : Shown()
  }

  /// Everything that must not be shown to anybody else.
  var secrets: [Secret] {
    var secrets: [Secret] = []
    for case .set(let name, let value) in given.headers where !HeaderLine.isHarmless(name) {
      secrets.append(Secret(value))
      // "Bearer abc" is as much a leak as "abc" on its own, and so is each of several cookies.
      let words = value.utf8.split { " ;,".utf8.contains($0) }
      secrets += words.dropFirst().map { Secret(String(Substring($0))) }
      secrets += words.compactMap { word in
        word.firstIndex(of: UInt8(ascii: "=")).map { Secret(String(Substring(word[$0...].dropFirst()))) }
      }
    }
    return secrets + [given.bearerToken, given.clientCertificate?.keyPassword].compactMap(\.self)
  }
}

extension CallerIdentity.Shown {
  /// The headers of a request with these among them.
  func applied(to headers: [HTTPHeader]) -> [HTTPHeader] {
    var headers = headers
    if let bearerToken {
      headers.removeAll { $0.name.lowercased() == "authorization" }
      headers.append(HTTPHeader("Authorization", .secret(Secret("Bearer " + bearerToken.reveal()))))
    }
    return HeaderLine.apply(self.headers, to: headers)
  }

  /// Whether they take a header of ours away.
  func removes(_ name: String) -> Bool {
    headers.contains { line in
      if case .remove(let removed) = line { removed.lowercased() == name.lowercased() } else { false }
    }
  }
}

extension HeaderLine {
  /// Applies edits as curl does: the first line of a name replaces ours, further ones are added.
  static func apply(_ lines: [HeaderLine], to headers: [HTTPHeader]) -> [HTTPHeader] {
    let names = Set(
      lines.map { line in
        switch line {
        case .set(let name, _), .remove(let name): name.lowercased()
        }
      }
    )
    var edited = headers.filter { !names.contains($0.name.lowercased()) }
    for case .set(let name, let value) in lines {
      let shown = HeaderLine.isHarmless(name)
      edited.append(HTTPHeader(name, shown ? .plain(value) : .secret(Secret(value))))
    }
    return edited
  }
}
