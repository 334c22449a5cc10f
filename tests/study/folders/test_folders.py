from random import Random

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import OutputError, RecordError, StudyError
from cinescribe.schema import Clip
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study, protocol_questions, study_items
from cinescribe.study.folders.open_study import CARD, DATABASE, open_study
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.table import study_kind
from cinescribe.study.storage.database import sqlite_url
from cinescribe.timing import Span
from tests.study.studies import ORDER, ranked_items

DESIGN = StudyDesign("s", "rank", ORDER, 2, "corpus")


def opened(folder, url=None):
    with open_study(folder, url=url) as (_, study):
        return study


def test_study_is_opened_as_created(tmp_path):
    made = make_study(tmp_path / "study", DESIGN, ranked_items(2))
    assert opened(tmp_path / "study") == made
    with pytest.raises(StudyError, match="has a study already, perhaps with answers"):
        make_study(tmp_path / "study", DESIGN, ranked_items(2))


def test_study_refuses_folder_with_other_files(tmp_path):
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "mine").write_text("mine")
    with pytest.raises(OutputError, match="name a new or empty folder"):
        make_study(tmp_path / "study", DESIGN, ranked_items(2))
    assert [path.name for path in (tmp_path / "study").iterdir()] == ["mine"]


def test_a_folder_without_a_study_or_without_its_database_is_refused(tmp_path):
    with pytest.raises(RecordError, match=CARD):
        opened(tmp_path)
    make_study(tmp_path / "study", DESIGN, ranked_items(2))
    (tmp_path / "study" / DATABASE).unlink()
    with pytest.raises(StudyError, match=r"study\.db' is gone, with the answers; put it back"):
        opened(tmp_path / "study")


def test_a_study_in_another_database_needs_its_url(tmp_path):
    url = sqlite_url(tmp_path / "all.db")
    made = make_study(tmp_path / "study", DESIGN, ranked_items(2), url=url)
    assert url not in (tmp_path / "study" / CARD).read_text()
    with pytest.raises(StudyError, match="is on a server; give its URL with `database`"):
        opened(tmp_path / "study")
    assert opened(tmp_path / "study", url) == made
    with pytest.raises(StudyError, match="the database has a study 's'; give this one another name"):
        make_study(tmp_path / "second", DESIGN, ranked_items(2), url=url)


@pytest.mark.slow
def test_database_with_other_study_of_same_name_is_refused(tmp_path):
    make_study(tmp_path / "study", DESIGN, ranked_items(2))
    other = sqlite_url(tmp_path / "other.db")
    make_study(tmp_path / "other", DESIGN, ranked_items(3), url=other)
    with pytest.raises(StudyError, match="the database has another study 's'"):
        opened(tmp_path / "study", other)
    third = sqlite_url(tmp_path / "third.db")
    make_study(tmp_path / "third", DESIGN.replace(name="t"), ranked_items(2), url=third)
    with pytest.raises(StudyError, match="the database has no study 's'; it has t"):
        opened(tmp_path / "study", third)


def test_a_study_without_items_is_refused(tmp_path):
    with pytest.raises(StudyError, match="the study 's' has no item"):
        make_study(tmp_path / "study", DESIGN, [])


def test_unknown_kinds_and_protocols_are_refused():
    with pytest.raises(
        StudyError, match="`kind` is 'guess'; expected one of rank, pair, rate, choose, yes-no, metaphor"
    ):
        study_kind("guess")
    with pytest.raises(StudyError, match="`protocol` is 'v2c'; a rank has lsmdc, mpii-md"):
        protocol_questions(study_kind("rank"), "v2c")
    assert len(protocol_questions(study_kind("rank"), None)) == 4


def test_items_are_drawn_and_the_first_ones_shared(tmp_path):
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), "x") for n in range(5)]
    write_corpus(tmp_path, CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    kind, sources = study_kind("metaphor"), Sources(tmp_path)
    items = study_items(kind, sources, n_items=3, n_shared=2, seed=4)
    assert [item.clip for item in items] == Random(4).sample([clip.id for clip in clips], 3)
    assert [item.is_shared for item in items] == [True, True, False]
    with pytest.raises(StudyError, match="`items` is 0; expected 1 or more"):
        study_items(kind, sources, n_items=0)
    for n in (-1, 4):
        with pytest.raises(StudyError, match=f"`shared` is {n}, and there are 3 items; expected 0 to 3"):
            study_items(kind, sources, n_items=3, n_shared=n)
