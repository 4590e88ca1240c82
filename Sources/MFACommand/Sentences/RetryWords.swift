import MFACore

/// Why no further attempt is made.
enum RetryWords {
  static func reason(_ reason: RetryPolicy.StopReason) -> String {
    switch reason {
    case .notRetried: "this error is not one that a retry can mend"
    case .attemptsUsedUp: "all retries are used up"
    case .mayHaveArrived:
      "it may have arrived, and the service could not tell a repeat from a second decision"
    case .maxTime(let wait):
      "the next attempt would be due in \(Seconds.shown(wait)) s, after --retry-max-time"
    case .pushExpires(let wait):
      "the next attempt would be due in \(Seconds.shown(wait)) s, after the push has expired"
    case .waitTooLong:
      "the service's Retry-After is over \(RetryPolicy.longestDelay) s, which is the longest wait"
    }
  }
}

/// What is wrong with a proxy's address; the address itself may hold a password and is not shown.
enum ProxyWords {
  static func problem(_ problem: ProxyURL.Problem) -> String {
    switch problem {
    case .schemeNotKnown(let scheme): "\(Words.quoted(scheme, limit: 20)) is no scheme of a proxy"
    case .noHost: "the address names no host"
    case .badPort: "the port of the address is no number from 1 to 65535"
    case .badCharacter(let scalar): "\(CharacterWords.name(scalar)) has to be percent-encoded in the address"
    case .path: "the address has a path, which no proxy has"
    }
  }
}
