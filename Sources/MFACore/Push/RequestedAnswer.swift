/// An answer that was asked for beforehand, by a flag.
package enum RequestedAnswer: Sendable, Equatable {
  case approve
  case deny
  /// Approve with this value.
  case number(MatchValue)
  /// Approve with an offered value that is not this one, to test the failing path.
  case numberOtherThan(MatchValue)
}

/// Why a push does not take an answer.
package enum Misfit: Error, Sendable, Equatable {
  /// A push of this kind takes no answer at all.
  case nothingToAnswer(PushKind.Name)
  case numberNeeded(offered: [MatchValue])
  case typedNumberNeeded
  /// The push is no challenge.
  case noNumberExpected
  case notOffered(MatchValue, offered: [MatchValue])
  case noOtherOffered(MatchValue)
  /// Manual entry takes 1 to 10 digits.
  case notANumber(MatchValue)
  /// The custom field that should reveal the number is not there, or is neither text nor a whole number.
  case numberNotRevealed(field: String)
  /// A denial of this push takes no reason.
  case noDenyReason(DenyReasonSupport)
}

extension RequestedAnswer {
  /// The action that this answer is for a question, or why the push does not take it.
  package func action(for question: Question?, kind: PushKind.Name) throws(Misfit) -> Decision.Action {
    guard let question else { throw .nothingToAnswer(kind) }
    switch (self, question) {
    case (.deny, _): return .deny
    case (.approve, .approveOrDeny): return .approve(number: nil)
    case (.approve, .pick(let offered)): throw .numberNeeded(offered: offered)
    case (.approve, .typeNumber): throw .typedNumberNeeded
    case (.number, .approveOrDeny), (.numberOtherThan, .approveOrDeny): throw .noNumberExpected
    case (.number(let value), .pick(let offered)):
      guard offered.contains(value) else { throw .notOffered(value, offered: offered) }
      return .approve(number: value)
    case (.number(let value), .typeNumber):
      guard value.isTypedNumber else { throw .notANumber(value) }
      return .approve(number: value)
    case (.numberOtherThan(let value), .pick(let offered)):
      // Of a value that was not offered nobody knows which of the others is the right one.
      guard offered.contains(value) else { throw .notOffered(value, offered: offered) }
      guard let other = offered.first(where: { $0 != value }) else { throw .noOtherOffered(value) }
      return .approve(number: other)
    case (.numberOtherThan(let value), .typeNumber):
      guard value.isTypedNumber else { throw .notANumber(value) }
      return .approve(number: value.differentNumber)
    }
  }

  /// The action regardless of what the push takes; nil where there is nothing to pick from.
  package func forcedAction(for question: Question?) -> Decision.Action? {
    switch self {
    case .approve: return .approve(number: nil)
    case .deny: return .deny
    case .number(let value): return .approve(number: value)
    case .numberOtherThan(let value):
      if case .pick(let offered)? = question {
        return offered.first { $0 != value }.map { .approve(number: $0) }
      }
      return value.isTypedNumber ? .approve(number: value.differentNumber) : nil
    }
  }
}

extension MatchValue {
  /// Manual entry takes 1 to 10 ASCII digits.
  package var isTypedNumber: Bool {
    (1...10).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(\.isASCIIDigit)
  }

  /// A number of as many digits with another last digit.
  fileprivate var differentNumber: MatchValue {
    guard let last = text.last, let digit = last.wholeNumberValue else { return self }
    return MatchValue(text.dropLast() + String((digit + 1) % 10))
  }
}
