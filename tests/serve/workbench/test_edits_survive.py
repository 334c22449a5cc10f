"""Edits over HTTP to a real server that is killed: none that was acknowledged is lost. The whole: benchmarks."""

import pytest

from tests.serve.workbench.random_edits import RandomEdits, is_replayed, write_folder
from tests.serve.workbench.rivals import compete


@pytest.mark.slow
def test_acknowledged_edits_survive_kills_of_the_server(tmp_path):
    count = RandomEdits(write_folder(tmp_path / "film.ad"), seed=43).run(24, n_kills=1)
    assert count.kills == 1
    assert (count.lost, count.unequal, count.statuses) == (0, 0, {})


@pytest.mark.slow
def test_concurrent_tabs_and_a_command_lose_no_edit(tmp_path):
    folder = write_folder(tmp_path / "film.ad")
    rivals, lost = compete(folder, n_conflicts=8, seed=43)
    assert (lost, rivals.faults) == ([], [])
    assert rivals.conflicts >= 8
    assert rivals.by_command
    assert is_replayed(folder)
