"""The attacks, a row each. usage: run.py BINARY [--full] [NAME…]"""
import sys

import lab

arguments = sys.argv[1:]
lab.BINARY, lab.FULL = arguments[0], "--full" in arguments

import addresses  # noqa: E402,F401  each module declares its rows
import browser  # noqa: E402,F401
import times  # noqa: E402,F401
import listeners  # noqa: E402,F401
import processes  # noqa: E402,F401
import state  # noqa: E402,F401

lab.ROWS.sort(key=lambda row: row[0])
sys.exit(lab.run_all([name for name in arguments[1:] if name != "--full"]))
