extension Provider {
  /// eduMFA's push token, a fork of privacyIDEA's with the same map and an endpoint of its own. Its older token
  /// type uses privacyIDEA's endpoint, so a push alone does not tell the two apart.
  package static let eduMFA: Provider = Provider(
    name: .edumfa,
    recognises: { payload in
      PushTokenReader.recognises(payload)
        && (payload.fields["url"]?.string?.trimmed.endsWith("/ttype/edupush") ?? false)
    },
    read: { (payload, reception, warnings) throws(PayloadError) in
      try PushTokenReader(payload: payload, row: .eduMFA).push(reception, warnings: &warnings)
    },
    answering: .enrolled(.pushToken),
    credentials: .pushToken(.eduMFA),
    // Its URIs are read with privacyIDEA's, from which it may differ by an address alone.
    polling: .pushToken,
    tokenUpdate: .pushToken,
    facts: .pushToken(article: "an")
  )
}

extension ProviderName {
  package static let edumfa = ProviderName("edumfa")
}
