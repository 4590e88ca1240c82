"""Secrets and addresses from outside (findings 1, 6, 18, 19)."""
import json

from lab import Run, Server, row, write

TOKEN = "BEARERCANARY-4711"


def inbox(method, path, _):
    request = {"id": "n1", "sequence": 1, "type": "request", "status": "new", "title": "x", "data": {},
               "created": "2026-11-30T21:29:07Z", "updated": "2026-11-30T21:29:07Z"}
    if path == "/sessions":
        return 200, {}, b'{"session":"s"}'
    return 200, {}, json.dumps({"notification": "n1"} if path.startswith("/sessions/") else request).encode()


def login(*flags, env=None):
    with Server(inbox) as server:
        code = {"version": 1, "service": server.url + "/", "login": "l", "authenticationKey": "k"}
        flags = [flag.replace("ORIGIN", server.url) for flag in flags]
        run = Run("login", "--qr", "-", "--accept", *flags, stdin=json.dumps(code), env=env)
        return run, server.requests


def carries(requests, text):
    return sum(text in str(request) for request in requests)


@row(1, "login-token-variable", "a login code of somebody else's service, and MFA_BEARER_TOKEN_FILE",
     "no request carries the token")
def _():
    run, requests = login(env={"MFA_BEARER_TOKEN_FILE": write("token", TOKEN)})
    leaked = carries(requests, TOKEN)
    return leaked == 0, f"exit {run.code}; {len(requests)} requests, {leaked} with the token"


@row(1, "login-flags", "the same with -H, --bearer-token-file and --cert", "exit 2, nothing is sent")
def _():
    certificate = write("client.pem", "")
    cases = [("-H", "X-Key: " + TOKEN), ("--bearer-token-file", write("token", TOKEN)), ("--cert", certificate)]
    seen = [(run.code, len(requests)) for run, requests in (login(*case) for case in cases)]
    return all(pair == (2, 0) for pair in seen), f"(exit, requests): {seen}"


@row(1, "login-endpoint", "the same with --endpoint ORIGIN, which the user typed", "the requests carry the header")
def _():
    run, requests = login("-H", "X-Key: " + TOKEN, "--endpoint", "ORIGIN")
    return run.code == 0 and carries(requests, TOKEN) == len(requests) > 0, \
        f"exit {run.code}; {carries(requests, TOKEN)} of {len(requests)} requests with it; {run.err.strip()}"


@row(1, "enroll-flags", "an enrollment URI with -H", "exit 2, nothing is sent")
def _():
    with Server() as server:
        uri = f"otpauth://pipush/P1?url={server.url}/ttype/push&ttl=10&enrollment_credential=00&v=1&serial=P1&sslverify=1"
        run = Run("enroll", "-", "-H", "X-Key: " + TOKEN, stdin=uri.replace("http://", "http%3A%2F%2F"))
        return run.code == 2 and not server.requests, f"exit {run.code}, {len(server.requests)} requests"


@row(1, "callback", "a push with a callback of its own, a token in the variable, and a header",
     "the callback gets neither")
def _():
    with Server() as server:
        push = json.dumps({"pushType": "default", "messageId": "m", "callbackUrl": server.url + "/x"})
        run = Run("--approve", "-H", "X-Key: " + TOKEN, stdin=push,
                  env={"MFA_BEARER_TOKEN_FILE": write("token", TOKEN)})
        return len(server.requests) == 1 and not carries(server.requests, TOKEN), \
            f"exit {run.code}; {len(server.requests)} requests, {carries(server.requests, TOKEN)} with a secret"


@row(6, "proxy-password", "proxy variables with a password and a mistake in them", "no stream shows the password")
def _():
    secret, shown = "CANARY", []
    for value in ["http://user:CANARY/PW@127.0.0.1:9", "socks9://user:CANARY@x", "file://user:CANARY@x",
                  "http://user:CANARY@127.0.0.1:9 x", "http://user:CANARY%2@127.0.0.1:9", "user:CANARY@127.0.0.1:9"]:
        run = Run("--approve", "-vv", "--json", "--endpoint", "http://mfa.example.com/x", "-m", "2",
                  stdin='{"pushType":"default"}', env={"http_proxy": value})
        if secret in run.text:
            shown.append(value)
    return not shown, "shown for " + ", ".join(shown) if shown else "never shown"


@row(18, "loopback-spellings", "endpoints on loopback in odd spellings, and http_proxy", "the proxy sees none of them")
def _():
    with Server() as proxy:
        spellings = ["127.0.0.1", "localhost", "127.1", "0177.1", "%31%32%37.0.0.1", "loc%61lhost", "0.0.0.0", "0",
                     "[::]", "[::1]", "[::ffff:7f00:1]", "2130706433", "0x7f.1"]
        for host in spellings:
            Run("--approve", "-m", "2", "--endpoint", f"http://{host}:1/", stdin='{"pushType":"default"}',
                env={"http_proxy": proxy.url, "HTTP_PROXY": proxy.url})
        paths = [request[1] for request in proxy.requests]
        return not paths, f"{len(spellings)} spellings, the proxy saw {paths}"


@row(19, "echoed-secret", "a service that echoes the token, plain, JSON-escaped and percent-encoded",
     "masked on every stream")
def _():
    shown = []
    for token, echo in [("sEcReT/tok", "sEcReT/tok"), ("sEcReT/tok", "sEcReT\\/tok"), ("sEcReT/tok", "sEcReT%2Ftok"),
                        ("sEcReT/tok", "sEcReT%2ftok"), ("sEcReT+tok==", "sEcReT%2Btok%3D%3D"),
                        ("sEcReT/tok", "\\u0073EcReT\\/tok")]:
        body = ('{"error":"%s"}' % echo).encode()
        with Server(lambda *_: (400, {"X-Echo": echo}, body)) as server:
            run = Run("--approve", "-vv", "--json", "--endpoint", server.url, "--bearer-token-file",
                      write("token", token), stdin='{"pushType":"default"}')
        if any(part in run.text for part in ("cReT", echo)):
            shown.append(echo)
    return not shown, f"shown: {shown}" if shown else "masked"
