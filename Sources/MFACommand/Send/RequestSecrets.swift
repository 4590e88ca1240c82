import MFACore

/// What in a signed request is not to be shown.
extension HTTPRequest {
  /// Whole signed texts (JWS): where the claims hold a push token, they do in an encoding that no search finds.
  var signedTexts: [Secret] { jwsTexts.map { Secret($0) } }

  /// The signatures alone, as they go on the wire: who has one can send the request.
  var proofs: [Secret] {
    let fields = String(decoding: body, as: UTF8.self).split(separator: "&")
    let forms = fields.filter { $0.hasPrefix("signature=") }.flatMap { field in
      let text = String(field.dropFirst("signature=".count))
      return [text, PercentEncoding.decode(text)]
    }
    return (jwsTexts.compactMap { $0.split(separator: ".").last.map { String($0) } } + forms).map {
      Secret($0)
    }
  }

  private var jwsTexts: [String] {
    let object = (try? JSONReader.read(String(decoding: body, as: UTF8.self)))?.value.object
    return ["jwt", "challenge_response"].compactMap { object?[$0]?.string }
  }
}
