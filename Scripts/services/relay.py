"""Stands between phone and server, and where the server pushes to: sees what is sent, keeps it, and can change it."""

import contextlib
import http.server
import json
import threading
import urllib.error
import urllib.parse
import urllib.request

from servers import CALL_LIMIT, DIRECT

BODY_LIMIT = 1 << 20


class Relay:
    """The address under which the phones know the server."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.answers = 0
        self.pushes = {}
        self.tamper = None
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            timeout = CALL_LIMIT

            def do_GET(self):
                status, body, kind = relay.forward("GET", self.path, None, {})
                if status == 200:
                    body = relay.polled(body)
                self.reply(status, body, kind)

            def do_POST(self):
                body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), BODY_LIMIT))
                if self.path == "/gateway":
                    relay.keep(json.loads(body)["data"])
                    self.reply(200, b"{}", "application/json")
                else:
                    relay.answers += 1
                    kind = {"Content-Type": self.headers.get("Content-Type", "")}
                    self.reply(*relay.forward("POST", self.path, body, kind))

            def reply(self, status, body, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def forward(self, method, path, body, headers):
        request = urllib.request.Request(self.upstream + path, body, headers, method=method)
        try:
            with DIRECT.open(request, timeout=CALL_LIMIT) as reply:
                return reply.status, reply.read(), reply.headers.get("Content-Type", "")
        except urllib.error.HTTPError as problem:
            return problem.code, problem.read(), problem.headers.get("Content-Type", "")
        except OSError as problem:
            return 502, str(problem).encode(), "text/plain"

    def polled(self, body):
        """Keeps the pushes as the server signed them, and passes on what `tamper` makes of them."""
        answer = json.loads(body)
        waiting = answer["result"]["value"]
        for push in waiting:
            self.keep(push)
        if not self.tamper:
            return body
        answer["result"]["value"] = [self.tamper(push) for push in waiting]
        return json.dumps(answer).encode()

    def keep(self, push):
        self.pushes[push["nonce"]] = push

    @contextlib.contextmanager
    def tampering(self, change):
        self.tamper = change
        try:
            yield
        finally:
            self.tamper = None
