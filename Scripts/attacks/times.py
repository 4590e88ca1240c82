"""Time that grows faster than the input, and waits without a bound (findings 2, 17)."""
import json

from lab import FULL, Run, Server, row, write

MARKS = "\u0301\u0323"
MEBIBYTE = 1 << 20


def fitting(make, limit=MEBIBYTE):
    """The largest of `make(count)` that still fits."""
    unit = len(make(2).encode()) - len(make(1).encode())
    count = max(1, (limit - len(make(1).encode())) // max(unit, 1))
    return make(count)


def texts():
    push = '"pushType":"default","messageId":"1"'
    yield "marks in a key", lambda n: '{%s,"a%s":1}' % (push, MARKS * n)
    yield "marks in a key, escaped", lambda n: '{%s,"a%s":1}' % (push, "\\u0301\\u0323" * n)
    yield "marks in the body", lambda n: '{%s,"body":"a%s"}' % (push, MARKS * n)
    yield "marks in the type", lambda n: '{"messageId":"1","pushType":"default%s"}' % (MARKS * n)
    yield "marks in numbers", lambda n: '{"messageId":"1","pushType":"challenge","numbersChallenge":["a%s","2"]}' % (MARKS * n)
    yield "secrets in a callback", lambda n: '{%s,"callbackUrl":"http://127.0.0.1:1/?%s"}' % (push, "token=100000&" * n)
    yield "keys", lambda n: "{%s%s}" % (push, "".join(',"%07d":1' % i for i in range(n)))
    yield "numbers", lambda n: '{"messageId":"1","pushType":"challenge","numbersChallenge":[%s]}' % ",".join('"%07d"' % i for i in range(n))
    yield "parameters", lambda n: '{%s,"callbackUrl":"http://127.0.0.1:1/?%s"}' % (push, "a=1&" * n)
    for mark in ["{", "[", '"', "\\", '{"', '{"a":', "[{", "}", ",", "7", " ", "\n", "'", "=", ";", "%", "\\\"", "@", "<", "{a=", "&", "{\"pushType\":\"default\"} "]:
        yield f"a log line of {mark!r}", lambda n, mark=mark: "x " + mark * n


@row(2, "linear-time", "a mebibyte of marks, secrets, keys, numbers, quotes, braces, blanks, lines…",
     "each is read within a second of CPU time")
def _():
    slow, longest = [], 0.0
    for name, make in texts():
        for command in (["inspect"], ["--approve", "-q", "--endpoint", "http://127.0.0.1:1/"]):
            file = write("big.json", fitting(make))
            run = Run(*command, file, timeout=60)
            longest = max(longest, run.cpu)
            if run.cpu > 1 or run.code not in (0, 2, 3, 4, 6, 7):
                slow.append(f"{name} ({command[0]}): {run.cpu:.1f} s, exit {run.code}")
    return not slow, "; ".join(slow) or f"{longest:.2f} s at most"


@row(2, "linear-replies", "a mebibyte of marks, quotes and secrets as a reply", "each is read within a second of CPU time")
def _():
    slow = []
    for name, body in [("marks", '{"error":"a%s"}' % (MARKS * 200_000)), ("quotes", '"' * 900_000),
                       ("a key of marks", '{"a%s":1}' % (MARKS * 200_000)), ("the token", '{"error":"%s"}' % ("tokentoken" * 90_000))]:
        with Server(lambda *_: (400, {}, body.encode())) as server:
            run = Run("--approve", "-v", "--json", "--endpoint", server.url, "--bearer-token-file",
                      write("token", "tokentoken"), stdin='{"pushType":"default"}', timeout=60)
        if run.cpu > 1:
            slow.append(f"{name}: {run.cpu:.1f} s")
    return not slow, "; ".join(slow) or "all quick"


@row(17, "retry-after", "503 with a Retry-After of thousands of years, as seconds and as a date",
     "the run ends at once and says why")
def _():
    seen = []
    for value in ["4294967295", "Fri, 31 Dec 9999 23:59:59 GMT", "99999999999999999999", "601"]:
        with Server(lambda *_: (503, {"Retry-After": value}, b"{}")) as server:
            run = Run("--approve", "--retry", "1", "--endpoint", server.url, stdin='{"pushType":"default"}', timeout=8)
            seen.append((run.code, round(run.seconds, 1), len(server.requests), "600" in run.err))
    return all(code == 8 and seconds < 3 and count == 1 and said for code, seconds, count, said in seen), \
        f"(exit, seconds, requests, told): {seen}"
