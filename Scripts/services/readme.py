"""The README's recipe for privacyIDEA, command by command, with the server doing between them what the recipe tells."""

import pathlib
import subprocess

from lab import RUN_LIMIT, Listener, Run
from scenarios import ACCEPTED
from servers import unused_port

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
HEADING = "### You answer a privacyIDEA push"
SHOWN_PORT = "9090"
SHOWN_NUMBER = "07"


def commands():
    """The lines of the recipe's blocks, without comments."""
    section = README.read_text(encoding="utf-8").split(f"\n{HEADING}\n")[1].split("\n### ")[0].split("\n## ")[0]
    blocks = [part.split("\n```")[0] for part in section.split("```sh\n")[1:]]
    lines = [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]
    if len(lines) < 4:
        raise ValueError(f"README: {HEADING!r} has {len(lines)} commands")
    return lines


class Recipe:
    """A phone and a token of its own, the token with a push channel."""

    def __init__(self, scenarios):
        self.scenarios = scenarios
        self.server = scenarios.server
        self.relay = scenarios.relay
        self.folder = scenarios.folder / "recipe"
        tools = self.folder / "bin"
        tools.mkdir(parents=True)
        (tools / "mfa-cli").symlink_to(pathlib.Path(scenarios.binary).resolve())
        own = scenarios.phone.environment
        self.environment = own | {"PATH": f"{tools}:{own['PATH']}", "MFA_STATE_DIR": str(self.folder / "state")}

    def run(self):
        scenarios = self.scenarios
        scenarios.enrollment_policy("phonegw")
        self.server.add_user("erin")
        self.serial, uri = self.server.new_token("erin")
        (self.folder / "code.txt").write_text(uri + "\n")
        self.captured = None
        for command in commands():
            if " listen " in command:
                self.listening(command)
            elif " enroll " in command:
                self.row(command, self.shell(command), self.server.rollout_state(self.serial), "enrolled")
            elif " respond --poll " in command:
                self.polling(command)
            elif "push.json" in command:
                self.reading(command)
            else:
                self.row(command, self.shell(command))

    def row(self, command, run, state="", wanted=""):
        self.scenarios.table.row(f"README: {command.removeprefix('mfa-cli ')}", run, 0, state, wanted)

    def shell(self, command):
        try:
            done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, capture_output=True,
                                  env=self.environment, cwd=self.folder, timeout=RUN_LIMIT, start_new_session=True)
        except subprocess.TimeoutExpired:
            return Run([command], "no end", "", "")
        return Run([command], done.returncode, done.stdout.decode(errors="replace"),
                   done.stderr.decode(errors="replace"))

    def polling(self, command):
        if SHOWN_NUMBER in command:
            self.server.policy("presence", "authentication", "require_presence", presence_options="NUMERIC")
        try:
            challenge = self.server.trigger(self.serial)
            run = self.shell(command.replace(SHOWN_NUMBER, challenge.answer or SHOWN_NUMBER))
        finally:
            if SHOWN_NUMBER in command:
                self.server.drop_policy("presence")
        if "--deny" in command:
            self.row(command, run, challenge.status(), "cancelled" if "cancelled" in command else "declined")
        else:
            self.row(command, run, self.scenarios.accepted(challenge), ACCEPTED)

    def reading(self, command):
        """The commands that read the captured push all get the same one, of which the last is the answer."""
        if not self.captured:
            self.captured = self.server.trigger(self.serial)
            self.scenarios.file("recipe/push.json", self.relay.pushes[self.captured.nonce])
        run = self.shell(command)
        answered = " inspect " not in command
        self.row(command, run, self.scenarios.accepted(self.captured), ACCEPTED if answered else "pending")

    def listening(self, command):
        port = unused_port()
        command = command.replace(SHOWN_PORT, str(port))
        with Listener(["bash", "-c", f"exec {command}"], self.environment, self.folder) as listener:
            self.server.set_gateway(f"{listener.address()}/push")
            challenge = self.server.trigger(self.serial)
            run = listener.ended()
        self.server.set_gateway(f"{self.relay.url}/gateway")
        self.row(command.replace(str(port), SHOWN_PORT), run, self.scenarios.accepted(challenge), ACCEPTED)
