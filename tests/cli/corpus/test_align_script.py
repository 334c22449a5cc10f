"""`corpus align-script`: what it prints and writes."""

import json
from functools import partial

import pytest

from cinescribe.corpus.alignment.align_script import AlignedLine
from cinescribe.store import read_records
from tests.commands import run_command
from tests.corpus.screenplay_texts import write_srt, written
from tests.dummies import write_film


@pytest.fixture
def film(tmp_path):
    return written(tmp_path, 41, n_clips=10)


run = partial(run_command, "corpus", "align-script")


def test_json_lines_have_the_promised_fields(film, tmp_path):
    printed = run(film.script, film.subtitles, "--json", "-o", tmp_path / "aligned.jsonl")
    values = [json.loads(line) for line in printed.stdout.splitlines()]
    assert all({"line", "kind", "text", "start", "end", "score"} <= set(value) for value in values)
    assert {value["kind"] for value in values} == {"action", "speech"}
    assert any(value["start"] is None for value in values)
    assert [one.to_dict() for one in read_records(tmp_path / "aligned.jsonl", AlignedLine)] == values
    assert printed.stderr == ""


def test_text_output_has_times_and_a_summary(film):
    shown = run(film.script, film.subtitles).stdout.splitlines()
    n_sentences = sum(" sentences of action timed, " not in line for line in shown)
    assert f"of {n_sentences} sentences of action timed" in shown[-1]
    assert "speeches heard" in shown[-1]


def test_the_film_beside_the_subtitles_is_used_unless_declined(tmp_path):
    script, subtitles = tmp_path / "a.fountain", tmp_path / "a.srt"
    script.write_text("He sits.\n\nANNA\nWhere have you been?\n\nThey go.\n\nBOB\nNowhere at all.\n")
    write_srt(subtitles, [(2, 3, "Where have you been?"), (6.5, 7.5, "Nowhere at all.")])
    film = write_film(tmp_path / "a.mp4")
    looked = run(script, subtitles)
    assert f"looking for the shots of {film}" in looked.stderr
    assert "00:00:00.000 00:00:02.000  1.00  He sits." in looked.stdout
    assert run(script, subtitles, "--no-film").stderr == ""
    assert run(script, subtitles, "--film", film).stdout == looked.stdout


def test_film_and_no_film_exclude_each_other(film, tmp_path):
    refused = run(film.script, film.subtitles, "--film", tmp_path / "a.mp4", "--no-film", exit_code=2)
    assert "--film and --no-film exclude each other; give one" in refused.stderr
