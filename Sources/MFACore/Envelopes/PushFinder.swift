/// Gathers the pushes that are found in one input. Exactly one is taken, or several that ask for the same.
struct PushFinder {
  let reception: Reception
  /// The envelope around the document, where that is Firebase's or Amazon's.
  var envelope: Envelope?
  /// The kind of the push that an envelope held: what is looked for then is one of another kind.
  var known: PushKind.Name?
  /// Where the first of another kind stands.
  private(set) var otherKind: PushPlace?

  /// The first push that reads whole, and where.
  private var first: (push: Push, warnings: [PayloadWarning])?
  /// Where those stand that ask for something else.
  private var others: [PushPlace] = []
  private var contradiction: Contradiction?
  /// Why there is none.
  private(set) var reason: NotMFAReason?
  /// Cancellations that name no request: they might withdraw any.
  private var strayCancellation: PushPlace?

  /// How many pushes read whole.
  private var wholes = 0
  /// Where those stand that don't, by their ids: one with the id of the push speaks of the same request.
  private var broken: [ByteKey: PushPlace] = [:]

  /// Places that are worth naming.
  private static let mostPlaces = 8

  init(reception: Reception) {
    self.reception = reception
  }

  /// Looks at a document that stands at a place of a capture: envelopes first, as with any document.
  mutating func take(_ document: JSONDocument, at place: PushPlace) throws(PayloadError) {
    var unwrapper = Unwrapper(isSimulatorFile: false)
    unwrapper.note(document.notices, within: nil)
    try unwrapper.unwrap(document.value, envelope: nil, depth: 0)
    let candidates = unwrapper.payloads.filter { reception.providers.recognizing($0) != nil }
    guard !candidates.isEmpty else {
      if reason == nil { reason = unwrapper.emptyReason }
      return try search(document.value, notices: document.notices, from: place)
    }
    if candidates.count > 1 { note(.severalPushes(candidates.count)) }
    // Each has all that stands around it; with a second one nothing comes of any.
    for candidate in candidates.prefix(PushFinder.mostPlaces) { _ = read(candidate, at: place) }
    if let contradiction = unwrapper.contradictions.first { note(contradiction) }
  }

  /// Looks at a signed message that stands on its own.
  mutating func take(jws text: String, at place: PushPlace) {
    _ = read(Payload(envelope: .jws, fields: JSONObject(["message": .string(text)])), at: place)
  }

  /// Looks for pushes in a document in which no envelope holds one.
  mutating func search(
    _ value: JSONValue,
    notices: [JSONDocument.Notice],
    from place: PushPlace
  ) throws(PayloadError) {
    var search = DocumentSearch(providers: reception.providers)
    search.envelope = envelope
    let before = wholes
    try search.search(value) { (payload, path) throws(PayloadError) in read(payload, at: place.below(path)) }
    if reason == nil { reason = search.traces.reason }
    guard wholes > before else { return }
    for case .duplicateKey(let key, let position) in notices + search.notices {
      note(.duplicateKey(key, position, within: nil))
    }
  }

  /// The push, or nil when there is none.
  func push(_ warnings: inout [PayloadWarning]) throws(PayloadError) -> Push? {
    guard let first, let place = first.push.place else { return nil }
    if let contradiction { throw .contradiction(contradiction) }
    let doubtful = [strayCancellation, broken[ByteKey(first.push.id)]].compactMap(\.self)
    let places = [place] + others + doubtful
    if places.count > 1 { throw .contradiction(.pushesDiffer(places)) }
    warnings += first.warnings
    warnings.append(.found(place))
    return first.push
  }

  /// True for a push that reads whole.
  private mutating func read(_ payload: Payload, at place: PushPlace) -> Bool {
    guard let provider = reception.providers.recognizing(payload) else { return false }
    var warnings: [PayloadWarning] = []
    let push: Push
    do throws(PayloadError) {
      push = try provider.read(payload, reception, &warnings)
    } catch {
      if case .contradiction(let contradiction) = error { note(contradiction) }
      if case .field(let error) = error, reason == nil { reason = .incomplete(place, error) }
      if let id = payload.idField?.value.string ?? payload.idField?.value.spelling {
        broken[ByteKey(id)] = place
      }
      if payload.fields["isCancelAuthentication"] == .bool(true) { noteStrayCancellation(place) }
      return false
    }
    if let problem = push.request.problem {
      if case .field(let error) = problem, reason == nil { reason = .incomplete(place, error) }
      return false
    }
    if warnings.contains(where: { if case .missingID = $0 { true } else { false } }) {
      if push.kind == .cancel { noteStrayCancellation(place) }
      if reason == nil { reason = .incomplete(place, FieldError("messageId", .missing)) }
      return false
    }
    wholes += 1
    if let known, push.kind.name != known, otherKind == nil { otherKind = place }
    if push.callback != nil { warnings.append(.callbackOfFoundPush) }
    take(push.found(at: place), warnings)
    return true
  }

  private mutating func noteStrayCancellation(_ place: PushPlace) {
    strayCancellation = place
    if let known, known != .cancel, otherKind == nil { otherKind = place }
  }

  private mutating func take(_ push: Push, _ warnings: [PayloadWarning]) {
    guard let first else {
      self.first = (push, warnings)
      return
    }
    guard !first.push.asksTheSame(as: push), others.count < PushFinder.mostPlaces else { return }
    if let place = push.place { others.append(place) }
  }

  private mutating func note(_ contradiction: Contradiction) {
    if self.contradiction == nil { self.contradiction = contradiction }
  }
}
