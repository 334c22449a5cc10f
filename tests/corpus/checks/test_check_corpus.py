import pytest

from cinescribe.corpus.checks.check_corpus import CorpusSummary, check_corpus, corpus_summary
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import CorpusError, RecordError
from cinescribe.timing import Span
from tests.corpus.clips import clip

CARD = CorpusCard("drawn", "nowhere", "none")
FILM = CorpusFilm("f", "train", "films/f.mp4", 4.0)
GOOD = (clip(0, "P1 waves.", "P2 sees P1.", people=("P1", "P2")), clip(1, "P2 sits.", people=("P2",)))


def written(folder, films=(FILM,), clips=GOOD):
    write_corpus(folder, CARD, films=films, clips=clips)
    (folder / "films").mkdir(exist_ok=True)
    (folder / "films" / "f.mp4").touch()
    return folder


def test_a_whole_corpus_is_read_and_counted(tmp_path):
    films = (FILM, CorpusFilm("g", "val"))
    corpus = check_corpus(written(tmp_path, films, (*GOOD, clip(0, "A door.", film="g"), clip(1, film="g"))))
    counted = corpus_summary(corpus)
    assert (counted.films, counted.clips, counted.captions, counted.seconds) == (2, 4, 4, 8.0)
    assert [(split.split, split.films, split.clips, split.captions, split.seconds) for split in counted.splits] == [
        ("train", 1, 2, 3, 4.0),
        ("val", 1, 2, 1, 4.0),
    ]
    assert CorpusSummary.from_dict(counted.to_dict()) == counted


@pytest.mark.parametrize(
    ("clips", "words"),
    [
        ((GOOD[0], GOOD[0]), "2 clips are called 'f_c0'; give each its own id"),
        ((GOOD[1], GOOD[0]), "clip 'f_c0' comes after 'f_c1', but begins before it; put clips in order of time"),
        ((clip(2),), r"clip 'f_c2' ends at 6.00 s, but its film lasts 4.00 s; shorten it"),
        ((clip(-1),), r"clip 'f_c-1' is from -2.0 to 0.0 s; expected one that lasts, from 0 s on"),
        ((clip(0).replace(span=Span(1, 1)),), r"clip 'f_c0' is from 1.0 to 1.0 s; expected one that lasts"),
        ((clip(0, None, "P1 waves."),), "clip 'f_c0' has paraphrases but no text; make the first of them its text"),
        ((clip(0, people=("Anna",)),), "clip 'f_c0' has a person 'Anna'; people are P1, P2 and so on"),
        ((clip(0, "P03 waves."),), "clip 'f_c0' has a person 'P03'"),
        (
            (clip(0, "P1 waves.", "P3 sees P1.", people=("P1", "P2")),),
            "mentions P3, who is not among its people P1, P2",
        ),
    ],
)
def test_a_faulty_clip_is_named(tmp_path, clips, words):
    with pytest.raises(CorpusError, match=words):
        check_corpus(written(tmp_path, clips=clips))


def test_a_missing_film_is_named(tmp_path):
    with pytest.raises(CorpusError, match=r"film 'f' has no file 'films/none.mp4'; put it there"):
        check_corpus(written(tmp_path, (FILM.replace(path="films/none.mp4"),)))


def test_further_faults_are_counted(tmp_path):
    with pytest.raises(CorpusError, match=r"2 films are called 'f'.* \(2 more faults\)"):
        check_corpus(written(tmp_path, (FILM, FILM), (clip(5), clip(6))))


def test_a_folder_without_a_corpus_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"corpus.json' cannot be read"):
        check_corpus(tmp_path)
