"""Browsers, crowds and names in front of `listen` and `serve`, and stopping them (findings 3, 4, 7, 8, 14, 20)."""
import contextlib
import json
import os
import resource
import shutil
import socket
import subprocess
import threading
import time

import lab

from lab import FULL, Run, Server, Skipped, Staying, call, make_push, row

FOREIGN = [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
           {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": "https://evil.example", "Sec-Fetch-Site": "none"}]
TYPES = ["application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", None]


def foreign_heads():
    for foreign in FOREIGN:
        for kind in TYPES:
            yield {**foreign, **({"Content-Type": kind} if kind else {})}


@row(3, "listen-from-a-page", "a page of another site posts a push to listen, in every type", "403, nothing is answered")
def _():
    with Server() as service, Staying("listen", "--approve", "--endpoint", service.url) as phone:
        statuses = [call(phone.port, "POST", "/x", '{"pushType":"default","messageId":"m"}', head)[0]
                    for head in foreign_heads()]
        heads = [call(phone.port, "POST", "/x", '{"pushType":"default"}', head)[2] for head in foreign_heads()]
        time.sleep(0.5)
        granted = any("access-control-allow" in head.lower() for head in heads)
        return set(statuses) == {403} and not service.requests and not granted, \
            f"statuses {sorted(set(statuses))}, {len(service.requests)} answers, CORS header: {granted}"


@row(3, "serve-from-a-page", "the same with every route of serve that changes something", "403, nothing changes")
def _():
    with Staying("serve") as service:
        push = make_push(service)
        routes = [("POST", "/pushes", "{}"), ("POST", f"/pushes/{push['id']}/cancel", ""), ("POST", "/pairings", ""),
                  ("POST", "/decisions", json.dumps({"id": push["id"], "decision": "approve"})), ("POST", "/logins", "{}"),
                  ("POST", "/devices", "{}"), ("POST", "/notifications", "{}"), ("DELETE", "/devices/x", ""),
                  ("POST", "/events", "{}"), ("POST", "/sessions", "{}"), ("GET", "/pushes", "")]
        statuses = {call(service.port, method, target, body, head)[0]
                    for method, target, body in routes for head in foreign_heads()}
        state = json.loads(call(service.port, "GET", f"/pushes/{push['id']}")[1])["status"]
        return statuses == {403} and state == "pending", f"statuses {sorted(statuses)}, the push is {state}"


@row(4, "waiting-crowd", "long polls hold the service's connections, then a decision comes", "it is recorded, exit 0")
def _():
    count = 2000 if FULL else 300
    with Staying("serve") as service:
        push = make_push(service)
        target = f"/pushes/{push['id']}?wait=60"
        head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n".encode()
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        waiting = []
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", service.port), 10)
            connection.sendall(head)
            waiting.append(connection)
        run = Run("--approve", "--endpoint", service.url + "/decisions", stdin=json.dumps(push["payload"]))
        for connection in waiting:
            connection.close()
        return run.code == 0 and run.seconds < 5, f"{count} polls; exit {run.code} after {run.seconds:.1f} s"


@row(4, "slow-crowd", "connections with half a head or half a body", "an honest client is answered within seconds")
def _():
    count = 2000 if FULL else 300
    with Staying("serve") as service:
        slow = []
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        for number in range(count):
            connection = socket.create_connection(("127.0.0.1", service.port), 10)
            part = "POST /pushes HTTP/1.1\r\nHost: 127.0.0.1\r\n" + ("Content-Length: 9\r\n\r\n" if number % 2 else "")
            connection.sendall(part.encode())
            slow.append(connection)
        start = time.monotonic()
        status = call(service.port, "GET", "/", timeout=20)[0]
        seconds = time.monotonic() - start
        for connection in slow:
            connection.close()
        return status == 200 and seconds < 5, f"{count} of them; HTTP {status} after {seconds:.1f} s"


@row(7, "allowed-host", "serve --allow-remote --allow-host mfa-service, asked by that name and by another",
     "200, and a refusal that names the flag")
def _():
    with Staying("serve", "--host", "0.0.0.0", "--allow-remote", "--allow-host", "mfa-service") as service:
        known = call(service.port, "GET", "/pushes", headers={"Host": f"mfa-service:{service.port}"})[0]
        status, body, _ = call(service.port, "GET", "/pushes", headers={"Host": f"other:{service.port}"})
        told = "--allow-host" in body
        return known == 200 and status == 421 and told, f"HTTP {known}; HTTP {status}: {body.strip()}"


@contextlib.contextmanager
def two_hosts():
    """Two network namespaces with a cable between them; each knows the other by name, as containers do."""
    if os.geteuid() or not shutil.which("ip"):
        raise Skipped("needs root and ip (Debian: apt-get install iproute2)")
    hosts = {f"mfa-service-{os.getpid()}": "192.0.2.1", f"mfa-phone-{os.getpid()}": "192.0.2.2"}
    (service, address), (phone, other) = hosts.items()
    names = f"{address} mfa-service\n{other} mfa-phone\n127.0.0.1 localhost\n"

    def ip(*words, may_fail=False):
        done = subprocess.run(["ip", *words], capture_output=True, text=True)
        if done.returncode and not may_fail:
            raise Skipped("network namespaces: " + done.stderr.strip())

    try:
        for host in hosts:
            ip("netns", "add", host)
            os.makedirs(f"/etc/netns/{host}", exist_ok=True)
            with open(f"/etc/netns/{host}/hosts", "w") as file:
                file.write(names)
        ip("link", "add", "mfa0", "netns", service, "type", "veth", "peer", "name", "mfa1", "netns", phone)
        for host, device in ((service, "mfa0"), (phone, "mfa1")):
            ip("-n", host, "addr", "add", hosts[host] + "/24", "dev", device)
            ip("-n", host, "link", "set", device, "up")
            ip("-n", host, "link", "set", "lo", "up")
        yield ["ip", "netns", "exec", service], ["ip", "netns", "exec", phone]
    finally:
        for host in hosts:
            ip("netns", "delete", host, may_fail=True)
            shutil.rmtree(f"/etc/netns/{host}", ignore_errors=True)


@row(7, "two-hosts", "two hosts that know each other by name: a push is made at one and answered from the other, with and without --allow-host",
     "it is recorded; without the flag the refusal names it, in the reply and on the service's standard error")
def _():
    seen = []
    with two_hosts() as (service_host, phone_host):
        for flags in ([], ["--allow-host", "mfa-service"]):
            with Staying("serve", "--host", "0.0.0.0", "--allow-remote", *flags, program=service_host + [lab.BINARY]) as service:
                push = json.dumps(json.loads(subprocess.run(
                    service_host + ["curl", "-s", "--json", '{"kind":"default"}', f"http://127.0.0.1:{service.port}/pushes"],
                    capture_output=True, text=True).stdout)["payload"])
                run = Run("--approve", "--endpoint", f"http://mfa-service:{service.port}/decisions", stdin=push,
                          program=phone_host + [lab.BINARY])
                seen.append((run.code, "--allow-host" in run.text, "--allow-host" in service.error_text()))
    return seen == [(8, True, True), (0, False, False)], f"(exit, named in the reply, named by serve): {seen}"


def stopping(arguments, answer, pushes=1, signals=True):
    with Server(answer) as service:
        flags = [flag.replace("SERVICE", service.url) for flag in arguments]
        with Staying("listen", "--approve", *flags) as phone:
            for number in range(pushes):
                call(phone.port, "POST", "/", json.dumps({"pushType": "default", "messageId": f"m{number}"}))
            if signals:
                time.sleep(1)
                return *phone.stop(within=12), phone.error_text()
            start = time.monotonic()
            phone.process.wait(20)
            return time.monotonic() - start, phone.process.returncode, phone.error_text()


def slowly(*_):
    time.sleep(20)
    return 200, {}, b"{}"


@row(8, "stop-while-waiting", "SIGTERM to listen in a Retry-After, a delay, a slow request with a queue, a connect that hangs",
     "it ends within about a second")
def _():
    later = lambda *_: (503, {"Retry-After": "300"}, b"{}")  # noqa: E731
    cases = [("Retry-After", stopping(["--retry", "3", "--endpoint", "SERVICE"], later)),
             ("delay", stopping(["--delay", "30", "--endpoint", "SERVICE"], None)),
             ("slow, five queued", stopping(["--endpoint", "SERVICE"], slowly, pushes=5))]
    seen = [(name, round(seconds, 2), code) for name, (seconds, code, _) in cases]
    return all(seconds < 2 and code is not None and code >= 0 for _, seconds, code in seen), f"(seconds, exit): {seen}"


@row(8, "for-is-a-bound", "listen --for 1 with a slow service and five pushes", "it ends soon after the second")
def _():
    seconds, code, _ = stopping(["--for", "2", "--endpoint", "SERVICE"], slowly, pushes=5, signals=False)
    return seconds < 5, f"{seconds:.1f} s, exit {code}"


@row(14, "few-descriptors", "serve with 20 descriptors and a hundred idle connections",
     "it does not spin, and an honest client is answered")
def _():
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))  # noqa: E731
    with Staying("serve", limits=few) as service:
        idle = [socket.create_connection(("127.0.0.1", service.port), 10) for _ in range(100)]
        time.sleep(1)
        before, start = service.cpu(), time.monotonic()
        status = call(service.port, "GET", "/", timeout=25)[0]
        time.sleep(2)
        share = (service.cpu() - before) / (time.monotonic() - start)
        for connection in idle:
            connection.close()
        return status == 200 and share < 0.3, f"HTTP {status}; {share:.0%} of a core"


@row(20, "silent-twin", "a silent push with the id of the real one, before it", "the real one is answered")
def _():
    with Server() as service, Staying("listen", "--approve", "--endpoint", service.url) as phone:
        for kind in ("silent", "default"):
            call(phone.port, "POST", "/", json.dumps({"pushType": kind, "messageId": "m"}))
        time.sleep(1)
        return len(service.requests) == 1, f"{len(service.requests)} answers"


@row(20, "queue-bytes", "hundreds of pushes of a mebibyte while the service is slow", "memory stays bounded, refusals are 503")
def _():
    filler = json.dumps({"pushType": "default", "messageId": "ID", "body": "x" * 1_000_000})
    with Server(slowly) as service, Staying("listen", "--approve", "--endpoint", service.url) as phone:
        statuses = [call(phone.port, "POST", "/", filler.replace("ID", f"m{number}"))[0] for number in range(150)]
        try:
            with open(f"/proc/{phone.process.pid}/status") as file:
                peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) // 1024
        except OSError:
            peak = 0
        return peak < 128 and 503 in statuses, f"{statuses.count(202)} taken, {statuses.count(503)} refused, peak {peak} MiB"


@row(20, "refused-endpoints", "endpoints that libcurl refuses", "exit 2")
def _():
    codes = {url: Run("--approve", "--endpoint", url, stdin='{"pushType":"default"}').code
             for url in ["http://a,b/", "http://*/", "http://$(id)/", "http://a b/", "http://a{b}/", "http://[::1/"]}
    return set(codes.values()) == {2}, str(codes)


@row(20, "many-registrations", "fifty device register at once", "each ends with 0")
def _():
    with Staying("serve") as service:
        Run("device", "register", "--endpoint", service.url + "/devices")
        count, codes = 50 if FULL else 20, []

        def register():
            codes.append(Run("device", "register", "--endpoint", service.url + "/devices").code)

        threads = [threading.Thread(target=register) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return set(codes) == {0}, f"{codes.count(0)} of {count}"
