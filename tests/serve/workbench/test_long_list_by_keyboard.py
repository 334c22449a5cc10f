"""A list of more than one page, in Chromium by keyboard alone: where the focus goes, and what comes again."""

import pytest

from tests.serve.workbench.describer import describing
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

pytestmark = pytest.mark.slow
LIST = "/films/film/"
MARK = "document.querySelectorAll('article.cue')[arguments[0]].dataset.mark = 'old'"
MARKED = "return document.querySelectorAll('article[data-mark]').length"


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    folder = write_folder(tmp_path_factory.mktemp("long") / "film.ad", n_cues=102)
    with desk(folder) as bench, describing(bench) as describer:
        yield describer


def focus_on(one, place):
    one.driver.execute_script("document.querySelectorAll('article.cue textarea')[arguments[0]].focus()", place)


def test_accepting_the_last_cue_of_a_page_opens_the_next_page(one):
    one.visit(LIST)
    focus_on(one, 99)
    assert one.focused_article().startswith("Cue 100 of 102")
    assert one.alt("a").startswith("Cue 100")
    assert one.focused_article().startswith("Cue 101 of 102")
    assert "page=2" in one.driver.current_url


def test_undo_opens_the_page_of_the_cue(one):
    assert one.alt("z").startswith("Undone: cue 100,")
    assert one.focused_article().startswith("Cue 100 of 102")
    assert "page=1" in one.driver.current_url


def test_undo_leaves_other_cues_of_the_page_unchanged(one):
    one.visit(LIST)
    for place in (1, 5):
        one.driver.execute_script(MARK, place)
    focus_on(one, 2)
    assert one.alt("2").startswith("Cue 3 starts at")
    assert one.alt("z").startswith("Undone: cue 3,")
    assert one.focused_article().startswith("Cue 3 of 102")
    assert one.driver.execute_script(MARKED) == 1  # the neighbour's room may have changed; the list did not come again
