import pytest

from cinescribe.errors import InputError, StudyError
from cinescribe.study.sheets.yes_no_sheets import ScreeningResult, screening_results, write_screening_sheet
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows


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
        ({"clip": "a1"}, "line 3 has annotator 'p1', test '1', clip 'a1' again"),
        ({"metaphor": "perhaps"}, "'perhaps' is neither 'yes' nor 'no'"),
    ],
)
def test_wrong_answers_are_named(tmp_path, key, cells, words):
    path = fill(sheet(tmp_path, key, "p1", "no"), {0: cells})
    with pytest.raises(InputError, match=words):
        screening_results([path], key)


def test_invalid_pass_mark_is_refused(tmp_path, key):
    with pytest.raises(StudyError, match="`pass_mark` is 80; give a share above 0 and up to 1"):
        screening_results([], key, pass_mark=80)
    with pytest.raises(StudyError, match="`annotator` is ''"):
        write_screening_sheet(tmp_path / "s.csv", key, annotator="")


@pytest.mark.parametrize("mark", ["800", "0", "nan"])
def test_the_command_takes_the_mark_in_percent(tmp_path, key, mark):
    run = ("corpus", "metaphors", "screen", key, "--key", key, "--pass-mark", mark)
    assert f"--pass-mark is {mark} percent; expected more than 0 and up to 100" in (
        run_command(*run, exit_code=2).output
    )
