/// Searches a document for pushes that no known envelope holds: its objects, its arrays, and its texts that are a JSON
/// object from end to end. What a person may have written is left out.
///
/// Iterative, and each text is read once: cost is linear, depth costs no stack.
struct DocumentSearch {
  /// What is asked of each object: true when a push was found in it, which then is not searched any further.
  typealias Visit = (_ payload: Payload, _ path: String) throws(PayloadError) -> Bool

  /// Texts inside texts.
  private static let textLimit = 4
  /// Objects around a push whose texts may be its title: all of them for each of many pushes deep inside would add up.
  private static let nearest = 32

  private let providers: [Provider]

  init(providers: [Provider]) { self.providers = providers }

  /// An object or array that is being walked through.
  private struct Frame {
    let object: JSONObject?
    let elements: [JSONValue]
    let texts: Int
    let isNotification: Bool
    /// Whether the texts in it are a person's.
    var isPersonal = false
    /// The key that a list stands under.
    var key: String?
    var next = 0
    var step = PathStep.index(0)

    var count: Int { object?.members.count ?? elements.count }
  }

  /// The envelope around the document; nil for one of no known form.
  var envelope: Envelope?
  /// What was noticed in the texts that were read.
  private(set) var notices: [JSONDocument.Notice] = []
  /// Why there may be no push.
  private(set) var traces = PayloadTraces()
  private var frames: [Frame] = []

  /// Visits every object, the outer ones and the ones before first.
  mutating func search(_ value: JSONValue, visit: Visit) throws(PayloadError) {
    try enter(value, texts: 0, isNotification: false, visit)
    while let last = frames.indices.last {
      guard frames[last].next < frames[last].count else {
        frames.removeLast()
        continue
      }
      let index = frames[last].next
      frames[last].next += 1
      let frame = frames[last]
      guard let object = frame.object else {
        let isPersonal =
          frame.key.map { PersonalText.isUnder($0, inNotification: frame.isNotification) } ?? false
        guard !isPersonal || frame.elements[index].string == nil else { continue }
        frames[last].step = .index(index)
        try enter(frame.elements[index], texts: frame.texts, isNotification: frame.isNotification, visit)
        continue
      }
      let member = object.members[index]
      guard !isLeftOut(member, of: frame) else {
        if let text = member.value.string { traces.look(at: text, under: .key(member.key)) }
        continue
      }
      frames[last].step = .key(member.key)
      try enter(member.value, texts: frame.texts, isNotification: frame.isNotification, visit)
    }
  }

  private func isLeftOut(_ member: JSONObject.Member, of frame: Frame) -> Bool {
    if member.key.isSameBytes(as: "aps") || PersonalText.isContext(member.key) { return true }
    if frame.isNotification, PersonalText.isShown(member.key) { return true }
    guard member.value.string != nil else { return false }
    if frame.isPersonal { return true }
    // A list of headers or parameters has the name beside the value.
    if member.key.isSameBytes(as: "value"),
      let name = frame.object?["name"]?.string ?? frame.object?["key"]?.string
    {
      return PersonalText.isUnder(name, inNotification: frame.isNotification)
    }
    return PersonalText.isUnder(member.key, inNotification: frame.isNotification)
  }

  private mutating func enter(_ value: JSONValue, texts: Int, isNotification: Bool, _ visit: Visit)
    throws(PayloadError)
  {
    switch value {
    case .object(let object): try enter(object, texts: texts, isNotification: isNotification, visit)
    case .array(let elements):
      var frame = Frame(object: nil, elements: elements, texts: texts, isNotification: isNotification)
      switch frames.last?.step {
      case .key(let key): frame.key = key
      default: frame.key = frames.last?.key
      }
      frames.append(frame)
    case .string(let text):
      traces.look(at: text, under: frames.last?.step)
      guard texts < DocumentSearch.textLimit, DocumentSearch.isObject(text),
        let document = try? JSONReader.read(text, depthLimit: JSONReader.depthLimit - frames.count),
        let object = document.value.object
      else { return }
      if notices.count < 20 { notices += document.notices }
      try enter(object, texts: texts + 1, isNotification: isNotification, visit)
    default: break
    }
  }

  private mutating func enter(_ object: JSONObject, texts: Int, isNotification: Bool, _ visit: Visit)
    throws(PayloadError)
  {
    traces.look(at: object)
    let payload = Payload(
      envelope: envelope ?? (object["aps"]?.object == nil ? .bare : .apns),
      fields: object["aps"] == nil ? object : object.without(["aps"]),
      aps: object["aps"]?.object,
      notification: object["notification"]?.object
    )
    // Made for what may be a push only: most objects are none.
    guard providers.recognizing(payload) == nil else {
      let surroundings = Array(frames.reversed().lazy.compactMap(\.object).prefix(DocumentSearch.nearest))
      let path = PathStep.path(frames.lazy.map(\.step))
      if try visit(payload.surrounded(by: surroundings), path) { return }
      return append(object, texts: texts, isNotification: isNotification)
    }
    append(object, texts: texts, isNotification: isNotification)
  }

  private mutating func append(_ object: JSONObject, texts: Int, isNotification: Bool) {
    var frame = Frame(
      object: object,
      elements: [],
      texts: texts,
      isNotification: isNotification || PersonalText.isNotification(object)
    )
    if case .key(let key)? = frames.last?.step { frame.isPersonal = PersonalText.isAbove(key) }
    frames.append(frame)
  }

  /// Whether a text can be an object from end to end.
  private static func isObject(_ text: String) -> Bool {
    text.utf8.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "{")
      && text.utf8.last { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "}")
  }
}

extension Payload {
  /// The payload with the objects around it, the nearest first, where its texts may stand.
  func surrounded(by objects: [JSONObject]) -> Payload {
    var payload = self
    payload.surroundings = objects
    return payload
  }
}
