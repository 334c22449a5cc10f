"""A PostgreSQL server of a test: in a temporary folder, on the loopback, stopped at the end."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FOLDERS = (*map(str, Path("/usr/lib/postgresql").glob("*/bin")), *os.environ.get("PATH", "").split(os.pathsep))
ACCOUNT = "postgres"  # the server refuses to run as root


@contextmanager
def running_server(*, waits_for_disk=False):
    """Yield the URL of an empty database; skip the test where there is no server, or nobody to run it as.

    It does not wait for the disk unless asked to: tests kill processes, not the machine.
    """
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install cinescribe[postgresql]")
    initdb, postgres = (shutil.which(name, path=os.pathsep.join(FOLDERS)) for name in ("initdb", "postgres"))
    if initdb is None or postgres is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    account: dict[str, Any] = {}
    if os.getuid() == 0:
        try:
            owner = pwd.getpwnam(ACCOUNT)
        except KeyError:
            pytest.skip(f"PostgreSQL does not run as root, and there is no account {ACCOUNT!r}")
        account = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if account:
            os.chown(folder, account["user"], account["group"])
        create: list[Any] = [
            initdb,
            "-D",
            folder / "data",
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(create, check=True, capture_output=True, cwd=folder, **account)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options: list[Any] = ["-h", "127.0.0.1", "-p", str(port), "-k", folder, *([] if waits_for_disk else ["-F"])]
        with open(folder / "log", "wb") as log:
            server = subprocess.Popen(
                [postgres, "-D", folder / "data", *options], stdout=log, stderr=log, cwd=folder, **account
            )
        try:
            url = f"postgresql://tester@127.0.0.1:{port}/postgres"
            _wait(psycopg, url, server, folder / "log")
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # ends connections, and stops in good order
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(psycopg, url, server, log):
    for _ in range(200):
        try:
            psycopg.connect(url, connect_timeout=1).close()
            return
        except psycopg.OperationalError:
            pass
        try:
            server.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(log.read_text(errors="replace"))
    raise AssertionError("the server did not start in 20 s")
