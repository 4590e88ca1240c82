"""Runs the steps of a server's own manage command in one process, since each process would import all of it again.

Called with the interpreter of the server's environment: manage.py MODULE STEP…
Ends when standard input does, so that no server outlives the run that started it, however that one died.
"""

import importlib
import os
import shlex
import sys
import threading


def end_with_input():
    while os.read(0, 1):
        pass
    os._exit(0)


del sys.path[0]  # this folder, whose modules are named after the servers' packages
threading.Thread(target=end_with_input, daemon=True).start()
command = importlib.import_module(sys.argv[1]).cli
for step in sys.argv[2:]:
    try:
        command.main(args=shlex.split(step), prog_name="manage", standalone_mode=False)
    except SystemExit as ending:
        if ending.code:
            raise
