"""Arguments, descriptors, terminals and output (findings 5, 9, 13, 16, 20)."""
import ctypes
import json
import os
import pty
import resource
import select
import shutil
import signal
import subprocess
import time

import lab
from lab import Run, Server, Skipped, environment, path, row, write

CHALLENGE = '{"pushType":"challenge","messageId":"m","numbersChallenge":["12","34","56"]}'


class Terminal:
    """The binary on a terminal of its own."""

    def __init__(self, *arguments, env=None):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execve(lab.BINARY, [lab.BINARY, *arguments], environment(env))
        self.screen, self.code = "", None

    def read(self, seconds, until=None):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not (until and until in self.screen):
            if select.select([self.descriptor], [], [], 0.05)[0]:
                try:
                    part = os.read(self.descriptor, 65536)
                except OSError:
                    break
                if not part:
                    break
                self.screen += part.decode("utf-8", "replace")
        return self.screen

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


@row(5, "no-proc", "the program without /proc", "its arguments are heeded")
def _():
    if not shutil.which("unshare") or os.geteuid():
        raise Skipped("needs root and unshare")
    run = subprocess.run(["unshare", "-m", "sh", "-c", 'umount -l /proc; exec "$0" --version', lab.BINARY],
                         stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if "unshare" in run.stderr or "umount" in run.stderr:
        raise Skipped(run.stderr.strip())
    return run.returncode == 0 and "mfa-cli" in run.stdout, f"exit {run.returncode}; {(run.stdout + run.stderr).strip()[:80]}"


@row(5, "preloaded-setenv", "a preloaded library that changes the environment", "inspect stays inspect, nothing is sent")
def _():
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler or not os.path.isdir("/proc"):
        raise Skipped("needs a C compiler, and Linux")
    source = write("pre.c", '#include <stdlib.h>\n__attribute__((constructor)) static void c(void){setenv("X","1",1);}')
    subprocess.run([compiler, "-shared", "-fPIC", "-o", path("pre.so"), source], check=True)
    with Server() as service:
        push = json.dumps({"pushType": "default", "messageId": "m", "callbackUrl": service.url})
        run = Run("inspect", stdin=push, env={"LD_PRELOAD": path("pre.so")})
        return run.code == 0 and not service.requests, f"exit {run.code}, {len(service.requests)} requests; {run.out.strip()[:60]}"


@row(5, "empty-vector", "started with no arguments at all, not even a name", "exit 70")
def _():
    if not os.path.isdir("/proc"):
        raise Skipped("needs Linux")
    # Newer kernels put an empty name in its place.
    child = os.fork()
    if child == 0:
        libc = ctypes.CDLL(None)
        null = open(os.devnull)
        os.dup2(null.fileno(), 0)
        libc.execve(lab.BINARY.encode(), (ctypes.c_char_p * 1)(None), (ctypes.c_char_p * 1)(None))
        os._exit(99)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    release = tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2] if part.isdigit())
    return code == 70 or release >= (5, 18) and code in (2, 3), f"exit {code} on kernel {os.uname().release}"


@row(9, "output-full", "an approval with its standard output on a full disk, and on a closed pipe",
     "it is told on standard error that the answer was recorded")
def _():
    if not os.path.exists("/dev/full"):
        raise Skipped("needs /dev/full")
    with Server() as service:
        with open("/dev/full", "w") as full:
            first = Run("--approve", "--endpoint", service.url, stdin='{"pushType":"default"}', stdout=full)
        reading, writing = os.pipe()
        os.close(reading)
        second = Run("--approve", "--endpoint", service.url, stdin='{"pushType":"default"}', stdout=writing)
        os.close(writing)
        told = ["recorded" in run.err for run in (first, second)]
        return first.code == 11 and all(told) and len(service.requests) == 2, \
            f"exits {first.code}, {second.code}; told: {told}; {first.err.strip()[:100]}"


def many_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (5000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    for descriptor in [os.open("/dev/null", os.O_RDONLY) for _ in range(1100)]:
        os.set_inheritable(descriptor, True)


@row(13, "many-descriptors", "serve and a question with 1,100 inherited files", "serve stays, --answer-timeout counts")
def _():
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 2000:
        raise Skipped("needs 2,000 descriptors")
    process = subprocess.Popen([lab.BINARY, "serve"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               env=environment(), close_fds=False, preexec_fn=many_files)
    process.stdout.readline()
    time.sleep(0.5)
    stays = process.poll() is None
    process.terminate()
    code = process.wait(5)
    pid, terminal = pty.fork()
    if pid == 0:
        many_files()
        push = write("challenge.json", CHALLENGE)
        os.execve(lab.BINARY, [lab.BINARY, "--answer-timeout", "1", "--endpoint", "http://127.0.0.1:1", push], environment())
    start = time.monotonic()
    while time.monotonic() - start < 6:
        ready = select.select([terminal], [], [], 0.1)[0]
        try:
            if ready and not os.read(terminal, 65536):
                break
        except OSError:
            break
    seconds = time.monotonic() - start
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(pid, 0)
    os.close(terminal)
    return stays and code == 0 and seconds < 4, f"serve stays: {stays}, ends with {code}; the question ends after {seconds:.1f} s"


@row(16, "cut-line", "a line that is longer than the terminal keeps, which begins with an answer", "it is no answer")
def _():
    with Server() as service:
        push = write("challenge.json", CHALLENGE)
        terminal = Terminal("--endpoint", service.url, push)
        terminal.read(5, ": ")
        for _ in range(1):
            terminal.type("34" + " " * 3000)
            terminal.read(0.3)
            terminal.type(" " * 1200 + "56")
            terminal.read(0.3)
            terminal.type("\n")
        screen = terminal.read(2, "too long")
        terminal.end()
        return not service.requests and "too long" in screen, f"{len(service.requests)} answers sent"


@row(20, "hint-of-another-command", "Ctrl-D at a question of login", "the hint names flags of login")
def _():
    from addresses import inbox
    with Server(inbox) as service:
        code = write("code.json", json.dumps({"version": 1, "service": service.url + "/", "login": "l", "authenticationKey": "k"}))
        terminal = Terminal("login", "--qr", code)
        terminal.read(5, ": ")
        terminal.type("\x04")
        screen = terminal.read(2)
        terminal.end()
        return "--approve" not in screen, screen.strip().splitlines()[-1][:100] if screen.strip() else "nothing"


@row(20, "many-numbers", "a hundred thousand numbers to pick from", "the question keeps its headline on the screen")
def _():
    numbers = json.dumps([f"{number:06d}" for number in range(100_000)])
    push = write("many.json", '{"pushType":"challenge","messageId":"m","numbersChallenge":%s}' % numbers)
    terminal = Terminal("--endpoint", "http://127.0.0.1:1", push)
    screen = terminal.read(5, "deny")
    time.sleep(0.5)
    screen = terminal.read(0.5)
    terminal.end()
    return screen.count("\n") < 200, f"{screen.count(chr(10))} lines"
