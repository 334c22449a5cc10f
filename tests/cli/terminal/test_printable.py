import io
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.cli.terminal.printable import printable, printable_streams
from cinescribe.cli.terminal.progress_display import StageTimes, TerminalBar

EVIL = "\x1b]0;mine\x07\x1b[2J\r\x9b31m\u202egnp.exe\u2028"


def test_control_characters_are_shown_as_json_writes_them():
    assert printable(EVIL) == r"\u001b]0;mine\u0007\u001b[2J\u000d\u009b31m\u202egnp.exe\u2028"
    assert printable("a\tb\nc é 中 \u200fשלום") == "a\tb\nc é 中 \u200fשלום"


def test_json_that_was_printed_keeps_its_meaning():
    value = {EVIL: EVIL}
    assert json.loads(printable(json.dumps(value, ensure_ascii=False))) == value


def test_all_that_is_printed_goes_through_and_the_streams_come_back():
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="ascii"), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    before, (sys.stdout, sys.stderr) = (sys.stdout, sys.stderr), (out, err)
    try:
        with printable_streams():
            print(f"é{EVIL}")
            print(EVIL, file=sys.stderr)
            os.write(2, b"")
        assert (sys.stdout, sys.stderr) == (out, err)
    finally:
        sys.stdout, sys.stderr = before
    assert out.buffer.getvalue().decode() == f"é{printable(EVIL)}\n"
    assert err.buffer.getvalue().decode() == f"{printable(EVIL)}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["lint", EVIL],
        ["media", "probe", EVIL],
        ["score", "captions", EVIL, EVIL],
        [EVIL],
        ["describe", f"--{EVIL}"],
        ["train", "recipe.toml", "--show", "--set", f"{EVIL}=1"],
        ["score", "captions", "a.json", "b.json", "--metrics", EVIL],
    ],
)
def test_command_prints_no_control_character_of_its_arguments(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(main, arguments).output
    assert told
    assert told == printable(told)


@pytest.mark.parametrize("name", ["captions.json", "captions.jsonl", "cues.srt", "film.vtt", "cues.csv"])
def test_command_prints_no_control_character_of_a_file(name, tmp_path):
    path = tmp_path / name
    path.write_text(json.dumps([{EVIL: EVIL}]) + EVIL, encoding="utf-8")
    for command in (["score", "captions", str(path), str(path)], ["lint", str(path)], ["edit", str(path)]):
        told = CliRunner().invoke(main, command).output
        assert told == printable(told)


def test_bar_returns_the_cursor_but_no_stage_does():
    stream = io.BytesIO()
    out = io.TextIOWrapper(stream, encoding="utf-8")
    before, sys.stderr = sys.stderr, out
    try:
        with printable_streams():
            bar = TerminalBar(sys.stderr)
            stage = StageTimes("film\r\x1b[2J", 0.0)
            stage.report(0.5, 1.0)
            bar.paint(stage, 1.0)
            bar.clear(2.0)
    finally:
        sys.stderr = before
    told = stream.getvalue().decode()
    assert told.count("\r") == 3
    assert "\x1b" not in told
    assert r"film\u000d\u001b[2J" in told


def test_reader_of_a_pipe_that_leaves_is_no_error():
    shell = f"{sys.executable} -c 'from cinescribe.cli.main import main; main()' --help | head -1"
    ended = subprocess.run(["bash", "-c", f"set -o pipefail; {shell}"], capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("Usage: ")
    assert "Traceback" not in ended.stderr
    assert "Exception" not in ended.stderr
