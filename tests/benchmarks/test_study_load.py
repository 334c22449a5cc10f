"""A served study whose processes are killed while raters answer; the benchmark has more of them, and PostgreSQL."""

import pytest

pytest.importorskip("sqlalchemy", reason="pip install cinescribe[studies]")
from benchmarks.study.load import run_load


@pytest.mark.slow
def test_killed_workers_and_server_lose_and_double_no_acknowledged_answer(tmp_path, cheap_passwords):
    found = run_load(tmp_path, url=None, n_raters=25, seconds=6, think=1, n_items=60)
    assert found.n_kills == 3
    assert found.n_acknowledged > 0
    assert (found.n_lost, found.n_doubled) == (0, 0)
