import MFACore

/// Replaces known secrets in whatever is about to leave the program, also where a service echoes them.
struct Redactor: Sendable {
  private let secrets: [String]

  /// A shorter secret would blank out innocent text, and guessing it from its place is no harder.
  private static let shortest = 4

  init(_ secrets: [Secret] = []) {
    // Longer ones first, so that one that contains another is masked whole.
    self.secrets = secrets.map { $0.reveal() }.filter { $0.utf8.count >= Redactor.shortest }
      .sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
  }

  /// Whether there is nothing to be masked.
  var isEmpty: Bool { secrets.isEmpty }

  func adding(_ more: [Secret]) -> Redactor {
    more.isEmpty ? self : Redactor(secrets.map { Secret($0) } + more)
  }

  func redact(_ text: String) -> String {
    secrets.reduce(text) { text, secret in text.replacingAll(secret, with: Secret.mask) }
  }
}
