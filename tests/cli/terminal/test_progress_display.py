import io
import logging
import os
import pty
import re
from itertools import pairwise

import click
import pytest
from click.testing import CliRunner

from cinescribe.cli import output
from cinescribe.cli.command import Command
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.cli.terminal import progress_display
from cinescribe.cli.terminal.progress_display import HEARTBEAT, SILENCE, ProgressDisplay

END = "\x04"


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Pipe(ProgressDisplay):
    def __init__(self, clock):
        self.stream = io.StringIO()
        super().__init__(self.stream, clock=clock)

    def lines(self):
        return self.stream.getvalue().splitlines()


class Terminal(ProgressDisplay):
    def __init__(self, controller, stream, clock):
        super().__init__(stream, clock=clock)
        self.controller, self.stream = controller, stream

    def read(self):
        """What was written since the last call; it may come in pieces."""
        self.stream.write(END)
        self.stream.flush()
        text = ""
        while END not in text:
            text += os.read(self.controller, 10_000).decode()
        return text.removesuffix(END).replace("\r\n", "\n")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pipe(clock):
    """A display that writes to a pipe."""
    return Pipe(clock)


@pytest.fixture
def terminal(clock, monkeypatch):
    """A display on a pseudo-terminal of 60 columns."""
    monkeypatch.setenv("TERM", "xterm")
    controller, screen = pty.openpty()
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((60, 24)))
    with open(screen, "w", encoding="utf-8") as stream:
        yield Terminal(controller, stream, clock)
    os.close(controller)


def run_stage(display, clock, stage, *, seconds, step=0.5):
    """Report a stage that goes on evenly."""
    n = round(seconds / step)
    for k in range(n + 1):
        display.report(stage, k / n)
        clock.now += step


def test_lines_come_at_a_pace_with_the_time_left(pipe, clock):
    run_stage(pipe, clock, "watch", seconds=20)
    assert pipe.lines() == [
        "watch: 0 %",
        "watch: 25 %, 15 s left",
        "watch: 50 %, 10 s left",
        "watch: 75 %, 5 s left",
        "watch: 100 %",
    ]
    assert "\r" not in pipe.stream.getvalue()


def test_each_stage_has_its_first_line_unless_stages_fly_by(pipe, clock):
    for stage in ("listen", "watch"):
        run_stage(pipe, clock, stage, seconds=2)
    for n in range(100):
        pipe.report(f"epoch {n}", 0.5)
        clock.now += 0.05
    assert pipe.lines()[:2] == ["listen: 0 %", "watch: 0 %"]
    assert 4 <= len(pipe.lines()) <= 8
    assert len(set(pipe.lines())) == len(pipe.lines())


def test_a_pipe_is_never_silent_for_ten_seconds(pipe, clock):
    written, begun = [], clock.now
    for n in range(round(120 / HEARTBEAT)):
        clock.now += HEARTBEAT
        if n in (40, 41):
            pipe.report("watch", n / 100)
        before = len(pipe.lines())
        pipe.beat()
        written += [clock.now] * (len(pipe.lines()) - before)
    moments = [begun, *written, clock.now]
    assert max(after - before for before, after in pairwise(moments)) <= 10
    assert pipe.lines()[0] == "starting: still running after 8 s"
    assert pipe.lines()[-1] == "watch: 41 %, still running after 1 min 17 s"
    assert len(pipe.lines()) <= 120 / SILENCE + 2


def test_time_left_is_that_of_the_work_done_since_the_first_report(pipe, clock):
    pipe.report("watch", 0.0)
    clock.now += 30  # networks are loaded
    pipe.report("watch", 0.6)  # resumed
    clock.now += 10
    pipe.report("watch", 0.7)
    assert pipe.lines()[-1] == "watch: 70 %, 30 s left"
    clock.now += 3700
    pipe.report("watch", 0.71)
    assert pipe.lines()[-1] == "watch: 71 %, 2 h 43 min left"


def test_a_terminal_shows_a_bar(terminal, clock):
    terminal.report("watch", 0.1)
    clock.now += 8
    terminal.report("watch", 0.5)
    text = terminal.read()
    assert text.count("\n") == 0
    assert text.split("\r")[-1].rstrip() == f"watch         50 % [{'#' * 14}{'-' * 14}] 10 s left"
    assert {len(part) for part in text.split("\r")[1:]} == {59}


def test_a_bar_counts_down_while_nothing_is_reported(terminal, clock):
    terminal.report("watch", 0.1)
    clock.now += 8
    terminal.report("watch", 0.5)
    terminal.read()
    clock.now += HEARTBEAT
    terminal.beat()
    assert terminal.read().rstrip().endswith("9 s left")


def test_finished_stages_stay_as_lines(terminal, clock):
    with terminal.running():
        terminal.report("listen", 0.5)
        clock.now += 65
        terminal.report("watch", 0.5)
        clock.now += 5
    shown = [line.split("\r")[-1] for line in terminal.read().split("\n")]
    assert shown == ["listen       1 min 5 s", "watch        5 s", ""]


def test_a_failed_command_leaves_no_bar(terminal):
    def fail():
        with terminal.running():
            terminal.report("watch", 0.5)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert terminal.read().split("\r")[-1] == ""


def test_redraws_are_rare(terminal, clock):
    for k in range(1000):
        terminal.report("watch", k / 1000)
        clock.now += 0.001
    assert terminal.read().count("\r") <= 12


def test_a_simple_terminal_gets_lines(clock, monkeypatch):
    class Simple(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "dumb")
    stream = Simple()
    ProgressDisplay(stream, clock=clock).report("watch", 0.5)
    assert stream.getvalue() == "watch: 50 %\n"


def test_lines_of_others_stand_above_the_bar(terminal):
    with terminal.running():
        terminal.report("watch", 0.5)
        terminal.say("captions by observer")
        assert logging.lastResort is not None
        logging.lastResort.handle(logging.makeLogRecord({"levelno": logging.WARNING, "msg": "3 packets are damaged"}))
        terminal.report("watch", 0.6)
    shown = [line.split("\r")[-1].rstrip() for line in terminal.read().split("\n")]
    assert "captions by observer" in shown
    assert "3 packets are damaged" in shown


def test_the_heart_beats_while_a_command_runs(monkeypatch, pipe, clock):
    monkeypatch.setattr(progress_display, "HEARTBEAT", 0.001)
    with pipe.running():
        pipe.report("people", 0.0)
        clock.now += SILENCE
        while len(pipe.lines()) < 2:
            pass
    assert pipe.lines()[1] == "people: 0 %, still running after 8 s"


def test_a_stream_that_is_closed_stops_no_work(clock):
    stream = io.StringIO()
    display = ProgressDisplay(stream, clock=clock)
    stream.close()
    with display.running():
        display.report("watch", 0.5)
        display.say("a line")
        display.beat()


@click.command(cls=Command)
@click.option("--captioner", default="auto")
@quiet
@as_json
def working(*, captioner, quiet, as_json):
    with progress_bar(quiet=quiet) as progress:
        progress("watch", 0.5)
        announce("`captioner` is in doubt")
    show({"done": True}, ["done"], as_json=as_json)


def test_standard_output_stays_clean():
    result = CliRunner().invoke(working, ["--json"])
    assert result.stdout == '{"done": true}\n'
    assert re.fullmatch(r"watch: 50 %\n--captioner is in doubt\n", result.stderr)


def test_quiet_leaves_the_result_and_announcements():
    result = CliRunner().invoke(working, ["--quiet"])
    assert result.stdout == "done\n"
    assert result.stderr == "--captioner is in doubt\n"
    assert not output._running
