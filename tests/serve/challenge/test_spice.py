"""The project's SPICE scores a submission, and the table shows it."""

import re

import pytest

from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.standings import leaderboard
from tests.serve.challenge.pages import served
from tests.study.challenge.challenges import captions


@pytest.mark.slow
def test_the_table_shows_spice(tmp_path):
    with served(tmp_path, metrics=("SPICE",), n=3) as (challenge, a, b, browser):
        browser(a).submit(captions("test", n=3))
        browser(b).submit(captions("test", good=False, n=3))
        assert work(open_scorer(challenge), is_over=lambda: True) == 2
        page = browser(a).get("/challenge/leaderboard").text
        board = leaderboard(challenge, "public")
    column = board.metrics.index("SPICE")
    first, second = (one.values[column] for one in board.standings)
    assert first is not None
    assert second is not None
    assert first == pytest.approx(1)  # A sent the references
    assert 0 < second < 1  # B sent a door in each
    assert f">{100 * second:.1f}<" in re.sub(r"\s", "", page)
    assert re.search(r"<th[^>]*>SPICE</th>", page)
    assert board.signatures["SPICE"].startswith("SPICE|")
    assert board.signatures["SPICE"] in page
