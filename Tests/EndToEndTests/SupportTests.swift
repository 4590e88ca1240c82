import Foundation
import Testing

@Suite("The support for the end-to-end tests, tried on the shell and on curl")
struct SupportTests {
  /// Runs a shell script without a terminal.
  private func sh(
    _ script: String,
    stdin: StandardInput = .null,
    stdout: StandardOutput = .capture,
    environment: [String: String] = [:],
    timeout: Double = 10
  ) throws -> RunResult {
    try Binary.run(
      ["-c", script],
      stdin: stdin,
      stdout: stdout,
      environment: environment,
      timeout: timeout,
      program: "/bin/sh"
    )
  }

  /// Runs a shell script on a terminal.
  private func terminal(_ script: String, stdin: StandardInput = .terminal) throws -> TerminalRun {
    try TerminalRun(["-c", script], stdin: stdin, program: "/bin/sh")
  }

  @Suite("Processes")
  struct Processes {
    private let support = SupportTests()

    @Test func findsTheProgram() throws {
      #expect(FileManager.default.isExecutableFile(atPath: try Binary.path()))
    }

    @Test func reportsStatusAndStreams() throws {
      let result = try support.sh("echo out; echo err >&2; exit 7")
      #expect(result.status == .exited(7))
      #expect(result.stdout == "out\n")
      #expect(result.stderr == "err\n")
    }

    @Test func reportsTheSignal() throws {
      #expect(try support.sh("kill -TERM $$").status == .signalled(SIGTERM))
    }

    @Test func muchOutputOnBothStreamsDoesNotHang() throws {
      let result = try support.sh(
        "i=0; while [ $i -lt 2000 ]; do printf '%0100d' $i; printf '%0100d' $i >&2; i=$((i + 1)); done"
      )
      #expect(result.output.count == 200_000)
      #expect(result.stderr.utf8.count == 200_000)
    }

    @Test func muchInputDoesNotHang() throws {
      let input = [UInt8](repeating: 0x61, count: 300_000)
      #expect(try support.sh("cat", stdin: .data(input)).output == input)
    }

    @Test func inputThatNobodyReadsDoesNoHarm() throws {
      let input = [UInt8](repeating: 0x61, count: 300_000)
      #expect(try support.sh("exec 0<&-; sleep 0.1", stdin: .data(input)).status == .exited(0))
    }

    @Test func whatHangsIsKilled() throws {
      let start = secondsNow()
      let failure = #expect(throws: SupportFailure.self) {
        try support.sh("echo waiting; exec sleep 60", timeout: 0.3)
      }
      #expect(failure?.description.contains("waiting") == true)
      #expect(secondsNow() - start < 1.5)
    }

    @Test func theChildOfAChildDoesNotHoldUpTheEnd() throws {
      let result = try support.sh("sleep 2 & echo done")
      #expect(result.stdout == "done\n")
      #expect(result.seconds < 1.5)
    }

    @Test func onlyTheGivenEnvironmentIsThere() throws {
      let result = try support.sh(
        "env | sort | grep -Ev '^(PWD|OLDPWD|SHLVL|_)='",
        environment: ["GIVEN": "1"]
      )
      let names = result.stdout.split(separator: "\n").map { $0.prefix { $0 != "=" } }
      #expect(names == ["GIVEN", "HOME", "LC_ALL", "PATH"])
    }

    @Test func onlyThreeDescriptorsAreOpen() throws {
      let result = try support.sh(
        "for fd in 3 4 5 6 7 8 9; do { true >&$fd; } 2>/dev/null && echo $fd; done; :"
      )
      #expect(result.stdout == "")
    }

    @Test func argumentsNeedNotBeUTF8() throws {
      let result = try Binary.run(
        bytes: [Array("-c".utf8), Array("printf %s \"$1\"".utf8), Array("sh".utf8), [0xff, 0x61]],
        program: "/bin/sh"
      )
      #expect(result.output == [0xff, 0x61])
    }

    @Test(arguments: [
      (StandardInput.null, "end"), (.closed, "closed"), (.text("line\n"), "line"), (.terminal, "terminal"),
    ])
    func standardInput(_ input: StandardInput, _ expected: String) throws {
      let script = """
        if ! { true 3<&0; } 2>/dev/null; then echo closed
        elif [ -t 0 ]; then echo terminal
        elif read -r line; then echo "$line"; else echo end; fi
        """
      #expect(try support.sh(script, stdin: input).stdout == "\(expected)\n")
    }

    @Test func anEmptyOpenPipeNeverEnds() throws {
      let result = try support.sh("cat & sleep 0.2; kill -0 $! && echo waits; kill $!", stdin: .emptyOpenPipe)
      // A shell gives its background jobs /dev/null, so the pipe is handed over by number.
      let handed = try support.sh(
        "exec 3<&0; cat <&3 & sleep 0.2; kill -0 $! && echo waits; kill $!",
        stdin: .emptyOpenPipe
      )
      #expect(result.stdout == "" && handed.stdout == "waits\n")
    }

    @Test func aBrokenPipeEndsTheWriter() throws {
      #expect(try support.sh("echo x; exit 3", stdout: .brokenPipe).status == .signalled(SIGPIPE))
    }

    @Test func aMissingProgramIsAnError() {
      #expect(throws: SupportFailure.self) { try Binary.run(program: "/nonexistent/program") }
    }
  }

  @Suite("Terminals")
  struct Terminals {
    private let support = SupportTests()

    @Test func withoutOneThereIsNone() throws {
      #expect(try support.sh("true < /dev/tty").status != .exited(0))
    }

    @Test func thePayloadIsPipedWhileAnswersAreTyped() throws {
      let run = try support.terminal(
        "cat; printf 'Number? ' >/dev/tty; read -r answer </dev/tty; echo \"got $answer\"",
        stdin: .text("payload\n")
      )
      try run.expect("Number? ")
      try run.type("34\n")
      let result = try run.finish()
      #expect(result.stdout == "payload\ngot 34\n")
      #expect(result.screen == "Number? 34\r\n")
    }

    @Test func controlCKillsBySignal() throws {
      let run = try support.terminal("echo ready >/dev/tty; exec sleep 30")
      try run.expect("ready")
      try run.sendControlC()
      #expect(try run.finish().status == .signalled(SIGINT))
    }

    @Test func controlDIsTheEndOfInput() throws {
      let run = try support.terminal("echo ready >/dev/tty; cat; echo ended")
      try run.expect("ready")
      try run.sendEndOfFile()
      #expect(try run.finish().stdout == "ended\n")
    }

    @Test func hangingUpSendsHangUp() throws {
      let run = try support.terminal("echo ready >/dev/tty; exec sleep 30")
      try run.expect("ready")
      run.hangUp()
      #expect(try run.finish().status == .signalled(SIGHUP))
    }

    @Test func signalsAreSent() throws {
      let run = try support.terminal(
        "trap 'echo caught; exit 4' TERM; echo ready >/dev/tty; while :; do sleep 0.05; done"
      )
      try run.expect("ready")
      run.signal(SIGTERM)
      let result = try run.finish()
      #expect(result.status == .exited(4))
      #expect(result.stdout == "caught\n")
    }

    @Test func knowsWhetherTheTerminalEchoes() throws {
      let run = try support.terminal(
        "stty -echo; echo off >/dev/tty; read -r x; stty echo; echo on >/dev/tty; read -r x"
      )
      try run.expect("off")
      #expect(try !run.echoes)
      try run.type("secret\n")
      try run.expect("on")
      #expect(try run.echoes)
      try run.type("\n")
      #expect(try !run.finish().screen.contains("secret"))
    }

    @Test func aScriptOutlivesTheProgram() throws {
      let run = try TerminalRun(
        script: "trap : INT; \"$@\"; echo \"ended with $?\" >/dev/tty; read -r _ </dev/tty",
        ["-c", "stty -echo </dev/tty; echo ready >/dev/tty; exec sleep 30"],
        program: "/bin/sh"
      )
      try run.expect("ready")
      try run.sendControlC()
      try run.expect("ended with 130")
      #expect(try !run.echoes)
      try run.type("\n")
      #expect(try run.finish().status == .exited(0))
    }

    @Test func aBackgroundJobIsStoppedWhenItReads() throws {
      let run = try TerminalRun(
        script: "set -m; \"$@\" & sleep 0.3; jobs; kill -KILL %1",
        ["-c", "read -r x </dev/tty"],
        program: "/bin/sh"
      )
      #expect(try run.finish().stdout.contains("Stopped"))
    }

    @Test func knowsItsSize() throws {
      let run = try TerminalRun(["-c", "stty size"], columns: 43, program: "/bin/sh")
      #expect(try run.finish().stdout == "24 43\n")
    }

    @Test func whatIsMissingIsReportedWithWhatWasSeen() throws {
      let run = try support.terminal("echo hello >/dev/tty; exec sleep 30")
      let failure = #expect(throws: SupportFailure.self) { try run.expect("goodbye", within: 0.3) }
      #expect(failure?.description.contains("hello") == true)
      #expect(failure?.description.contains("SupportTests.swift") == true)
    }

    @Test func theLastWordsAreSeen() throws {
      // A terminal hands its last bytes over a little after the end of its last program.
      for _ in 0..<20 {
        let run = try support.terminal("echo last words >/dev/tty")
        try run.expect("last words")
        #expect(try run.finish().status == .exited(0))
      }
    }

    @Test func eachExpectationLooksBehindTheLastOne() throws {
      let run = try support.terminal("echo one >/dev/tty; sleep 0.1; echo two one >/dev/tty")
      #expect(try run.expect("one") == "one")
      #expect(try run.expect("one") == "\r\ntwo one")
      #expect(throws: SupportFailure.self) { try run.expect("one", within: 0.2) }
    }
  }

  @Suite("Replies of the case files")
  struct Replies {
    private func parse(_ text: String) -> [String] {
      ReplyScript.parse(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
      ("HTTP/1.1 204 No Content\nA: b\n", ["HTTP/1.1 204 No Content\r\nA: b\r\n\r\n"]),
      ("HTTP/1.1 200 OK\n\nbody\nline", ["HTTP/1.1 200 OK\r\n\r\nbody\nline"]),
      (
        "HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n\n%%\nHTTP/1.1 200 OK\r\n\r\n<p>",
        ["HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n<p>"]
      ),
      (
        "HTTP/1.1 200 OK\r\n\r\na\r\n%%\r\nHTTP/1.1 201 X\r\n\r\n",
        ["HTTP/1.1 200 OK\r\n\r\na", "HTTP/1.1 201 X\r\n\r\n"]
      ),
    ])
    func areTakenApart(_ file: String, _ replies: [String]) {
      #expect(parse(file) == replies)
    }
  }

  @Suite(
    "Servers, with curl as their client",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl")
  )
  struct Servers {
    private func curl(_ arguments: String...) throws -> RunResult {
      try Binary.run(["-sS", "-m", "3"] + arguments, program: "/usr/bin/curl")
    }

    @Test func recordsARequest() throws {
      let server = try LoopbackServer()
      let result = try curl("-H", "X-Test:  a b ", "-d", #"{"a":1}"#, server.url("/respond?x=1"))
      #expect(result.stdout == #"{"status":"ok"}"#)
      let request = try #require(server.requests.first)
      #expect(server.requests.count == 1 && server.connectionCount == 1)
      #expect(request.method == "POST" && request.path == "/respond?x=1" && request.isComplete)
      #expect(request.header("x-test") == "a b")
      #expect(request.header("X-Other") == nil)
      #expect(try request.json()["a"] as? Int == 1)
    }

    @Test func repliesInOrder() throws {
      let file = "HTTP/1.1 302 Found\nLocation: /login\nContent-Length: 0\n\n%%\nHTTP/1.1 200 OK\n\nwelcome"
      let server = try LoopbackServer(replies: ReplyScript.parse(Array(file.utf8)))
      #expect(try curl("-L", server.url()).stdout == "welcome")
      #expect(server.requests.map(\.path) == ["/", "/login"])
    }

    @Test func bigBodies() throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("body", [UInt8](repeating: 0x61, count: 2_000_000))
      let server = try LoopbackServer { .status("200 OK", body: $0.bodyText) }
      #expect(try curl("--data-binary", "@\(file)", server.url()).output.count == 2_000_000)
    }

    @Test(
      "Ways to fail, as curl sees them",
      arguments: [
        (LoopbackServer.Action.closeAtOnce, 52),
        (.reset, 56),
        (.hang, 28),
        (.replyThen(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8), .close), 18),
        (.replyThen(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8), .hang), 28),
        (.replyThen(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8), .reset), 56),
        (.drip(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8), perByte: 0.1), 28),
        (.drip(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8), perByte: 0.002), 0),
      ] as [(LoopbackServer.Action, Int32)]
    )
    func failing(_ action: LoopbackServer.Action, _ code: Int32) throws {
      let server = try LoopbackServer { _ in action }
      #expect(try curl("-m", "0.5", server.url()).status == .exited(code))
      #expect(server.requests.count == 1)
    }

    @Test(
      "Ways not to be welcome",
      arguments: [(LoopbackServer.Welcome.closeAtOnce, [52, 56]), (.hang, [28]), (.reset, [7, 55, 56])]
        as [(LoopbackServer.Welcome, [Int32])]
    )
    func unwelcoming(_ welcome: LoopbackServer.Welcome, _ codes: [Int32]) throws {
      let server = try LoopbackServer(welcome: welcome)
      let status = try curl("-m", "0.5", server.url()).status
      #expect(codes.contains { status == .exited($0) }, "\(status)")
      #expect(server.requests.isEmpty && server.connectionCount == 1)
    }

    @Test func connectionsAreKept() throws {
      let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na".utf8)
      let server = try LoopbackServer { _ in .replyThen(reply, .awaitNext) }
      #expect(try curl(server.url("/1"), server.url("/2")).stdout == "aa")
      #expect(server.requests.map(\.path) == ["/1", "/2"] && server.connectionCount == 1)
    }

    @Test func nothingListensAfterItsEnd() throws {
      let server = try LoopbackServer { _ in .hang }
      let run = try ChildProcess(
        Launch(program: "/usr/bin/curl", arguments: [Array("-sS".utf8), Array(server.url().utf8)])
      )
      try server.waitForRequests(1)
      server.stop()
      #expect(try run.finish(within: 2, at: #_sourceLocation).status == .exited(52))
      #expect(try curl("http://127.0.0.1:\(LoopbackServer.unusedPort())/").status == .exited(7))
    }

    @Test("IPv6", .enabled(if: LoopbackServer.hasIPv6, "needs ::1"))
    func version6() throws {
      let server = try LoopbackServer(family: .ipv6)
      #expect(try curl(server.url()).status == .exited(0))
    }

    @Suite("TLS", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
    struct TLS {
      private let servers = Servers()

      @Test(
        arguments: [
          (TLSIdentity.good, 0), (.selfSigned, 60), (.unknownAuthority, 60), (.expired, 60), (.wrongHost, 60),
        ] as [(TLSIdentity, Int32)]
      )
      func identities(_ identity: TLSIdentity, _ code: Int32) throws {
        let server = try LoopbackServer(tls: identity)
        let result = try servers.curl("--cacert", Certificates.authority, "-d", "x=1", server.url())
        #expect(result.status == .exited(code), "\(result)")
        #expect(server.requests.map(\.bodyText) == (code == 0 ? ["x=1"] : []))
        // The name is looked at after the handshake, so the server can't tell.
        let isSeen = code != 0 && identity.certificate != TLSIdentity.wrongHost.certificate
        #expect(!isSeen || holds(within: 2) { server.handshakeFailures.count == 1 })
        #expect(try servers.curl("--insecure", server.url()).status == .exited(0))
      }

      @Test func clientCertificates() throws {
        let server = try LoopbackServer(tls: .clientsOnly)
        let trust = ["--cacert", Certificates.authority]
        func curl(_ arguments: [String]) throws -> ExitStatus {
          let all = ["-sS", "-m", "3"] + trust + arguments + [server.url()]
          return try Binary.run(all, program: "/usr/bin/curl").status
        }
        #expect(try curl([]) != .exited(0))
        let other = ["--cert", Certificates.otherClient, "--key", Certificates.otherClientKey]
        #expect(try curl(other) != .exited(0))
        #expect(server.requests.isEmpty)
        #expect(try curl(["--cert", Certificates.client, "--key", Certificates.clientKey]) == .exited(0))
        let password = try String(contentsOfFile: Certificates.clientKeyPassword, encoding: .utf8)
          .trimmingCharacters(in: .newlines)
        let encrypted = ["--key", Certificates.encryptedClientKey, "--pass", password]
        #expect(try curl(["--cert", Certificates.client] + encrypted) == .exited(0))
        #expect(server.requests.count == 2)
      }

      @Test func aHandshakeThatHangsEndsWithTheServer() throws {
        let server = try LoopbackServer(tls: .good, welcome: .hang)
        #expect(try servers.curl("-k", "-m", "0.3", server.url()).status == .exited(28))
      }

      @Test func bigBodies() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("body", [UInt8](repeating: 0x61, count: 2_000_000))
        let server = try LoopbackServer(tls: .good) { .status("200 OK", body: $0.bodyText) }
        let result = try servers.curl("-k", "--data-binary", "@\(file)", server.url())
        #expect(result.output.count == 2_000_000)
      }
    }
  }
}
