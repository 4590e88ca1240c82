extension Provider {
  /// eduMFA's push token, a fork of privacyIDEA's with the same map and an endpoint of its own. Its older token
  /// type uses privacyIDEA's endpoint, so a push alone does not tell the two apart.
  static let eduMFA = Provider(
    name: .edumfa,
    recognises: { payload in
      PushTokenReader.recognises(payload)
        && (payload.fields["url"]?.string?.trimmed.endsWith("/ttype/edupush") ?? false)
    },
    read: { (payload, reception, warnings) throws(PayloadError) in
      try PushTokenReader(payload: payload, provider: .edumfa).push(reception, warnings: &warnings)
    },
    answering: .enrolled(.pushToken)
  )
}
