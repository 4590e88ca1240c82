/// The reply of a service that is polled: `result.value` is a list of payloads, as privacyIDEA and eduMFA
/// answer `GET …/ttype/push`.
extension Unwrapper {
  /// Takes the object apart when it is a poll reply; false when it is not.
  mutating func unwrapPoll(_ object: JSONObject, depth: Int) throws(PayloadError) -> Bool {
    guard object["jsonrpc"] != nil || object["id"] != nil,
      let list = object["result"]?.object?["value"]?.array
    else {
      return false
    }
    if list.count > 1 { note(.severalPushes(list.count)) }
    guard let first = list.first?.object else {
      noteNoPushInside()
      return true
    }
    add(Payload(envelope: .poll, fields: first))
    return true
  }
}
