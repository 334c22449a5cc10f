"""Every form of a description, made by the command and on the page: the same files, byte for byte."""

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import FORMATS
from cinescribe.serve.workbench.jobs.jobs import CLI_COMMAND
from tests.dummies import write_film
from tests.export.player.described import described
from tests.serve.workbench.desk import desk

pytestmark = pytest.mark.slow
PAGE = "/films/film/export"
PATIENCE = 300  # seconds for a job, on a busy machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("forms") / "film.ad"
    film = write_film(made.with_name("film.mp4"))
    Workspace(made).save_draft(described(film))
    return made


@pytest.fixture(scope="module")
def by_command(folder):
    """The bytes of each form, made by its command, and its time."""
    found = {}
    for to in FORMATS:
        result = CliRunner().invoke(main, ["export", "--to", to, str(folder)])
        assert result.exit_code == 0, result.output
        path = folder / result.stdout.split()[-1].rpartition("/")[2]
        found[to] = path.read_bytes(), path.stat().st_mtime_ns
    return found


@pytest.fixture(scope="module")
def by_page(folder, by_command):
    """The answer with each form, after the page has made all of them again; it does so with those that were there."""
    with desk(folder, program=CLI_COMMAND) as bench:
        bench.post(f"{PAGE}/all", page=PAGE)
        job = bench.jobs.get(1)
        assert job.wait(PATIENCE)
        assert job.state == "done", job.lines
        return {to: bench.get(f"{PAGE}/{to}/file") for to in FORMATS}


@pytest.mark.parametrize("to", FORMATS)
def test_the_file_of_the_page_is_that_of_the_command(folder, by_command, by_page, to):
    assert by_page[to].status_code == 200
    name = by_page[to].headers["content-disposition"].split('"')[1]
    content, written_at = by_command[to]
    assert (folder / name).stat().st_mtime_ns > written_at  # the page has made it again
    assert by_page[to].content == content
