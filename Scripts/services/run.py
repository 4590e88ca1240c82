"""Starts the servers, runs the scenarios on both at once, and prints the table. Called by Scripts/test-services."""

import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time

from edumfa import EduMFAScenarios
from environments import PINNED, Broken, Unavailable, prepare
from lab import HEADER, Table
from privacyidea import PrivacyIDEAScenarios
from relay import Relay
from servers import EduMFA, PrivacyIDEA

TIME_LIMIT = 420


class Bench:
    """One service with its scenarios."""

    def __init__(self, server, scenarios, binary, folder):
        self.server = server
        self.table = Table(server.name)
        self.folder = folder
        self.relay = Relay(server.url)
        (folder / "phone").mkdir()
        self.scenarios = scenarios(server, self.relay, self.table, binary, folder / "phone")

    def run(self):
        try:
            self.server.prepare()
            self.server.start()
            self.scenarios.run()
        except Exception as problem:
            self.table.broken("set-up", problem)

    def stop(self):
        self.server.stop()
        self.relay.stop()


def benches(environments, binary, folder):
    for package, server, scenarios in (("privacyidea", PrivacyIDEA, PrivacyIDEAScenarios),
                                       ("edumfa", EduMFA, EduMFAScenarios)):
        own = folder / package
        own.mkdir()
        yield Bench(server(environments[package], own / "server"), scenarios, binary, own)


def main(binary, environments_folder):
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda number, _: sys.exit(128 + number))
    started = time.monotonic()
    try:
        environments = prepare(environments_folder)
    except Unavailable as problem:
        print(f"test-services: SKIPPED: {problem}")
        return 0
    except Broken as problem:
        print(f"test-services: what is pinned can't be installed: {problem}")
        return 1
    installed = time.monotonic()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="test-services."))
    running = []
    try:
        running += benches(environments, binary, folder)
        threads = [threading.Thread(target=bench.run, daemon=True) for bench in running]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0, installed + TIME_LIMIT - time.monotonic()))
        for bench, thread in zip(running, threads):
            if thread.is_alive():
                bench.table.broken("all", TimeoutError(f"no end within {TIME_LIMIT} s"))
    finally:
        for bench in running:
            bench.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return report([bench.table for bench in running], installed - started, time.monotonic() - installed)


def report(tables, installing, running):
    print(HEADER)
    for table in tables:
        print(table.text())
    versions = ", ".join(f"{package} {version}" for package, version in PINNED.items())
    print(f"{versions}; installed in {installing:.0f} s, set up and run in {running:.0f} s")
    failed = sum(table.failed for table in tables)
    print(f"{sum(len(table.rows) for table in tables) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
