"""Videos are found by their ids, and a corpus leads to them where they are."""

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm, read_corpus
from cinescribe.corpus.datasets.formats import VIDEO_READERS, import_corpus
from cinescribe.corpus.datasets.video_files import (
    film_inside,
    missing_films,
    video_files,
    with_linked_films,
    with_video_files,
)
from cinescribe.errors import CorpusError, RecordError
from tests.corpus.annotated import annotated

TABLE = "video_id,caption,split,end\nv1,A shoe.,train,2\nv2,A car.,val,2\n"


@pytest.fixture
def films(tmp_path):
    (tmp_path / "videos" / "deep").mkdir(parents=True)
    (tmp_path / "videos" / "v1.mp4").touch()
    (tmp_path / "videos" / "deep" / "v2.WEBM").touch()
    (tmp_path / "videos" / "v1.srt").touch()
    return tmp_path / "videos"


@pytest.fixture
def table(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "vmcd.csv").write_text(TABLE)
    return tmp_path / "tables" / "vmcd.csv"


def corpus_of(*ids):
    return annotated([CorpusFilm(id, "train") for id in ids], []).corpus


def test_videos_are_found_at_any_depth(films):
    assert video_files(films, ["v1", "v2", "v3"]) == {"v1": films / "v1.mp4", "v2": films / "deep" / "v2.WEBM"}
    assert video_files(films, []) == {}


def test_imported_corpus_links_to_its_films(table, films, tmp_path):
    built = import_corpus(tmp_path / "corpus", table, form="vmcd", films=films)
    assert read_corpus(tmp_path / "corpus").films == built.films
    assert {film.id: film.path for film in built.films} == {"v1": "films/v1.mp4", "v2": "films/deep/v2.WEBM"}
    assert all((tmp_path / "corpus" / film.path).is_file() for film in built.films)
    assert inspect_corpus(tmp_path / "corpus").faults == ()
    assert missing_films(built) is None


def test_films_are_searched_beside_the_annotations(table, films, tmp_path):
    assert [film.path for film in import_corpus(tmp_path / "a", table, form="vmcd").films] == [None, None]
    (table.parent / "v2.mov").touch()
    built = import_corpus(tmp_path / "b", table, form="vmcd")
    assert [film.path for film in built.films] == [None, "films/v2.mov"]
    assert missing_films(built) == (
        "1 of 2 films have no file: 'v1'; no model looks at them. Put them beside the others as v1.mp4 and import "
        "again, or leave them out of the annotations"
    )


def test_the_first_missing_films_are_named(films, tmp_path):
    found = with_video_files(corpus_of("a", "b", "c", "d", "v1"), tmp_path / "corpus", films)
    assert "4 of 5 films have no file: 'a', 'b', 'c' ...; no model" in str(missing_films(found))
    assert missing_films(corpus_of("a")) is None  # no film has a file


def test_a_named_folder_must_have_films(table, films, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(CorpusError, match=r"empty' has none of the 2 films, such as v1.mp4; name the folder .*`films`"):
        import_corpus(tmp_path / "corpus", table, form="vmcd", films=empty)
    assert with_video_files(corpus_of("v1"), tmp_path, empty, are_named=False) == corpus_of("v1")


def test_only_data_sets_of_videos_take_their_folder(films, tmp_path):
    with pytest.raises(CorpusError, match=r"'lsmdc', .*choose from activitynet, msr-vtt, v2c, vatex, vmcd"):
        import_corpus(tmp_path / "corpus", tmp_path / "lsmdc", form="lsmdc", films=films)
    assert set(VIDEO_READERS) == {"activitynet", "msr-vtt", "v2c", "vatex", "vmcd"}


def test_films_of_another_corpus_are_linked(films, tmp_path):
    first = with_video_files(corpus_of("v1", "v3"), tmp_path / "first", films)
    second = with_linked_films(first, tmp_path / "second", tmp_path / "first")
    assert [film.path for film in second.films] == ["films/films/v1.mp4", None]
    assert (tmp_path / "second" / "films" / "films" / "v1.mp4").is_file()
    assert with_linked_films(corpus_of("v1"), tmp_path / "third", films) == corpus_of("v1")
    assert not (tmp_path / "third").exists()
    assert film_inside(tmp_path / "second", "films/films/v1.mp4", "v1").samefile(films / "v1.mp4")


def test_other_links_out_of_a_corpus_are_refused(films, tmp_path):
    with_video_files(corpus_of("v1"), tmp_path / "corpus", films)
    (tmp_path / "other.mp4").touch()
    (films / "v9.mp4").symlink_to(tmp_path / "other.mp4")
    for folder in ("corpus", "corpus/films"):
        (tmp_path / folder / "more").symlink_to(tmp_path)
    for path in ("more/other.mp4", "films/more/other.mp4", "films/v9.mp4"):
        with pytest.raises(RecordError, match=r"the path of film 'x' is .*, a link out of its folder"):
            film_inside(tmp_path / "corpus", path, "x")
