import pytest

from cinescribe.errors import StudyError
from cinescribe.store import write_record
from cinescribe.study.trial.costs import FilmCost
from cinescribe.study.trial.joined import join_results, results_table
from cinescribe.study.trial.results import FIGURES, TrialResults
from cinescribe.study.trial.shares import rate_of, share_of
from cinescribe.study.trial.surroundings import Machine


def results(path, *, model="m", n_true=1, n=2, pauses=4, cores=2, **changes):
    shares = tuple(share_of(name, n_true if name == "true" else 0, n) for name in FIGURES)
    cost = FilmCost(1.0, 3, 1, pauses=pauses, requests=10, pictures=30, seconds=60.0, own_seconds=1.0)
    found = TrialResults(model, "server", (), Machine(cores, 8.0, "Linux"), (cost,), rate_of(3, 60.0), shares, 1, 0)
    write_record(path, found.replace(**changes))
    return path


def test_trials_of_one_model_are_added_up(tmp_path):
    one, other = results(tmp_path / "a.json", n_true=9, n=10), results(tmp_path / "b.json", n_true=3, n=10, cores=8)
    (row,) = join_results([one, other]).rows
    assert (row.n_trials, row.n_films, row.sentences_a_minute.value) == (2, 2, 3.0)
    assert row.shares[0] == share_of("true", 12, 20)
    assert (row.requests_a_pause, row.pictures_a_pause, row.seconds_a_minute) == (2.5, 7.5, 60.0)
    assert row.machines == ("2 cores, 8 GiB", "8 cores, 8 GiB")
    assert join_results([other, one]) == join_results([one, other])


def test_models_and_efforts_have_separate_rows(tmp_path):
    paths = [
        results(tmp_path / "1.json", model="b"),
        results(tmp_path / "2.json", model="a", effort="quick"),
        results(tmp_path / "3.json", model="a", writer="w"),
        results(tmp_path / "4.json", model="a", unchecked=True),
    ]
    rows = join_results(paths).rows
    assert [(row.model, row.effort, row.unchecked) for row in rows] == [
        ("a", "normal", True),
        ("a", "quick", False),
        ("a and w", "normal", False),
        ("b", "normal", False),
    ]


def test_table_marks_unknown_values_and_escapes_markup(tmp_path):
    odd = results(tmp_path / "a.json", model="a|b <script>", pauses=None, n=0, n_true=0)
    head, _, row = results_table(join_results([odd])).splitlines()
    assert head.startswith("| model | effort | trials | films | sentences judged | true | partly | false |")
    assert row.startswith(r"| a\|b \<script\> | normal | 1 | 1 | 0 | - | - |")
    assert row.endswith("| - | - | - | 2 cores, 8 GiB |")


def test_a_share_has_its_interval(tmp_path):
    assert "| 50% (9% to 91%) |" in results_table(join_results([results(tmp_path / "a.json")]))


def test_repeated_trial_results_are_refused(tmp_path):
    paths = [results(tmp_path / "a.json"), results(tmp_path / "b.json")]
    with pytest.raises(StudyError, match=r"a\.json' and '.*b\.json' have the same results; give each trial once"):
        join_results(paths)
    with pytest.raises(StudyError, match="no results to join; give files that trials wrote"):
        join_results([])
