import MFACore

/// What `login` says.
enum LoginWords {
  static func waiting(interval: Double, limit: Int) -> String {
    "waiting for the request: looking every \(Seconds.shown(interval)) s, \(limit + 1) times at most"
  }
}
