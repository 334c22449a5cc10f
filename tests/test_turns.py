"""Turns: a limit over all processes, fair shares, and turns of the dead."""

import subprocess
import sys
import threading
import time

import pytest

from cinescribe.errors import WorkError
from cinescribe.turns import TurnTable, take_turns_at, turn, turn_table, turns_at_a_time

HOLDER = """
import sys, time
from cinescribe.turns import TurnTable, take_turns_at, turn

take_turns_at(TurnTable("127.0.0.1", int(sys.argv[1]), bytes.fromhex(sys.argv[2]), 1))
with turn("server"):
    print("has it", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def _none_left():
    yield
    take_turns_at(None)


def test_without_a_table_nobody_waits():
    assert turns_at_a_time() is None
    with turn("server", limit=1), turn("server", limit=1):
        pass


def test_no_more_than_the_limit_have_a_turn_at_a_time():
    now, most = 0, 0
    lock = threading.Lock()

    def work():
        nonlocal now, most
        with turn("server"):
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.02)
            with lock:
                now -= 1

    with turn_table(3) as table:
        take_turns_at(table)
        assert turns_at_a_time() == 3
        threads = [threading.Thread(target=work) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert most == 3


def test_names_do_not_wait_for_each_other():
    with turn_table(1) as table:
        take_turns_at(table)
        with turn("one server"), turn("another"), turn("wide", limit=2), turn("wide", limit=2):
            pass


def test_the_turn_of_a_killed_process_is_free():
    with turn_table(1) as table:
        command = [sys.executable, "-c", HOLDER, str(table.port), table.key.hex()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "has it\n"
            process.kill()
        take_turns_at(table)
        with turn("server"):
            pass


def test_those_with_fewest_turns_are_next(monkeypatch):
    """A process with many threads does not push aside one with few."""
    order: list[str] = []

    def waiting(who):
        with turn("server"):
            order.append(who)
            time.sleep(0.02)

    def start(who, n):
        monkeypatch.setattr("os.getpid", lambda: who)
        threads = [threading.Thread(target=waiting, args=(who,)) for _ in range(n)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)  # all of them wait
        return threads

    with turn_table(2) as table:
        take_turns_at(table)
        with turn("server"), turn("server"):
            threads = [*start("many", 6), *start("few", 2)]
        for thread in threads:
            thread.join()
    assert "few" in order[:2]
    assert "few" in order[2:4]


def test_a_lost_table_is_said():
    with turn_table(1) as table:
        take_turns_at(table)
    with pytest.raises(WorkError, match=r"is gone .*; start the run again"), turn("a"):
        pass


def test_a_wrong_key_gets_no_turn():
    with turn_table(1) as table:
        take_turns_at(TurnTable(table.host, table.port, b"wrong", 1))
        with pytest.raises(WorkError, match="is gone"), turn("a"):
            pass
        take_turns_at(table)  # the table goes on
        with turn("a"):
            pass


def test_impossible_tables_are_refused():
    with pytest.raises(WorkError, match="0 turns at a time were asked for"), turn_table(0):
        pass
    with pytest.raises(WorkError, match="nothing can listen"), turn_table(1, host="192.0.2.1"):
        pass
