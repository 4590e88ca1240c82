extension PushKind {
  /// A kind without content; a challenge, which has some, must not come here and counts as manual entry.
  init(simple name: Name) {
    switch name {
    case .default: self = .default
    case .biometric: self = .biometric
    case .dry: self = .dry
    case .cancel: self = .cancel
    case .silent: self = .silent
    case .challenge: self = .challenge(.manualEntry)
    }
  }
}

extension Challenge {
  /// A challenge without values expects the number to be typed.
  init(_ values: [MatchValue]) {
    self = values.isEmpty ? .manualEntry : .pick(values)
  }
}

extension MatchValueField {
  /// Says that the values of a push that takes none are not used: its type decides, not their presence.
  func warnIfUnused(kind: PushKind.Name, warnings: inout [PayloadWarning]) {
    if !isEmpty { warnings.append(.unusedMatchValues(field: name, kind: kind.rawValue)) }
  }

  var evidence: Evidence {
    Evidence(name, value.map { $0.string ?? JSONWriter.write($0) })
  }
}
