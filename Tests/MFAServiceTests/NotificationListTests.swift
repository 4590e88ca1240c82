import MFACore
import MFAService
import Testing

/// Pages, filters, and waiting for what is new.
@Suite("Notification lists")
struct NotificationListTests {
  /// One of every type and status, at 10 seconds.
  private func mixedClient() -> Client {
    var client = Client()
    let lives: [[Step]] = [
      [.notify(#""title":"new message""#)],
      [.notify(#""title":"read message","outOfBand":true"#), .act("read")],
      [.notify(#""title":"expired message","lifetime":5"#)],
      [.notify(#""title":"acknowledged message""#), .act("acknowledge")],
      [.notify(#""title":"new event","type":"lifecycle-event""#)],
      [.notify(#""title":"deleted event","type":"lifecycle-event","outOfBand":true"#), .delete()],
      [.ask(#","title":"new request""#)],
      [.ask(#","title":"accepted request","outOfBand":true"#), .accept()],
      [.ask(#","title":"declined request""#), .decline()],
      [.ask(#","title":"expired request","lifetime":5"#)],
      [.ask(#","title":"deleted request""#), .accept(), .delete()],
    ]
    for step in lives.joined() { #expect(client.send(step).status < 300) }
    return client
  }

  @Test(arguments: [
    ("", "mnrxaNRADX"), ("?status=new", "mNR"), ("?status=read", "ra"), ("?status=accepted", "A"),
    ("?status=declined", "D"), ("?status=expired", "xX"), ("?status=deleted", "dZ"),
    ("?status=new,read", "mrNRa"), ("?status=read,new,read", "mrNRa"),
    ("?status=new,read,accepted,declined,expired", "mrxaNRADX"),
    ("?status=new,read,accepted,declined,expired,deleted", "mrxaNRADXdZ"),
    ("?type=messages", "mrxa"), ("?type=lifecycle-events", "N"), ("?type=requests", "RADX"),
    ("?type=messages,requests", "mrxaRADX"), ("?type=messages,lifecycle-events,requests", "mrxaNRADX"),
    ("?outOfBand=yes", "rA"), ("?outOfBand=no", "mxaNRDX"), ("?outOfBand=yes&status=deleted", "d"),
    ("?type=requests&status=new,deleted&outOfBand=no", "RZ"), ("?type=requests&status=read", ""),
    ("?%74ype=requests&status=new%2Cdeleted", "RZ"),
  ])
  func areFiltered(query: String, letters: String) {
    var client = mixedClient()
    let names: [(Character, String)] = [
      ("m", "new message"), ("r", "read message"), ("x", "expired message"), ("a", "acknowledged message"),
      ("N", "new event"), ("d", "deleted event"), ("R", "new request"), ("A", "accepted request"),
      ("D", "declined request"), ("X", "expired request"), ("Z", "deleted request"),
    ]
    let expected = names.filter { letters.contains($0.0) }.map(\.1)
    let body = client.send(Step("GET", "/notifications\(query)", at: 10)).body
    #expect(body.titles == expected.reversed())
    #expect(body["total"] == .number(JSONNumber(expected.count)))
    // The pages of two that follow each other are the same list.
    let size = query.isEmpty ? "?size=2" : query + "&size=2"
    let pages = (1...7).flatMap {
      client.send(Step("GET", "/notifications\(size)&page=\($0)", at: 10)).body.titles
    }
    #expect(pages == expected.reversed())
  }

  @Test(arguments: [
    "?page=0", "?page=x", "?page=1000001", "?size=0", "?size=101", "?status=", "?status=new,", "?status=x",
    "?status=New", "?status=new,new,new,new,new,new,new", "?type=message", "?type=", "?type=requests,x",
    "?outOfBand=true", "?outOfBand=yes,no", "?outOfBand=", "?wait=5", "?page=1&wait=5", "?after=0&page=1",
    "?after=0&status=new", "?after=-1", "?after=x", "?after=", "?after=9007199254740992", "?after=0&wait=61",
    "?after=0&wait=-1", "?after=0&wait=", "?after=0&after=1", "?sequence=1", "?status=new&status=read",
  ])
  func areRefused(query: String) throws {
    try Exchange("", Step("GET", "/notifications" + query), 400).check()
  }

  @Test(arguments: [("", 5, 1, 20), ("?page=3&size=2", 1, 3, 2), ("?page=4&size=2", 0, 4, 2)])
  func areCounted(query: String, count: Int, page: Int, size: Int) {
    var client = Client()
    for _ in 0..<5 { _ = client.send(.notify()) }
    let body = client.send(Step("GET", "/notifications" + query)).body
    #expect(body.notifications.count == count)
    #expect(body["page"] == .number(JSONNumber(page)) && body["size"] == .number(JSONNumber(size)))
    #expect(body["total"] == .number(JSONNumber(5)))
    #expect(client.send(Step("GET", "/notifications?page=1000000&size=100")).body.titles.isEmpty)
  }

  struct Poll: CustomTestStringConvertible, Sendable {
    let name: String
    let query: String
    /// When it came, and when it is answered.
    var arrival = 0.0
    var now = 0.0
    let reply: Reply

    enum Reply: Sendable {
      case waits(until: Double)
      case found(String, sequence: Int)
    }

    var testDescription: String { name }
  }

  /// Of five, called by their numbers, the second and the last are deleted.
  @Test(arguments: [
    Poll(name: "from the beginning", query: "?after=0", reply: .found("134", sequence: 5)),
    Poll(name: "from the middle", query: "?after=1&wait=60", reply: .found("34", sequence: 5)),
    Poll(name: "from a deleted one", query: "?after=2", reply: .found("34", sequence: 5)),
    Poll(name: "from the last that is there", query: "?after=4", reply: .found("", sequence: 5)),
    Poll(name: "a wait for one", query: "?after=4&wait=9.5", reply: .waits(until: 9.5)),
    Poll(name: "asked again", query: "?after=5&wait=60", now: 59.999, reply: .waits(until: 60)),
    Poll(name: "its end", query: "?after=5&wait=60", now: 60, reply: .found("", sequence: 5)),
    Poll(
      name: "a wait that began later",
      query: "?after=5&wait=1",
      arrival: 7,
      now: 7,
      reply: .waits(until: 8)
    ),
    Poll(name: "no wait", query: "?after=5&wait=0", reply: .found("", sequence: 5)),
    // Of another service's life: its number says where this one stands.
    Poll(name: "beyond the last", query: "?after=9007199254740991", reply: .found("", sequence: 5)),
  ])
  func tellWhatIsNew(_ poll: Poll) {
    var client = Client()
    for number in 1...5 {
      _ = client.send(.notify(#""title":"\#(number)""#))
      if [2, 5].contains(number) { _ = client.send(.delete()) }
    }
    let step = Step("GET", "/notifications" + poll.query, at: poll.now)
    switch poll.reply {
    case .waits(let end):
      #expect(client.answer(step, arrivedAt: poll.arrival).reply == .wait(until: Client.time(end)))
    case .found(let titles, let sequence):
      guard case .response(let response) = client.answer(step, arrivedAt: poll.arrival).reply,
        let body = (try? JSONReader.read(String(decoding: response.body, as: UTF8.self)))?.value.object
      else { return #expect(Bool(false), "it waits") }
      #expect(body.titles.joined() == titles)
      #expect(body["sequence"] == .number(JSONNumber(sequence)))
    }
  }

  /// Whoever goes on from the number that was told sees each one once.
  @Test func loseNoneAndRepeatNone() {
    var (client, sequence, seen) = (Client(), "0", [String]())
    for number in 1...450 {
      _ = client.send(.notify(#""title":"\#(number)""#))
      if number % 7 == 0 { _ = client.send(.delete()) }
      guard number % 150 == 0 else { continue }
      while true {
        let body = client.send(Step("GET", "/notifications?after=\(sequence)")).body
        guard case .number(let next)? = body["sequence"] else { return #expect(Bool(false)) }
        #expect(body.titles.count <= 100)
        seen += body.titles
        if next.spelling == sequence { break }
        sequence = next.spelling
      }
    }
    #expect(seen == (1...450).filter { $0 % 7 != 0 }.map { String($0) })
  }

  /// Ten thousand in pages of a hundred: all of them in order, and the last page takes no longer than the first.
  @Test func pageThroughThousands() throws {
    var service = PracticeService(seed: 1)
    try service.fillInbox(3000)
    for filter in ["", "&type=requests,messages&outOfBand=no"] {
      var (titles, times): ([String], [Duration]) = ([], [])
      for page in 1...31 {
        let query = "page=\(page)&size=100" + filter
        let request = ServiceRequest(
          method: "GET",
          path: "/notifications",
          query: query,
          body: []
        )
        var response: ServiceResponse?
        times.append(ContinuousClock().measure { response = service.respond(request, now: Client.time(0)) })
        let text = String(decoding: response?.body ?? [], as: UTF8.self)
        titles += (try? JSONReader.read(text))?.value.object?.titles ?? []
      }
      #expect(titles == (0..<3000).reversed().map { String($0) })
      let (first, last) = (times[..<10].sorted()[5], times[20..<30].sorted()[5])
      #expect(last < first * 3, "\(first) \(last)")
    }
  }
}
