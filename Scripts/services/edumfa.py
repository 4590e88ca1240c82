"""The scenarios of eduMFA: its own tokens with RSA and P-256, and those that it keeps from privacyIDEA."""

from scenarios import PENDING, Scenarios
from servers import Legacy


class EduMFAScenarios(Scenarios):
    # eduMFA takes any answer as long as nobody has logged in: the same again, and an approval after a decline.
    repeated = 0
    approved_after_decline = (0, "accept")

    def scenarios(self):
        self.legacy = Legacy(self.server)
        return [
            ("set-up", self.set_up),
            ("enrol", self.enroll_all),
            ("enrol again", lambda: self.enroll_again(self.rsa)),
            ("approve", lambda: self.approve(self.rsa, "RSA-4096")),
            ("decline", lambda: self.decline(self.rsa, "RSA-4096")),
            ("approve", lambda: self.approve(self.curve, "P-256")),
            ("decline", lambda: self.decline(self.curve, "P-256")),
            ("approve", lambda: self.approve(self.old, "legacy push")),
            ("decline", lambda: self.decline(self.old, "legacy push")),
            ("decline with a reason", lambda: self.decline_with_reason(self.rsa)),
            ("approve, from a file", lambda: self.approve_file(self.rsa)),
            ("decline, then approve", lambda: self.decline_then_approve(self.curve)),
            ("nothing to poll", lambda: self.nothing_to_poll(self.rsa)),
            ("two open", lambda: self.two_open(self.rsa)),
            ("listen --poll", lambda: self.listen_polling(self.curve)),
            ("tampered push", lambda: self.tampered_push(self.rsa, "RSA-4096")),
            ("tampered push", lambda: self.tampered_push(self.old, "legacy push")),
            ("forged nonce", lambda: self.forged_push(self.curve)),
            ("wrong device key", lambda: self.wrong_key(self.rsa, self.old)),
            ("locked credential", lambda: self.locked(self.curve)),
        ]

    def set_up(self):
        for service, path in ((self.server, "edupush"), (self.legacy, "push")):
            service.policy(f"enroll_{path}", "enrollment", firebase_configuration="poll only", ttl=10, ssl_verify=0,
                           registration_url=f"{self.relay.url}/ttype/{path}")
            service.policy(f"auth_{path}", "authentication", allow_polling="allow", ssl_verify=0,
                           text_on_mobile="Confirm the login?", title_on_mobile="eduMFA")

    def enroll_all(self):
        self.curve = self.enroll("enrol, edupush with P-256", "carol", "p256")
        self.old = self.enroll("enrol, legacy push with RSA-2048", "bob", "rsa-2048", self.legacy)
        self.rsa = self.enroll("enrol, edupush with RSA-4096", "alice")

    def decline_with_reason(self, serial):
        challenge = self.trigger(serial)
        sent = self.relay.answers
        run = self.poll(serial, "--deny", "--deny-reason", "cancelled")
        self.table.row("decline with a reason that it does not offer", run, 6, challenge.status(), PENDING,
                       {"nothing was sent": self.relay.answers == sent})
