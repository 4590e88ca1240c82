import MFACore

extension FlagTable {
  static let serving: [Flag] = [
    .value("host", .text("ADDRESS")) { $0.listen.host = $1 }
      .help("the address to listen on (default 127.0.0.1)")
      .details(
        "An IPv4 or IPv6 address, or localhost. One that other machines reach needs --allow-remote."
      ),
    .value("port", .count("PORT", in: 0...65_535)) { $0.listen.port = $1 }
      .help("the port to listen on; 0, the default, picks a free one")
      .details("The address is the first line of standard output, with --json as {\"url\": …}."),
    .toggle("allow-remote") { $0.listen.allowRemote = true }
      .help("let --host name an address that other machines reach")
      .details("Always warns: whoever reaches the port may use it."),
    .value("allow-host", .hostName) { $0.listen.allowedHosts.append($1) }
      .help("a host name, beyond addresses and localhost, to be asked by; repeatable")
      .details("As other containers know it. Other names are refused, since any web page can own one."),
    .file("state") { $0.listen.journal = $1 }
      .help("keep the service's state in this journal across restarts")
      .details("It survives the end of the program, kill -9 included, but not a power cut.").of(.serve),
    .value("count", .count(in: 1...1_000_000_000)) { $0.listen.count = $1 }
      .help("stop after this many pushes or notifications")
      .of(.listen, .inboxWatch),
    .value("max-pending", .count(in: 1...100_000)) { $0.listen.mostPending = $1 }
      .help("pushes that may wait for their answer (default 1000)")
      .details("Further ones get 503.").of(.listen),
  ]

  static let device: [Flag] = [
    .value("token", .pushToken) { $0.device.token = $1 }
      .help("the push token in hexadecimal or base 64; new makes one up")
      .details("Default: the token that the device has, or a new one when it has none.")
      .of(.deviceRegister, .enroll),
    .value("environment", .choice("NAME")) { $0.device.environment = $1 }
      .help("the push provider's side that the token is for (default sandbox)"),
    .value("topic", .token("BUNDLE", marks: ".-_", limit: 255)) { $0.device.topic = $1 }
      .help("the app's bundle identifier, which pushes are addressed to"),
    .value("callback-url", .endpoint) { $0.device.callbackURL = $1 }
      .help("where the practice service is to deliver pushes, such as to 'listen'"),
    .value("callback-form", .choice("FORM")) { $0.device.callbackForm = $1 }
      .help("in which form it delivers them (default plain)"),
  ]

  static let listing: [Flag] = [
    .value("page", .count(in: 1...1_000_000)) { $0.inbox.page = $1 }
      .help("the page, counted from 1 (default 1)"),
    .value("size", .count(in: 1...100)) { $0.inbox.size = $1 }
      .help("notifications on a page (default 20)"),
    .toggle("all") { $0.inbox.all = true }
      .help("all pages, from --page on"),
    .value("status", .words(among: InboxNotification.Status.allCases.map(\.rawValue))) {
      $0.inbox.statuses = $1
    }
    .help("only of these statuses: new, read, accepted, declined, expired, deleted"),
    .value("type", .words(among: InboxNotification.Kind.allCases.map { $0.rawValue + "s" })) {
      $0.inbox.types = $1
    }
    .help("only of these types: messages, lifecycle-events, requests"),
    .value("out-of-band", .yesOrNo) { $0.inbox.outOfBand = $1 }
      .help("only those that are, or are not, for a sign-on elsewhere"),
  ]

  static let accepting: [Flag] = [
    .value("credential", .text("ID", limit: Credential.nameLimit)) { $0.credential = $1 }
      .help("the credential to accept with, or with --poll to ask with")
      .details(
        "Needed when several are eligible; listen asks with each of them otherwise. With --poll ID@ENDPOINT tells "
          + "those of two servers apart."
      ).of(.inboxAccept, .login, .respond, .listen),
    .file("pin-file") { $0.login.pinFile = $1 }
      .help("the PIN, in the first line of this file")
      .details("A file, so that the PIN shows up in no process list. Without it the PIN is typed unseen."),
    .value("face", .choice("RESULT")) { $0.login.face = $1 }
      .help("what the camera sees, for a request that asks for a face"),
    .toggle("yes") { $0.isSure = true }
      .help("delete without asking")
      .of(.inboxDelete),
  ]

  static let signingOn: [Flag] = [
    .file("qr", placeholder: "TEXT|FILE|-") { $0.login.code = $1 }
      .help("the text of the QR code, a file with it, or - for standard input"),
    .value("deep-link", .text("URL")) { $0.login.deepLink = $1 }
      .help("the deep link"),
    .loginAnswer("accept", .accept)
      .help("accept the request without asking"),
    .loginAnswer("decline", .decline)
      .help("decline the request without asking"),
    .loginAnswer("no-answer", .handOver)
      .help("leave the request in the inbox, and say its id"),
    .value("interval", .seconds(from: 0.01)) { $0.poll.interval = $1 }
      .help("time between two looks (default 1; of listen 2)")
      .details("With respond and listen it goes with --poll.").of(.login, .respond, .listen),
    .value("retry-limit", .count(in: 0...100_000)) { $0.poll.retryLimit = $1 }
      .help("further looks before giving up (exit 5; default 60)")
      .details("With respond it goes with --poll.").of(.login, .respond),
  ]

  static let enrolment: [Flag] = [
    .file("credential-file") { $0.credentialFile = $1 }
      .help("the credentials in this file, and not those of the state")
      .details(
        "For jobs that keep no state. enroll makes the file when it is missing; keys lie beside it."
      ),
    .value("key-type", .choice("TYPE")) { $0.keyType = $1 }
      .help("the key of a push token (default rsa-4096)")
      .details("privacyIDEA takes RSA; eduMFA takes P-256 as well. PingAM shares a secret instead.")
      .of(.enroll),
    .toggle("poll") { $0.poll.isOn = true }
      .help("ask the service for pushes instead of being given them")
      .details("For tokens of privacyIDEA and eduMFA, with or without a push channel.")
      .of(.respond, .listen),
    .value("push", .text("ID", limit: 256)) { $0.poll.pushID = $1 }
      .help("with --poll: the push to answer, when several wait")
      .of(.respond),
  ]
}
