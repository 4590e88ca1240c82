"""The phone, which is the real binary, and the table of what came of it."""

import json
import os
import pathlib
import queue
import subprocess
import threading
import time

RUN_LIMIT = 40


class Run:
    """An ended call of the binary."""

    def __init__(self, arguments, code, out, err):
        self.arguments = arguments
        self.code = code
        self.out = out
        self.err = err
        lines = [line for line in out.splitlines() if line.startswith("{")]
        try:
            self.json = json.loads(lines[-1]) if lines else {}
        except ValueError:
            self.json = {}

    def at(self, *path):
        """The member of the JSON at that path, or None."""
        value = self.json
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    @property
    def words(self):
        """What the error says."""
        return f"{self.at('error', 'message')} {self.at('error', 'hint')}"


class Phone:
    """The binary with a state folder of its own, without a terminal."""

    def __init__(self, binary, state):
        self.binary = binary
        self.state = pathlib.Path(state)
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.state.parent), "TERM": "dumb",
                            "MFA_STATE_DIR": str(self.state)}

    def run(self, *arguments, stdin=None):
        """Runs it with --json; `stdin` is text."""
        arguments = [*map(str, arguments), "--json"]
        try:
            done = subprocess.run(
                [self.binary, *arguments], input=(stdin or "").encode(), capture_output=True,
                env=self.environment, timeout=RUN_LIMIT, start_new_session=True,
            )
        except subprocess.TimeoutExpired as problem:
            out, err = (text.decode(errors="replace") if text else "" for text in (problem.stdout, problem.stderr))
            return Run(arguments, "no end", out, err)
        return Run(arguments, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def listen(self, *arguments):
        return Listener([self.binary, "listen", *map(str, arguments), "--json"], self.environment)


class Listener:
    """A command that stays on; as a context it ends with the block."""

    def __init__(self, command, environment, folder=None):
        self.arguments = command[1:]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            cwd=folder, text=True, errors="replace", start_new_session=True,
        )
        self.lines = queue.Queue()
        self.out = []
        self.err = []
        self.readers = [threading.Thread(target=self.read, args=pair, daemon=True) for pair in
                        ((self.process.stdout, self.out), (self.process.stderr, self.err))]
        for reader in self.readers:
            reader.start()

    def read(self, pipe, kept):
        for line in pipe:
            kept.append(line)
            if kept is self.out:
                self.lines.put(line)

    def address(self):
        """What it prints first: where it listens, as text or in an object."""
        try:
            line = self.lines.get(timeout=RUN_LIMIT).strip()
        except queue.Empty:
            return ""
        return json.loads(line).get("url", "") if line.startswith("{") else line

    def ended(self):
        try:
            code = self.process.wait(RUN_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = "no end"
        for reader in self.readers:
            reader.join(5)
        return Run(self.arguments, code, "".join(self.out), "".join(self.err))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Table:
    """A row for each scenario: the exit code, and the state on the server."""

    def __init__(self, service):
        self.service = service
        self.rows = []
        self.started = time.monotonic()

    def row(self, scenario, run, exit_code, state="", wanted="", also=None):
        """`also` are further facts by name, each of which has to be true."""
        problems = [] if run.code == exit_code else [f"exit {run.code}, not {exit_code}"]
        problems += [] if state == wanted else [f"state {state!r}, not {wanted!r}"]
        problems += [f"not so: {fact}" for fact, holds in (also or {}).items() if not holds]
        self.add(scenario, exit_code, run.code, state, problems, run)

    def broken(self, scenario, problem):
        """What ended a scenario before its end."""
        self.add(scenario, "", "", "", [f"{type(problem).__name__}: {problem}"], None)

    def add(self, scenario, wanted, code, state, problems, run):
        self.rows.append((scenario, wanted, code, state, problems, run))

    @property
    def failed(self):
        return sum(1 for row in self.rows if row[4])

    def text(self):
        lines = []
        for scenario, wanted, code, state, problems, run in self.rows:
            verdict = "FAILED" if problems else "ok"
            lines.append(LINE.format(self.service, scenario, f"{wanted}/{code}", state, verdict).rstrip())
            lines += [f"    {problem}" for problem in problems]
            if problems and run:
                lines.append(f"    mfa-cli {' '.join(run.arguments)}")
                lines += [f"    | {line[:300]}" for line in (run.out + run.err).splitlines()[-8:]]
        return "\n".join(lines)


LINE = "{:<12} {:<58} {:>6} {:<34} {}"
HEADER = LINE.format("service", "scenario", "exit", "state on the server", "").rstrip()
