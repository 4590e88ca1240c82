package import MFACore

/// What a service answers, always JSON.
package struct ServiceResponse: Sendable, Equatable {
  package let status: Int
  /// Further header fields, such as `Allow`; type, length and those of the connection are the listener's.
  package let headers: [HTTPHeader]
  package let body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// What is said once a push's answer or event is written down.
  static func recorded(push id: String) -> ServiceResponse {
    var object = JSONObjectWriter()
    object.add("id", id)
    object.add("recorded", true)
    var body = object.finish()
    body.append(UInt8(ascii: "\n"))
    return ServiceResponse(status: 200, body: body)
  }

  static func json(_ status: Int, _ object: JSONObject, headers: [HTTPHeader] = []) -> ServiceResponse {
    var body = JSONWriter.bytes(.object(object))
    body.append(UInt8(ascii: "\n"))
    return ServiceResponse(status: status, headers: headers, body: body)
  }
}

/// What is to be done with a request.
package enum ServiceReply: Sendable, Equatable {
  case response(ServiceResponse)
  /// Nothing to say yet (a long poll): the same request is asked about again when another one has changed something,
  /// and at this time at the latest.
  case wait(until: Timestamp)
}

/// Everything that follows from one request. Nothing of it has happened yet.
///
/// In this order: the changes' lines are written to the journal, the changes applied, the reply sent, the pushes
/// delivered. Where there is no room for the deliveries or writing fails, none of it happens, and the service stands as
/// before.
package struct ServiceAnswer: Sendable, Equatable {
  package let changes: [ServiceChange]
  package let deliveries: [ServiceDelivery]
  package let reply: ServiceReply

  /// What is said when the changes of a request could not be written down, so that nothing has changed.
  package static let notWritten = ServiceAnswer(
    changes: [],
    deliveries: [],
    reply: .response(
      .json(
        500,
        JSONObject(["error": .string("the service could not write its journal; nothing has changed")])
      )
    )
  )

  /// What is said when the pushes of a request have no room among those that wait to be delivered, so that nothing has
  /// changed. It is the only reply with `Retry-After`: the phones make room by themselves.
  package static let deliveriesFull = ServiceAnswer(
    changes: [],
    deliveries: [],
    reply: .response(
      .json(
        503,
        JSONObject([
          "error": .string("too many pushes wait to be delivered; nothing has changed, try again")
        ]),
        headers: [HTTPHeader("Retry-After", .plain("1"))]
      )
    )
  )
}
