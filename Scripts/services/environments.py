"""Virtual environments with the servers, made once and reused."""

import pathlib
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
PINNED = {"privacyidea": "3.14", "edumfa": "2.9.5"}
INSTALL_LIMIT = 400


class Unavailable(Exception):
    """The servers can't be installed here, which is a reason to skip and no failure."""


class Broken(Exception):
    """The package index is there, and what is pinned can't be installed from it."""


def prepare(folder):
    """The environments by package name; those that are not there yet are installed side by side."""
    paths = {package: folder / f"{package}-{version}" for package, version in PINNED.items()}
    problems = []

    def install(package):
        try:
            make(package, PINNED[package], paths[package])
        except (Unavailable, Broken) as problem:
            problems.append(type(problem)(f"{package}: {problem}"))

    threads = [threading.Thread(target=install, args=(package,)) for package in paths if not complete(paths[package])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for problem in sorted(problems, key=lambda problem: isinstance(problem, Unavailable)):
        raise problem
    return paths


def marker(path):
    """Lies beside the environment, written last: an installation that was cut off is not taken for a whole one."""
    return path.with_name(path.name + ".complete")


def complete(path):
    return marker(path).exists() and (path / "bin" / "python").exists()


def make(package, version, path):
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    step([sys.executable, "-m", "venv", str(path)])
    constraints = HERE / f"{package}.txt"
    step(
        [str(path / "bin" / "pip"), "install", "--disable-pip-version-check", "--no-input", "--quiet"]
        + ["--timeout", "15", "--retries", "2", "--only-binary", ":all:"]
        + (["--constraint", str(constraints)] if constraints.exists() else [])
        + [f"{package}=={version}"]
    )
    marker(path).touch()


def step(arguments):
    try:
        done = subprocess.run(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=INSTALL_LIMIT,
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"pip did not end within {INSTALL_LIMIT} s") from None
    except OSError as problem:
        raise Unavailable(str(problem)) from None
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")] or lines[-1:] or [f"exit {done.returncode}"]
        if "Retrying (" in done.stdout or "from versions: none" in done.stdout:
            raise Unavailable(f"the package index can't be reached; pip: {errors[-1]}")
        raise Broken(f"pip: {errors[-1]}")
