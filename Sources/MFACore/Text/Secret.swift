/// A value that must reach the service and nothing else: a header value, a token, a password.
///
/// It prints, dumps and interpolates as a mask, so that no log, error or report can show it by
/// accident; whoever needs the bytes says so by calling `reveal()`.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// What stands wherever a secret was left out.
  package static let mask = "***"

  private let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// The value itself. The only callers are the HTTP client and the redactor.
  package func reveal() -> String { value }

  package var description: String { Secret.mask }
  package var debugDescription: String { Secret.mask }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
