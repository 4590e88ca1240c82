/// What other programs call the same, so that who types it is told what it is called here.
enum Synonyms {
  /// Words that are no command.
  static let commands: [String: [String]] = table([
    (["approve", "allow", "confirm", "grant", "yes", "ok"], ["'mfa-cli --approve PAYLOAD'"]),
    (["deny", "reject", "refuse", "no"], ["'mfa-cli --deny PAYLOAD'"]),
    (["accept"], ["'mfa-cli --approve PAYLOAD'", "'mfa-cli inbox accept ID'"]),
    (["decline"], ["'mfa-cli --deny PAYLOAD'", "'mfa-cli inbox decline ID'"]),
    (["answer", "reply", "send"], ["'mfa-cli respond PAYLOAD'"]),
    (["version"], ["'mfa-cli --version'"]),
    (["usage", "commands"], ["'mfa-cli help'"]),
    (["read", "parse", "decode", "classify", "check", "explain", "cat"], ["'mfa-cli inspect PAYLOAD'"]),
    (["push", "trigger", "create", "simulate"], ["'mfa-cli demo'", "POST /pushes of 'mfa-cli serve'"]),
    (["try", "sample", "example", "test"], ["'mfa-cli demo'"]),
    (["start", "server", "service", "run", "mock"], ["'mfa-cli serve'"]),
    (["phone", "receive", "daemon"], ["'mfa-cli listen'"]),
    (["poll"], ["'mfa-cli respond --poll'", "'mfa-cli listen --poll'"]),
    (["watch"], ["'mfa-cli inbox watch'", "'mfa-cli listen'"]),
    (["register"], ["'mfa-cli enroll'", "'mfa-cli device register'"]),
    (["add", "import", "provision"], ["'mfa-cli enroll'"]),
    (["signin", "sign-in", "signon", "sign-on", "logon", "scan", "qr"], ["'mfa-cli login'"]),
    (["notifications"], ["'mfa-cli inbox list'"]),
    (["tokens", "accounts", "keys"], ["'mfa-cli credentials list'"]),
    (["manual", "manpage"], ["'mfa-cli man'"]),
  ])

  /// Words that are no flag, and letters that are none.
  static let flags: [String: [String]] = table([
    (["reject", "refuse", "disapprove"], ["--deny"]),
    (["allow", "confirm", "grant", "ok"], ["--approve"]),
    (["y"], ["--approve", "--yes"]),
    (["otp", "match", "answer", "value"], ["--number"]),
    (["url", "uri", "to", "target", "address", "server", "service", "base-url", "api"], ["--endpoint"]),
    (["timeout", "t", "time-limit", "request-timeout"], ["--max-time"]),
    (["format", "output-format", "output", "o", "j"], ["--json"]),
    (
      ["file", "payload", "input", "data", "data-binary", "body", "f", "i", "d"],
      ["the name of the file alone"]
    ),
    (["no-color", "no-colour", "nocolor", "monochrome"], ["--color never"]),
    (["colour"], ["--color"]),
    (["user", "basic", "u"], ["-H 'Authorization: Basic …'", "--bearer-token-file"]),
    (["user-agent", "A"], ["-H 'User-Agent: …'"]),
    (
      ["bearer", "bearer-token", "token-file", "oauth2-bearer", "auth", "auth-token"], ["--bearer-token-file"]
    ),
    (["x"], ["--proxy"]),
    (["E", "client-cert", "certificate"], ["--cert"]),
    (["client-key", "private-key"], ["--key"]),
    (["pass", "password", "passphrase"], ["--key-password-file", "--pin-file"]),
    (["pin"], ["--pin-file"]),
    (["ca", "ca-file", "cafile", "ca-bundle", "ca-cert", "root-ca"], ["--cacert"]),
    (
      [
        "no-verify", "no-check-certificate", "no-verify-ssl", "skip-verify", "insecure-skip-verify",
        "tls-no-verify",
      ], ["--insecure"]
    ),
    (["s", "silent"], ["--quiet"]),
    (["debug", "trace", "loglevel", "log-level"], ["--verbose"]),
    (["p"], ["--port"]),
    (["a"], ["--approve"]),
    (["wait", "wait-before"], ["--delay"]),
    (["id"], ["--push", "--credential"]),
    (["code", "qr-code"], ["--qr"]),
    (["reason"], ["--deny-reason"]),
    (["dry"], ["--dry-run"]),
    (["non-interactive", "batch", "no-prompt", "no-interactive"], ["--no-input"]),
    (["?"], ["-h"]),
  ])

  /// Words that may follow the first one of a name, such as those of `inbox` and `credentials`.
  static let words: [String: [String]] = table([
    (["approve", "confirm", "allow"], ["accept"]), (["deny", "reject", "refuse"], ["decline"]),
    (["ls", "all"], ["list"]), (["get", "info", "view", "read", "cat"], ["show", "acknowledge"]),
    (["ack", "ok"], ["acknowledge"]), (["rm", "remove", "delete", "del"], ["delete", "remove"]),
    (["tail", "follow", "poll"], ["watch"]), (["enroll", "add"], ["register", "pair"]),
    (["swipe"], ["dismiss"]), (["open", "click"], ["tap"]),
  ])

  /// What a flag of another command is called by this one; nil where it has nothing of the kind.
  static func flag(_ name: String, of command: Command) -> String? {
    switch (command, name) {
    case (.respond, "--accept"), (.respond, "--yes"), (.listen, "--accept"), (.listen, "--yes"): "--approve"
    case (.respond, "--decline"), (.listen, "--decline"): "--deny"
    case (.respond, "--no-answer"): "--action dismiss"
    case (.listen, "--number"): "--number-from FIELD"
    case (.login, "--approve"), (.login, "--yes"): "--accept"
    case (.login, "--deny"): "--decline"
    case (.inboxDelete, "--force"): "--yes"
    default: nil
    }
  }

  private static func table(_ rows: [(words: [String], meant: [String])]) -> [String: [String]] {
    var table: [String: [String]] = [:]
    for row in rows {
      for word in row.words { table[word] = row.meant }
    }
    return table
  }
}
