/// What a browser says of the page that a request comes from. Other programs say nothing of that kind.
///
/// A page of another site can make a browser on this machine send nearly any request here, and without asking first
/// one that is a form, or text. `Origin` is RFC 6454, section 7; the other fields are "Fetch Metadata Request Headers"
/// of the W3C.
struct HTTPSourcePage: Sendable, Equatable {
  let origin: String?
  /// `same-origin`, `same-site`, which is also another port, `cross-site`, or `none` for the user's own doing.
  let site: String?
  /// Somebody followed a link to a page of ours, or a page shows ours in its place.
  let isNavigation: Bool

  /// Why a request from there is not taken; nil when it is. Nothing that a `GET` asks for changes anything, so following
  /// a link is harmless.
  func refusal(by authorities: HTTPAuthorities, askedAs host: String?) -> HTTPRefusal? {
    if isNavigation { return nil }
    if let origin, !authorities.containsOrigin(origin, askedAs: host) {
      return HTTPRefusal(status: 403, reason: "a web page of \(origin.prefix(100)) may not use this")
    }
    guard let site, site != "same-origin", site != "none" else { return nil }
    return HTTPRefusal(status: 403, reason: "a web page of another site may not use this")
  }
}
