"""What the attacks share: runs of the binary, servers on loopback, and the table."""
import http.server
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

BINARY = ""
FULL = False
FOLDER = tempfile.TemporaryDirectory(prefix="mfa-attack.")
ROWS = []


class Skipped(Exception):
    """It can't be tried on this machine."""


def path(name):
    return os.path.join(FOLDER.name, name)


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path(name)


def environment(extra=None):
    kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy") and not k.startswith("MFA_")}
    return {**kept, "MFA_STATE_DIR": path("state"), "TERM": "dumb", **(extra or {})}


class Run:
    """One run to its end: code, out, err, seconds, and the CPU time that it took."""

    def __init__(self, *arguments, stdin=b"", env=None, timeout=30, stdout=subprocess.PIPE, limits=None, program=None):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        process = subprocess.Popen(
            (program or [BINARY]) + list(arguments), stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
            env=environment(env), start_new_session=True, preexec_fn=limits)
        try:
            out, err = process.communicate(stdin if isinstance(stdin, bytes) else stdin.encode(), timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.code = process.returncode
        self.seconds = time.monotonic() - start
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.out, self.err = (out or b"").decode("utf-8", "replace"), err.decode("utf-8", "replace")
        self.text = self.out + self.err

    def report(self):
        return json.loads(self.out.splitlines()[-1])


class Staying:
    """`serve` or `listen` while it runs."""

    def __init__(self, *arguments, env=None, limits=None, program=None):
        self.errors = open(path(f"errors.{time.monotonic_ns()}"), "w+b")
        self.process = subprocess.Popen(
            [*(program or [BINARY]), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
            env=environment(env), start_new_session=True, preexec_fn=limits)
        line = self.process.stdout.readline().decode().strip()
        self.url = json.loads(line)["url"] if line.startswith("{") else line
        self.port = int(self.url.rsplit(":", 1)[1]) if line else 0
        self.lines = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.decode("utf-8", "replace").rstrip("\n"))

    def error_text(self):
        self.errors.flush()
        with open(self.errors.name, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def cpu(self):
        """Seconds of CPU time so far; Linux alone tells."""
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            raise Skipped("needs /proc")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, number=signal.SIGTERM, within=10):
        """The seconds that it took, and how it ended; None where it had to be killed."""
        start = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        return time.monotonic() - start, code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(within=2)


class Server:
    """Records what comes, and answers with `answer(method, path, body)`: (status, headers, body)."""

    def __init__(self, answer=None):
        outer = self
        self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.requests.append((self.command, self.path, dict(self.headers), body))
                status, headers, reply = (answer or (lambda *_: (200, {}, b"{}")))(self.command, self.path, body)
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


def call(port, method, target, body=b"", headers=None, timeout=10):
    """One request as bytes on a socket: status and body."""
    lines = {"Host": f"127.0.0.1:{port}", "Connection": "close", **(headers or {})}
    if body or method == "POST":
        lines["Content-Length"] = str(len(body))
    head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.sendall(head.encode() + (body if isinstance(body, bytes) else body.encode()))
        data = b""
        while part := connection.recv(65536):
            data += part
    status, _, rest = data.partition(b"\r\n\r\n")
    return (int(status.split()[1]) if status else 0), rest.decode("utf-8", "replace"), status.decode("latin-1")


def make_push(service, members='{"kind":"default"}'):
    status, body, _ = call(service.port, "POST", "/pushes", members, {"Content-Type": "application/json"})
    assert status == 201, body
    return json.loads(body)


def row(finding, name, tried, expected):
    """Declares an attack; the function returns (whether it holds, what happened)."""
    def add(function):
        ROWS.append((finding, name, tried, expected, function))
        return function
    return add


def run_all(names):
    failed = held = skipped = 0
    for finding, name, tried, expected, function in ROWS:
        if names and name not in names and str(finding) not in names:
            continue
        start = time.monotonic()
        try:
            holds, happened = function()
            word = "held" if holds else "FAILED"
        except Skipped as reason:
            holds, happened, word = None, str(reason), "SKIPPED"
        except Exception as error:  # an attack that breaks off has shown nothing
            holds, happened, word = False, f"{type(error).__name__}: {error}", "FAILED"
        failed += holds is False
        held += holds is True
        skipped += holds is None
        print(f"{finding:>2}  {word:<7}  {name}  ({time.monotonic() - start:.1f} s)")
        print(f"             tried: {tried}\n             expected: {expected}\n             happened: {happened}", flush=True)
    print(f"{held} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not held else 0
