import pytest

from cinescribe.errors import RecordError
from cinescribe.study.trial.costs import FilmCost, film_cost
from tests.study.described import REQUESTS, described


def test_film_cost_is_read_from_last_requests_of_log(tmp_path):
    found = film_cost(described(tmp_path, log=({**REQUESTS, "views": 9}, {"event": "done"}, REQUESTS)))
    assert found == FilmCost(1.0, 2, 4, pauses=4, requests=12, pictures=40, seconds=30.5, own_seconds=2.25)


def test_without_a_log_the_cost_is_unknown(tmp_path):
    folder = described(tmp_path, log=({"event": "done", "stage": "requests"},))
    assert film_cost(folder) == FilmCost(1.0, 2, 4)
    (folder / "log.jsonl").unlink()
    assert film_cost(folder) == FilmCost(1.0, 2, 4)


def test_a_last_line_that_breaks_off_is_left_out(tmp_path):
    folder = described(tmp_path)
    with open(folder / "log.jsonl", "a", encoding="utf-8") as log:
        log.write('{"event": "requests", "vie')
    assert film_cost(folder).requests == 12


@pytest.mark.parametrize("value", [-1, "4", True, None])
def test_a_log_with_odd_numbers_is_refused(tmp_path, value):
    folder = described(tmp_path, log=({**REQUESTS, "drafts": value},))
    with pytest.raises(RecordError, match=r"has drafts .*; expected a number of 0 or more; describe the film again"):
        film_cost(folder)


def test_a_film_below_0_is_refused():
    with pytest.raises(RecordError, match="pauses of a film is -2; expected 0 or more"):
        FilmCost(1.0, 2, 4, pauses=-2)
