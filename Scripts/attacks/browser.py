"""A real browser with a page of somebody else's (finding 3): Chromium, as Debian packages it."""
import http.server
import json
import os
import shutil
import subprocess
import threading
import time

from lab import Server, Skipped, Staying, call, make_push, path, row

PUSH = json.dumps({"pushType": "default", "messageId": "from-a-page"})

# What a page can try without being asked first, each against every target.
PAGE = """<!doctype html><title>page</title><body><script>
const targets = TARGETS;
const push = PUSH;
async function attack() {
  for (const target of targets) {
    for (const type of ["text/plain;charset=UTF-8", "application/x-www-form-urlencoded"])
      await fetch(target, {method: "POST", mode: "no-cors", headers: {"Content-Type": type}, body: push}).catch(() => {});
    await fetch(target, {method: "POST", mode: "no-cors"}).catch(() => {});
    await fetch(target, {method: "POST", headers: {"Content-Type": "application/json"}, body: push}).catch(() => {});
    await fetch(target, {mode: "no-cors"}).catch(() => {});
    navigator.sendBeacon(target, push);
    await new Promise(done => { const image = new Image(); image.onload = image.onerror = done; image.src = target; });
    await new Promise(done => { const socket = new WebSocket(target.replace("http", "ws")); socket.onopen = socket.onerror = done; });
    const frame = document.createElement("iframe"); frame.name = "f" + Math.random(); document.body.append(frame);
    const form = document.createElement("form"); form.method = "POST"; form.enctype = "text/plain"; form.action = target;
    form.target = frame.name;
    const field = document.createElement("input"); field.name = push.slice(0, -1) + ',"x":"'; field.value = '"}';
    form.append(field); document.body.append(form);
    await new Promise(done => { frame.onload = done; setTimeout(done, 500); form.submit(); });
  }
  document.title = "done";
}
attack().then(() => fetch("/done"));
</script>"""


class Site:
    """Serves the page under whatever name it is asked by, and knows when the page has tried everything."""

    def __init__(self, targets):
        page = PAGE.replace("TARGETS", json.dumps(targets)).replace("PUSH", json.dumps(PUSH)).encode()
        self.done = done = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/done":
                    done.set()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page if self.path == "/" else b"")

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.port = self.http.server_port


def visit(chromium, address, site):
    browser = subprocess.Popen(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={path('browser')}",
         f"--host-resolver-rules=MAP evil.example:80 127.0.0.1:{site.port}", "--remote-debugging-port=0", address],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return site.done.wait(60)
    finally:
        os.killpg(browser.pid, 15)
        try:
            browser.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(browser.pid, 9)
            browser.wait()


@row(3, "browser", "Chromium opens a page of another site, then one of another port: forms, fetch, images, WebSockets, beacons at listen and serve",
     "nothing changes and nothing is answered, while a server without defenses gets them all")
def _():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        raise Skipped("needs Chromium (Debian: apt-get install chromium)")
    # Chromium asks before a page of a public site reaches into the local network; evil.example resolves to loopback.
    with Server() as endpoint, Server() as open_server, Staying("serve") as service, \
            Staying("listen", "--approve", "--endpoint", endpoint.url) as phone:
        push = make_push(service)
        targets = [open_server.url + "/x", phone.url + "/x"] + [
            service.url + route for route in ("/pairings", "/pushes", f"/pushes/{push['id']}/cancel", "/decisions", "/logins", "/events")]
        finished, seen = [], []
        for name in ("http://evil.example/", None):
            site = Site(targets)
            finished.append(visit(chromium, name or f"http://127.0.0.1:{site.port}/", site))
            seen.append(len(open_server.requests))
            open_server.requests.clear()
        time.sleep(0.5)
        state = json.loads(call(service.port, "GET", f"/pushes/{push['id']}")[1])["status"]
        pushes = call(service.port, "GET", "/pushes")[1].count('"id"')
        holds = all(finished) and not endpoint.requests and not phone.lines and state == "pending" and pushes == 1
        return holds and min(seen) >= 5, \
            f"pages done: {finished}; the open server got {seen}, listen answered {len(endpoint.requests)}, the push is {state}, {pushes} pushes"
