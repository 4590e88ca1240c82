"""Disks, files and signatures (findings 10, 11, 12, 15, 20)."""
import base64
import contextlib
import glob
import json
import os
import random
import resource
import signal
import shutil
import subprocess
import time
import urllib.parse

import lab
from lab import FULL, Run, Server, Skipped, Staying, environment, make_push, path, row, write


def key_pair():
    if not shutil.which("openssl"):
        raise Skipped("needs openssl")
    subprocess.run(["openssl", "genrsa", "-out", path("server.key"), "2048"], check=True, capture_output=True)
    der = subprocess.run(["openssl", "rsa", "-in", path("server.key"), "-pubout", "-outform", "DER"], check=True,
                         capture_output=True).stdout
    return base64.b64encode(der).decode()


def taken(public_key, **result):
    body = json.dumps({"result": {"status": True, "value": True, **result}, "detail": {"public_key": public_key}})
    return lambda *_: (200, {}, body.encode())


def uri(server, serial="PIPU0001"):
    address = urllib.parse.quote(server.url + "/ttype/push", safe="")
    return f"otpauth://pipush/{serial}?url={address}&ttl=10&issuer=X&enrollment_credential=00ff&v=1&serial={serial}&sslverify=1"


def enroll(server, *flags, state="state", limits=None):
    return Run("enroll", "-", "--key-type", "rsa-2048", *flags, stdin=uri(server), env={"MFA_STATE_DIR": path(state)}, limits=limits)


@row(10, "rejoined-fields", "a signed challenge whose numbers were made a part of sslverify",
     "its signature counts as wrong, and it is not answered")
def _():
    with Server(taken(key_pair())) as server:
        if enroll(server, state="signed").code:
            return False, "the enrollment failed"
        fields = ["NONCE", server.url + "/ttype/push", "PIPU0001", "Sign in?", "Example", "1", "12,34,56"]
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", path("server.key")], input="|".join(fields).encode(),
                                   check=True, capture_output=True).stdout
        names = ["nonce", "url", "serial", "question", "title", "sslverify"]
        push = dict(zip(names, fields), signature=base64.b32encode(signature).decode())
        honest = Run("inspect", "--json", stdin=json.dumps({**push, "require_presence": fields[6]}), env={"MFA_STATE_DIR": path("signed")})
        forged = json.dumps({**push, "sslverify": "1|12,34,56"})
        seen = Run("inspect", "--json", stdin=forged, env={"MFA_STATE_DIR": path("signed")}).report()["push"]["signature"]
        before = len(server.requests)
        run = Run("--approve", stdin=forged, env={"MFA_STATE_DIR": path("signed")})
        return (honest.report()["push"]["signature"] == "verified" and seen == "wrong" and run.code == 10
                and len(server.requests) == before), \
            f"honest {honest.report()['push']['signature']}, forged {seen}, exit {run.code}, {len(server.requests) - before} sent"


@contextlib.contextmanager
def full_disk(free_kilobytes):
    """A small file system that is nearly full."""
    if os.geteuid() or not shutil.which("mount"):
        raise Skipped("needs root")
    folder = path(f"disk.{time.monotonic_ns()}")
    os.mkdir(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True).returncode:
        raise Skipped("mounting is not allowed")
    try:
        yield folder, lambda: fill(folder, free_kilobytes)
    finally:
        subprocess.run(["umount", "-l", folder], capture_output=True)


def fill(folder, free_kilobytes):
    with open(os.path.join(folder, "filler"), "wb", buffering=0) as file:
        try:
            for _ in range(1024 - free_kilobytes):
                file.write(b"x" * 1024)
                file.flush()
        except OSError:
            pass


@row(11, "enrollment-on-a-full-disk", "enroll with the state on a full disk", "exit 11, the code is not used up: nothing is sent")
def _():
    with full_disk(0) as (folder, filling), Server(taken(key_pair())) as server:
        filling()
        run = Run("enroll", "-", "--key-type", "rsa-2048", stdin=uri(server), env={"MFA_STATE_DIR": folder})
        return run.code == 11 and not server.requests, f"exit {run.code}, {len(server.requests)} requests"


@row(11, "enrollment-refused-in-a-200", "an enrollment that is refused within a 200", "exit 8, nothing is kept")
def _():
    key, seen = key_pair(), []
    for result in [{"status": False, "error": {"code": 905, "message": "nope"}}, {"value": False}]:
        with Server(taken(key, **result)) as server:
            run = enroll(server, state="refused")
            seen.append((run.code, "nope" in run.err or "value" not in result))
    kept = Run("credentials", "list", "--json", env={"MFA_STATE_DIR": path("refused")})
    return all(code == 8 for code, _ in seen) and '"PIPU0001"' not in kept.out, f"exits {[code for code, _ in seen]}"


@row(12, "secret-in-arguments", "enroll with the URI as an argument", "a warning that names the file form")
def _():
    with Server(taken(key_pair())) as server:
        run = Run("enroll", uri(server), "--key-type", "rsa-2048", env={"MFA_STATE_DIR": path("argued")})
        return run.code == 0 and "warning" in run.err and "enrollment_credential" not in run.err, f"exit {run.code}; {run.err.strip()[:120]}"


@row(12, "temporary-files", "enroll killed again and again, then one more run", "no temporary file stays")
def _():
    rounds, folder = 150 if FULL else 30, path("killed")
    with Server(taken(key_pair())) as server:
        for number in range(rounds):
            process = subprocess.Popen([lab.BINARY, "enroll", "-", "--key-type", "p256"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=environment({"MFA_STATE_DIR": folder}))
            process.stdin.write(uri(server, f"PIPU{number:04d}").encode())
            process.stdin.close()
            time.sleep(random.random() * 0.03)
            process.kill()
            process.wait()
        left = len(glob.glob(folder + "/*.tmp"))
        write("killed/credentials.json.made.tmp", "x") if os.path.isdir(folder) else None
        Run("enroll", "-", "--key-type", "p256", stdin=uri(server, "PIPU9999"), env={"MFA_STATE_DIR": folder})
        return not glob.glob(folder + "/*.tmp"), f"{left} before the last run, {len(glob.glob(folder + '/*.tmp'))} after it"


@row(12, "readable-by-others", "a credential file that everybody may read", "a warning that names it")
def _():
    with Server(taken(key_pair())) as server:
        file = path("phone.json")
        enroll(server, "--credential-file", file)
        os.chmod(file, 0o666)
        run = Run("credentials", "list", "--credential-file", file)
        return run.code == 0 and "warning" in run.err and "phone.json" in run.err, f"exit {run.code}; {run.err.strip()[:120]}"


@row(15, "journal-on-a-full-disk", "serve --state with an intact journal on a full disk", "it starts")
def _():
    with full_disk(0) as (folder, filling):
        journal = os.path.join(folder, "journal")
        with Staying("serve", "--state", journal) as service:
            for _ in range(20):
                make_push(service)
        filling()
        with Staying("serve", "--state", journal) as service:
            return service.port > 0, service.url or service.error_text()


@row(20, "file-size-limit", "device token new with ulimit -f 0", "an error, not a signal, and no temporary file")
def _():
    folder = path("limited")
    env = {"MFA_STATE_DIR": folder}
    Run("device", "token", "new", env=env)
    run = Run("device", "token", "new", env=env, limits=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    left = glob.glob(folder + "/*.tmp")
    return run.code == 11 and not left, f"exit {run.code}, {len(left)} temporary files"
