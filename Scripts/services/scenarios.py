"""What holds for every service of the family."""

import json
import shutil

from lab import Phone

ACCEPTED = "accept, login ACCEPT"
PENDING = "pending"


class Scenarios:
    """Runs the scenarios of one service in order; those further down use what the first ones enrolled."""

    # What comes of an answer that the server has already, and of an approval that follows a decline.
    repeated = 8
    approved_after_decline = (8, "declined")

    def __init__(self, server, relay, table, binary, folder):
        self.server = server
        self.relay = relay
        self.table = table
        self.binary = binary
        self.folder = folder
        self.phone = Phone(binary, folder / "state")
        self.triggered = []

    def scenarios(self):
        """The scenarios as pairs of a name and a function."""
        raise NotImplementedError

    def run(self):
        for name, scenario in self.scenarios():
            try:
                scenario()
                self.drain()
            except Exception as problem:
                self.table.broken(name, problem)

    def trigger(self, serial):
        challenge = self.server.trigger(serial)
        self.triggered.append(challenge)
        return challenge

    def drain(self):
        """Ends what a scenario left open, since the next one counts on finding its own challenge alone."""
        for challenge in self.triggered:
            nonce = challenge.nonce
            if nonce and challenge.status() == PENDING:
                self.poll(challenge.serial, "--push", nonce, "--deny", "--force", "--retry-limit", 1)
        self.triggered = []

    # Helpers

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return path

    def accepted(self, challenge):
        status = challenge.status()
        return f"{status}, login {challenge.login()}" if status == "accept" else status

    def poll(self, serial, *arguments):
        return self.phone.run("respond", "--poll", "--credential", serial, *arguments)

    def captured(self, challenge):
        """The push of the challenge as the server signed it, taken from a poll whose answer the phone never sends."""
        nonce = challenge.nonce
        with self.relay.tampering(lambda push: push | {"question": push["question"] + "!"}):
            self.poll(challenge.serial, "--push", nonce, "--approve")
        return self.relay.pushes[nonce]

    def label(self, label, name):
        return f"{label}: {name}" if label else name

    # Enrolment

    def enroll(self, name, user, key_type=None, server=None):
        """The serial of a token that the phone enrolled."""
        server = server or self.server
        server.add_user(user)
        serial, uri = server.new_token(user)
        run = self.phone.run("enroll", *(["--key-type", key_type] if key_type else []), uri)
        self.table.row(name, run, 0, server.rollout_state(serial), "enrolled", {
            "the credential is reported": run.at("credential", "id") == serial,
            "no secret is shown": "PRIVATE KEY" not in run.out + run.err,
        })
        self.uri = uri
        return serial

    def enroll_again(self, serial):
        credentials = self.phone.state / "credentials.json"
        before = credentials.read_bytes()
        sent = self.relay.answers
        run = self.phone.run("enroll", self.uri)
        self.table.row("enrol: the same code again", run, 10, self.server.rollout_state(serial), "enrolled", {
            "told apart from a new one": run.at("error", "code") == "already-enrolled",
            "nothing was sent": self.relay.answers == sent,
            "the credential is the same as before": credentials.read_bytes() == before,
        })
        stranger = Phone(self.binary, self.folder / "stranger")
        run = stranger.run("enroll", "--key-type", "rsa-2048", self.uri)
        kept = stranger.state / "credentials.json"
        self.table.row("enrol: the same code on another phone", run, 8, self.server.rollout_state(serial), "enrolled", {
            "nothing is stored": not kept.exists() or not json.loads(kept.read_text())["credentials"],
            "no key is left": not list(stranger.state.glob("*.pem")),
        })

    # Answers

    def approve(self, serial, label=""):
        challenge = self.trigger(serial)
        run = self.poll(serial, "--approve")
        self.table.row(self.label(label, "approve, polled"), run, 0, self.accepted(challenge), ACCEPTED, {
            "the signature is verified": run.at("push", "signature") == "verified",
        })

    def approve_file(self, serial):
        challenge = self.trigger(serial)
        path = self.file("push.json", self.captured(challenge))
        self.approve_twice(challenge, path)

    def approve_twice(self, challenge, path):
        run = self.phone.run("respond", "--approve", path)
        self.table.row("approve, from a file", run, 0, challenge.status(), "accept")
        run = self.phone.run("respond", "--approve", path)
        self.table.row("the same answer again", run, self.repeated, self.accepted(challenge), ACCEPTED)
        run = self.phone.run("respond", "--approve", path)
        self.table.row("and again after the login", run, 8, f"login {challenge.login()}", "login REJECT")

    def decline(self, serial, label=""):
        challenge = self.trigger(serial)
        run = self.poll(serial, "--deny")
        self.table.row(self.label(label, "decline"), run, 0, challenge.status(), "declined")

    def decline_then_approve(self, serial):
        """A decline is final, or should be."""
        challenge = self.trigger(serial)
        path = self.file("push.json", self.captured(challenge))
        run = self.phone.run("respond", "--deny", path)
        self.table.row("decline, from a file", run, 0, challenge.status(), "declined")
        run = self.phone.run("respond", "--approve", path)
        exit_code, state = self.approved_after_decline
        self.table.row("approve what was declined", run, exit_code, challenge.status(), state)

    def nothing_to_poll(self, serial):
        run = self.poll(serial, "--approve", "--retry-limit", 1)
        self.table.row("nothing to poll", run, 5)

    def two_open(self, serial):
        first, second = self.trigger(serial), self.trigger(serial)
        sent = self.relay.answers
        run = self.poll(serial, "--approve")
        self.table.row("two open: none is named", run, 6, f"{first.status()}, {second.status()}", "pending, pending", {
            "nothing was sent": self.relay.answers == sent,
            "both are named": all(push.nonce in run.words for push in (first, second)),
        })
        run = self.poll(serial, "--approve", "--push", second.nonce)
        self.table.row("two open: one is named", run, 0, f"{first.status()}, {second.status()}", "pending, accept")
        run = self.poll(serial, "--approve")
        self.table.row("two open: then the other", run, 0, self.accepted(first), ACCEPTED)

    def listen_polling(self, serial):
        challenge = self.trigger(serial)
        with self.phone.listen("--poll", "--credential", serial, "--interval", "0.5", "--count", "1", "--for", "30",
                               "--approve") as listener:
            run = listener.ended()
        self.table.row("listen --poll", run, 0, self.accepted(challenge), ACCEPTED)

    # What must not work

    def tampered_push(self, serial, label=""):
        """The server's signature no longer covers what the push says."""
        challenge = self.trigger(serial)
        sent = self.relay.answers
        with self.relay.tampering(lambda push: push | {"question": "Transfer 1000?"}):
            run = self.poll(serial, "--approve")
        self.table.row(self.label(label, "tampered push, polled"), run, 10, challenge.status(), PENDING, {
            "nothing was sent": self.relay.answers == sent,
            "the signature is wrong": run.at("push", "signature") == "wrong",
        })
        pushed = self.relay.pushes[challenge.nonce]
        path = self.file("tampered.json", pushed | {"question": "Transfer 1000?"})
        run = self.phone.run("respond", "--approve", path)
        self.table.row(self.label(label, "tampered push, from a file"), run, 10, challenge.status(), PENDING,
                       {"nothing was sent": self.relay.answers == sent})
        run = self.phone.run("respond", "--approve", "--force", path)
        self.table.row(self.label(label, "tampered push, --force"), run, 0, self.accepted(challenge), ACCEPTED)

    def forged_push(self, serial):
        """With --force an answer goes out that the server has no challenge for."""
        challenge = self.trigger(serial)
        push = self.captured(challenge)
        nonce = push["nonce"]
        forged = self.file("forged.json", push | {"nonce": nonce[:-1] + ("A" if nonce[-1] != "A" else "B")})
        run = self.phone.run("respond", "--approve", "--force", forged)
        self.table.row("forged nonce, --force", run, 8, challenge.status(), PENDING)

    def wrong_key(self, serial, other):
        """The device signs with the key of another credential."""
        state = self.folder / "mixed"
        shutil.copytree(self.phone.state, state)
        document = json.loads((state / "credentials.json").read_text())
        found = {record["id"]: record for record in document["credentials"]}
        for member in ("privateKeyFile", "privateKey"):
            if member in found[other]:
                found[serial][member] = found[other][member]
        (state / "credentials.json").write_text(json.dumps(document))
        (state / "credentials.json").chmod(0o600)
        challenge = self.trigger(serial)
        path = self.file("push.json", self.captured(challenge))
        sent = self.relay.answers
        mixed = Phone(self.binary, state)
        run = mixed.run("respond", "--approve", path)
        self.table.row("wrong device key, from a file", run, 8, challenge.status(), PENDING,
                       {"it was sent": self.relay.answers > sent})
        run = mixed.run("respond", "--poll", "--credential", serial, "--approve", "--retry-limit", 1)
        self.table.row("wrong device key, polled", run, 8, challenge.status(), PENDING)

    def locked(self, serial):
        challenge = self.trigger(serial)
        path = self.file("push.json", self.captured(challenge))
        sent = self.relay.answers
        run = self.phone.run("credentials", "lock", serial)
        self.table.row("lock the credential", run, 0)
        for name, arguments in (("polled", ["--poll", "--credential", serial]), ("from a file", [path])):
            run = self.phone.run("respond", "--approve", *arguments)
            self.table.row(f"locked credential, {name}", run, 10, challenge.status(), PENDING,
                           {"nothing was sent": self.relay.answers == sent})
        run = self.phone.run("credentials", "unlock", serial)
        self.table.row("unlock it", run, 0)
        run = self.poll(serial, "--approve")
        self.table.row("unlocked credential", run, 0, self.accepted(challenge), ACCEPTED)
