"""The scenarios of privacyIDEA."""

import time
import urllib.parse

from lab import Phone
from readme import Recipe
from scenarios import ACCEPTED, PENDING, Scenarios

LEADING_ZERO_TRIES = 25


class PrivacyIDEAScenarios(Scenarios):
    def scenarios(self):
        return [
            ("set-up", self.set_up),
            ("enrol", self.enroll_both),
            ("enrol again", lambda: self.enroll_again(self.polled)),
            ("approve", lambda: self.approve(self.polled)),
            ("approve, from a file", self.approve_pushed),
            ("decline", lambda: self.decline(self.polled)),
            ("decline, then approve", lambda: self.decline_then_approve(self.polled)),
            ("decline with a reason", self.decline_with_reasons),
            ("presence, letters", lambda: self.presence("letters", presence_options="ALPHABETIC")),
            ("presence, numbers", lambda: self.presence("numbers", presence_options="NUMERIC")),
            ("presence, 0x", self.presence_leading_zero),
            ("presence, own list", lambda: self.presence("own list", presence_options="CUSTOM",
                                                         presence_custom_options="01:02:03:1A")),
            ("code to phone", self.code_to_phone),
            ("expiry", self.expiry),
            ("nothing to poll", lambda: self.nothing_to_poll(self.polled)),
            ("two open", lambda: self.two_open(self.polled)),
            ("listen", self.listen_pushed),
            ("listen --poll", lambda: self.listen_polling(self.polled)),
            ("tampered push", lambda: self.tampered_push(self.polled)),
            ("forged nonce", lambda: self.forged_push(self.polled)),
            ("wrong device key", lambda: self.wrong_key(self.polled, self.pushed)),
            ("locked credential", lambda: self.locked(self.polled)),
            ("credential file", self.credential_file),
            ("README", self.readme),
        ]

    def enrollment_policy(self, gateway):
        self.server.policy("enroll", "enrollment", firebase_configuration=gateway, ttl=10, ssl_verify=0,
                           registration_url=f"{self.relay.url}/ttype/push")

    def set_up(self):
        self.server.policy("auth", "authentication", allow_polling="allow", ssl_verify=0,
                           text_on_mobile="Confirm the login?", title_on_mobile="privacyIDEA")
        self.server.set_gateway(f"{self.relay.url}/gateway")

    def enroll_both(self):
        """One token that is polled for, and one that the server pushes to."""
        self.enrollment_policy("phonegw")
        self.pushed = self.enroll("enrol, HTTP push with RSA-2048", "bob", "rsa-2048")
        self.enrollment_policy("poll only")
        self.polled = self.enroll("enrol, poll only with RSA-4096", "alice")

    def trigger_pushed(self):
        """A challenge, and the push that the gateway delivered."""
        before = set(self.relay.pushes)
        challenge = self.server.trigger(self.pushed)
        new = [nonce for nonce in self.relay.pushes if nonce not in before]
        return challenge, self.relay.pushes[new[0]]

    def approve_pushed(self):
        challenge, push = self.trigger_pushed()
        path = self.file("push.json", push)
        run = self.phone.run("inspect", path)
        self.table.row("inspect what the gateway delivered", run, 0, challenge.status(), PENDING,
                       {"the signature is verified": run.at("push", "signature") == "verified"})
        self.approve_twice(challenge, path)

    def decline_with_reasons(self):
        for reason, wanted in (("cancelled", "cancelled"), ("unknown_trigger", "declined"), ("lost_phone", "declined")):
            challenge = self.trigger(self.polled)
            run = self.poll(self.polled, "--deny", "--deny-reason", reason)
            self.table.row(f"decline, {reason}", run, 0, challenge.status(), wanted)

    def presence(self, name, **actions):
        self.server.policy("presence", "authentication", "require_presence", **actions)
        try:
            challenge = self.trigger(self.polled)
            sent = self.relay.answers
            run = self.poll(self.polled, "--approve")
            self.table.row(f"presence, {name}: approved without a choice", run, 6, challenge.status(), PENDING,
                           {"nothing was sent": self.relay.answers == sent})
            run = self.poll(self.polled, "--number", "none of them")
            self.table.row(f"presence, {name}: not offered", run, 6, challenge.status(), PENDING,
                           {"nothing was sent": self.relay.answers == sent})
            run = self.poll(self.polled, "--number-other-than", challenge.answer)
            self.table.row(f"presence, {name}: wrong", run, 8, challenge.status(), PENDING,
                           {"it was sent": self.relay.answers > sent})
            run = self.poll(self.polled, "--number", challenge.answer)
            self.table.row(f"presence, {name}: then right", run, 0, self.accepted(challenge), ACCEPTED)
        finally:
            self.server.drop_policy("presence")

    def presence_leading_zero(self):
        """Numbers are text: 07 is not 7. Chance offers such an answer, so the server is asked a bounded number of times."""
        self.server.policy("presence", "authentication", "require_presence", presence_options="NUMERIC",
                           presence_num_options=10)
        try:
            for _ in range(LEADING_ZERO_TRIES):
                challenge, push = self.trigger_pushed()
                if challenge.answer.startswith("0"):
                    break
            kind = "leading zero" if challenge.answer.startswith("0") else "no leading zero came up"
            run = self.phone.run("respond", "--number", challenge.answer, self.file("push.json", push))
            self.table.row(f"presence, numbers: right, {kind}", run, 0, self.accepted(challenge), ACCEPTED)
        finally:
            self.server.drop_policy("presence")

    def code_to_phone(self):
        self.server.policy("code", "authentication", "code_to_phone")
        try:
            challenge = self.trigger(self.polled)
            run = self.poll(self.polled, "--approve")
            code = run.at("displayCode") or ""
            wrong = f"{(int(code) + 1) % 100:02}" if code.isdigit() else "00"
            state = f"login {challenge.login(wrong)}, login {challenge.login(code)}"
            self.table.row("code to phone: another code, then the one shown", run, 0, state, "login REJECT, login ACCEPT",
                           {"two digits are shown": len(code) == 2})
        finally:
            self.server.drop_policy("code")

    def expiry(self):
        self.server.set_lifetime(2)
        try:
            challenge, push = self.trigger_pushed()
            self.server.trigger(self.polled)
            time.sleep(3)
            path = self.file("push.json", push)
            run = self.phone.run("respond", "--approve", path)
            self.table.row("expired on the server, from a file", run, 8, challenge.status(), PENDING)
            run = self.poll(self.polled, "--approve", "--retry-limit", 1)
            self.table.row("expired on the server, polled", run, 5)
        finally:
            self.server.set_lifetime(None)

    def listen_pushed(self):
        """The server itself pushes to the phone that listens."""
        with self.phone.listen("--port", "0", "--count", "1", "--for", "30", "--approve") as listener:
            self.server.set_gateway(f"{listener.address()}/push")
            challenge = self.server.trigger(self.pushed)
            run = listener.ended()
        self.server.set_gateway(f"{self.relay.url}/gateway")
        self.table.row("listen, the server's own HTTP push", run, 0, self.accepted(challenge), ACCEPTED,
                       {"the signature is verified": run.at("push", "signature") == "verified"})

    def credential_file(self):
        """Without any state, as a CI job has it."""
        self.server.add_user("dave")
        serial, uri = self.server.new_token("dave")
        (self.folder / "ci").mkdir()
        path = self.folder / "ci" / "credential.json"
        phone = Phone(self.binary, self.folder / "none")
        run = phone.run("enroll", "-vv", "--key-type", "rsa-2048", "--credential-file", path, "-", stdin=uri + "\n")
        secrets = [urllib.parse.parse_qs(uri.partition("?")[2])["enrollment_credential"][0]]
        for key in path.parent.glob("*.pem"):
            secrets += key.read_text().splitlines()[1:-1]
        self.table.row("credential file: enrol -vv", run, 0, self.server.rollout_state(serial), "enrolled", {
            "only the owner reads it": path.exists() and path.stat().st_mode & 0o77 == 0,
            "no secret is shown": len(secrets) > 20 and not any(secret in run.out + run.err for secret in secrets),
        })
        challenge = self.server.trigger(serial)
        run = phone.run("respond", "-vv", "--credential-file", path, "--poll", "--approve")
        self.table.row("credential file: approve -vv", run, 0, self.accepted(challenge), ACCEPTED, {
            "there is no state": not phone.state.exists(),
            "no secret is shown": not any(secret in run.out + run.err for secret in secrets),
        })

    def readme(self):
        Recipe(self).run()
