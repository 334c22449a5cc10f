import pytest

from cinescribe.corpus.metaphors.screening import BRIEFING, ScreeningResult, screening_results, write_screening_sheet
from cinescribe.errors import CorpusError
from cinescribe.metrics.embedding.metaphor import metaphor
from tests.commands import run_command
from tests.corpus.commonsense.sheets import fill, read_rows


@pytest.fixture
def key(tmp_path):
    answers = [("1", f"a{n}", "yes" if n % 2 else "no") for n in range(5)] + [("2", "b0", "yes"), ("2", "b1", "no")]
    path = tmp_path / "key.csv"
    path.write_text("test,clip,metaphor\n" + "".join(f"{','.join(row)}\n" for row in answers))
    return path


def sheet(tmp_path, key, name, given):
    assert write_screening_sheet(tmp_path / f"{name}.csv", key, annotator=name) == 7
    assert {row["metaphor"] for row in read_rows(tmp_path / f"{name}.csv")} == {""}
    return fill(tmp_path / f"{name}.csv", {n: {"metaphor": word} for n, word in enumerate(given.split())})


def test_both_tests_must_be_passed(tmp_path, key):
    one = sheet(tmp_path, key, "p1", "no yes no yes yes yes no")  # 4 of 5, 2 of 2
    other = sheet(tmp_path, key, "p2", "n y n y n yes")  # 5 of 5, 1 of 2: the last is blank
    assert screening_results([one, other], key) == (
        ScreeningResult("p1", 0.8, 1.0, True),
        ScreeningResult("p2", 1.0, 0.5, False),
    )
    assert [result.passed for result in screening_results([one, other], key, pass_mark=0.81)] == [False, False]
    assert [result.passed for result in screening_results([one, other], key, pass_mark=0.5)] == [True, True]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"clip": "a9"}, "line 2 has clip 'a9' in test '1', which the key lacks"),
        ({"clip": "a1"}, "line 3 has clip 'a1' of test 1 by 'p1' again"),
        ({"metaphor": "perhaps"}, "'yes' or 'no' is wanted"),
    ],
)
def test_wrong_answers_are_named(tmp_path, key, cells, words):
    path = fill(sheet(tmp_path, key, "p1", "no"), {0: cells})
    with pytest.raises(CorpusError, match=words):
        screening_results([path], key)


def test_a_wrong_key_or_mark_is_refused(tmp_path, key):
    with pytest.raises(CorpusError, match="`pass_mark` came as 80; a share above 0 and up to 1 is wanted"):
        screening_results([], key, pass_mark=80)
    with pytest.raises(CorpusError, match="`annotator` came as ''"):
        write_screening_sheet(tmp_path / "s.csv", key, annotator="")
    fill(key, {6: {"test": "3"}})
    with pytest.raises(CorpusError, match="line 8 has the test '3'; 1 or 2 is wanted"):
        write_screening_sheet(tmp_path / "s.csv", key, annotator="p1")
    key.write_text("test,clip,metaphor\n1,a,yes\n")
    with pytest.raises(CorpusError, match="has no video for test 2; both tests need one at least"):
        write_screening_sheet(tmp_path / "s.csv", key, annotator="p1")


@pytest.mark.parametrize("mark", ["800", "0", "nan"])
def test_the_command_takes_the_mark_in_percent(tmp_path, key, mark):
    run = ("corpus", "metaphors", "screen", key, "--key", key, "--pass-mark", mark)
    assert f"--pass-mark came as {mark} percent; more than 0 and up to 100 are wanted" in (
        run_command(*run, exit_code=2).output
    )


def test_the_examples_of_the_briefing_follow_the_template():
    rows = [line.strip("| ").split(" | ") for line in BRIEFING.splitlines() if "| yes |" in line]
    assert len(rows) == 3
    assert all(metaphor(row[-1]) for row in rows)
