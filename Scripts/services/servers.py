"""A privacyIDEA and an eduMFA on loopback, each with SQLite in a folder of its own, and what a login client asks them."""

import json
import os
import pathlib
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
PREPARE_LIMIT = 150
START_LIMIT = 60
CALL_LIMIT = 20
# Loopback is never proxied.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """What both have in common, eduMFA being a fork; subclasses name what differs."""

    name = module = prefix = config_variable = policy_prefix = ""
    setup_steps = []
    token_type = "push"

    def __init__(self, environment, folder):
        self.environment = environment
        self.folder = folder
        self.port = unused_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.token = None

    def prepare(self):
        self.folder.mkdir()
        paths = {"ENCFILE": "enckey", "AUDIT_KEY_PRIVATE": "private.pem", "AUDIT_KEY_PUBLIC": "public.pem",
                 "LOGFILE": "log", "UUID_FILE": "uuid"}
        lines = [f"{self.prefix}_{key} = {str(self.folder / file)!r}" for key, file in paths.items()]
        lines += [f"{self.prefix}_PEPPER = 'pepper'", "SECRET_KEY = b'for tests on loopback'",
                  "SUPERUSER_REALM = ['super']",
                  f"SQLALCHEMY_DATABASE_URI = {'sqlite:///' + str(self.folder / 'db.sqlite')!r}"]
        (self.folder / "config.py").write_text("\n".join(lines) + "\n")
        with self.manage(self.setup_steps) as process:
            try:
                code = process.wait(PREPARE_LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                code = "too late"
        if code != 0:
            raise RuntimeError(f"{self.name} could not be set up ({code}):\n{self.output()}")

    def start(self):
        self.process = self.manage([f"run -h 127.0.0.1 -p {self.port}"])
        end = time.monotonic() + START_LIMIT
        while time.monotonic() < end and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise RuntimeError(f"{self.name} did not start:\n{self.output()}")
        self.token = self.call("POST", "/auth", username="super", password="superpw")["result"]["value"]["token"]

    def stop(self):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def manage(self, steps):
        """The pipe on standard input ends the process when this program is gone."""
        return subprocess.Popen(
            [str(self.environment / "bin" / "python"), str(HERE / "manage.py"), self.module, *steps],
            stdin=subprocess.PIPE, stdout=open(self.folder / "output", "ab"), stderr=subprocess.STDOUT,
            env={"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1",
                 self.config_variable: str(self.folder / "config.py")},
            start_new_session=True,
        )

    def output(self):
        path = self.folder / "output"
        return path.read_text(errors="replace")[-2000:] if path.exists() else ""

    def call(self, method, path, **fields):
        """A call as JSON; `fields` whose value is None are left out. An error status is returned like any answer."""
        fields = {key: value for key, value in fields.items() if value is not None}
        url = self.url + path + ("?" + urllib.parse.urlencode(fields) if method == "GET" and fields else "")
        body = None if method == "GET" else json.dumps(fields).encode()
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"} if body else {}, method=method)
        if self.token:
            request.add_header("Authorization", self.token)
        try:
            with DIRECT.open(request, timeout=CALL_LIMIT) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as problem:
            return json.loads(problem.read() or b"{}")

    def done(self, method, path, **fields):
        """A call that has to work, since all that follows builds on it."""
        answer = self.call(method, path, **fields)
        if not answer.get("result", {}).get("status"):
            raise RuntimeError(f"{self.name}: {method} {path}: {answer}")
        return answer

    def add_user(self, name):
        self.done("POST", "/user/", user=name, resolver="defresolver", password="secret", surname=name)

    def policy(self, name, scope, *flags, **actions):
        """Actions are written without the prefix that tells the services' policies apart."""
        values = [self.policy_prefix + flag for flag in flags]
        values += [f"{self.policy_prefix}{key}={value}" for key, value in actions.items()]
        self.done("POST", f"/policy/{name}", scope=scope, realm="*", active=True, action=", ".join(values))

    def drop_policy(self, name):
        self.done("DELETE", f"/policy/{name}")

    def set_lifetime(self, seconds):
        """How long a challenge lives; None for the default."""
        key = f"{self.token_type.capitalize()}ChallengeValidityTime"
        if seconds is None:
            self.done("DELETE", f"/system/{key}")
        else:
            self.done("POST", "/system/setConfig", **{key: str(seconds)})

    def new_token(self, user, **fields):
        """The serial and the text of the QR code."""
        detail = self.done("POST", "/token/init", type=self.token_type, genkey=1, user=user, realm="defrealm", pin="",
                           **fields)["detail"]
        return detail["serial"], detail["pushurl"]["value"]

    def rollout_state(self, serial):
        tokens = self.done("GET", "/token/", serial=serial)["result"]["value"]["tokens"]
        return tokens[0]["rollout_state"] if tokens else None

    def trigger(self, serial):
        return Challenge(self, serial, self.done("POST", "/validate/triggerchallenge", serial=serial)["detail"])


class Challenge:
    """A sign-on that waits, seen from the login page."""

    def __init__(self, server, serial, detail):
        self.server = server
        self.serial = serial
        self.transaction = detail["transaction_id"]
        self.answer = detail.get("presence_answer")

    @property
    def nonce(self):
        """The identity of the push; None once the server has forgotten the challenge."""
        challenges = self.server.done("GET", f"/token/challenges/{self.serial}", transaction_id=self.transaction)
        found = challenges["result"]["value"]["challenges"]
        return found[0]["challenge"] if found else None

    def status(self):
        return self.server.done("GET", "/validate/polltransaction", transaction_id=self.transaction)["detail"][
            "challenge_status"]

    def login(self, otp=""):
        """Ends the sign-on as a login page does: ACCEPT or REJECT."""
        answer = self.server.call("POST", "/validate/check", serial=self.serial, transaction_id=self.transaction,
                                  **{"pass": otp})
        return answer.get("result", {}).get("authentication", "no answer")


class PrivacyIDEA(Server):
    name = "privacyIDEA"
    module = "privacyidea.cli.pimanage"
    prefix = "PI"
    config_variable = "PRIVACYIDEA_CONFIGFILE"
    policy_prefix = "push_"
    setup_steps = [
        "setup create_enckey", "setup create_audit_keys", "setup create_tables",
        "admin add super -p superpw -e admin@localhost",
        "config resolver create_internal defresolver", "config realm create defrealm defresolver",
    ]

    def set_gateway(self, url):
        """The HTTP gateway that pushes go to; setting it again changes the address."""
        self.done("POST", "/smsgateway", name="phonegw",
                  module="privacyidea.lib.smsprovider.HttpSMSProvider.HttpSMSProvider",
                  **{"option.URL": url, "option.HTTP_METHOD": "POST", "option.SEND_DATA_AS_JSON": "yes",
                     "option.CHECK_SSL": "no", "option.ALLOW_PUSH": "yes", "option.to": "{phone}",
                     "option.data": "{message}"})


class EduMFA(Server):
    name = "eduMFA"
    module = "edumfa.commands.manage.main"
    prefix = "EDUMFA"
    config_variable = "EDUMFA_CONFIGFILE"
    policy_prefix = "edupush_"
    token_type = "edupush"
    setup_steps = [
        "create_enckey", "create_audit_keys", "create_tables", "admin add super -p superpw -e admin@localhost",
        "resolver create_internal defresolver", "realm create defrealm defresolver",
    ]


class Legacy(EduMFA):
    """The tokens of the running eduMFA that it keeps from privacyIDEA, under their old names."""

    policy_prefix = "push_"
    token_type = "push"

    def __init__(self, server):
        self.__dict__.update(server.__dict__)
        self.server = server
