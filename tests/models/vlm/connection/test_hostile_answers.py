"""What a hostile server sends costs little: memory is measured in a process of its own."""

import json
import subprocess
import sys
import zlib

from tests.models.loopback import Handler, serving

BOMB = 128  # MiB, in 128 KiB
MOST = 48  # MiB: twice what answers of 1 MiB become when they are parsed; the first 64 KiB of the bomb become 64

ASK = """
import resource, sys, time
from cinescribe.errors import CinescribeError
from cinescribe.models.vlm.answers.completion import read_completion
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.connection.server_connection import ServerConnection
from cinescribe.models.vlm.connection.server_failures import FailedError

connection = ServerConnection(server_address(sys.argv[1]), n_parallel=1, patience=60)
connection.listens()  # all is loaded
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for number in range(int(sys.argv[2])):
    start = time.process_time()
    try:
        said = read_completion(connection.send("POST", f"/{number}", body={})).trouble
    except (FailedError, CinescribeError) as error:
        said = type(error).__name__
    print(number, said, round(time.process_time() - start, 2))
connection.close()
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def bomb():
    packing = zlib.compressobj(9, wbits=31)
    part = bytes(1 << 20)
    return b"".join([*(packing.compress(part) for _ in range(BOMB)), packing.flush()])


def completion(**message):
    return json.dumps({"choices": [{"message": message}]}).encode()


LONG = 1_000_000
ANSWERS = [
    (200, "gzip", bomb()),
    (200, "identity", b" " * 20_000_000),
    (200, "identity", b"[" * LONG),
    (200, "identity", b'{"a":' * (LONG // 5)),
    (200, "identity", b'{"choices": [' + b"[]," * (LONG // 3) + b"[]]}"),
    (200, "identity", completion(content="", reasoning="[" * LONG)),
    (200, "identity", completion(content="[{" * (LONG // 2))),
    (200, "identity", completion(content="x" * LONG)),
    (200, "identity", b'data: {"choices": [{"delta": {"content": "a"}}]}\n' * (LONG // 50)),
    (500, "identity", completion(content="{" * LONG)),
    (500, "identity", b"{" * LONG),
    (500, "identity", b"<html>" + b"<title" * (LONG // 6)),
    (500, "identity", b"<html>" + b"<script>" * (LONG // 8)),
    (500, "identity", b"\\" * LONG),
]


class Hostile(Handler):
    def do_GET(self):  # noqa: N802 - http.server's name
        self.send(b"{}")

    def do_POST(self):  # noqa: N802 - http.server's name
        self.rfile.read(int(self.headers["Content-Length"]))
        status, encoding, data = ANSWERS[int(self.path.rpartition("/")[2])]
        self.send(data, status=status, headers={"Content-Encoding": encoding})


def test_hostile_answers_take_little_memory_and_time():
    with serving(Hostile) as url:
        command = [sys.executable, "-c", ASK, f"{url}#tiny", str(len(ANSWERS))]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=250)
    *lines, grown = done.stdout.splitlines()
    said = [line.split()[1] for line in lines]
    assert said[:2] == ["ModelError"] * 2
    assert said[9:] == ["FailedError"] * 5
    assert int(grown) < MOST, done.stdout
    assert max(float(line.split()[2]) for line in lines) < 5, done.stdout  # seconds of processor time; .3 is usual
