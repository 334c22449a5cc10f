"""Overlap between splits."""

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.statistics.split_leakage import FilmLeak, Leaks, TextLeak, find_leaks
from tests.corpus.clips import clip

CARD = CorpusCard("drawn", "nowhere", "none")
LONG = [f"{{}} puts the {thing} on a table in the hall." for thing in ("hat", "cup", "lamp", "book", "key", "box")]


def corpus(folder, films, clips=()):
    return write_corpus(folder, CARD, films=films, clips=clips)


def captioned(film, texts, who="P1"):
    return [clip(k, text.format(who), film=film) for k, text in enumerate(texts)]


def test_captions_of_training_are_counted_in_other_splits(tmp_path):
    films = (CorpusFilm("a", "train"), CorpusFilm("b", "val"), CorpusFilm("c", "test"))
    texts = {
        "a": ["P1 nods.", LONG[0].format("P2"), LONG[1].format("[blank]")],
        "b": ["P7 nods!", LONG[0].format("P1"), LONG[2].format("P1"), "P1 sits."],
        "c": [LONG[3].format("P1")],
    }
    found = find_leaks(corpus(tmp_path, films, [one for film in "abc" for one in captioned(film, texts[film])]))
    assert found == Leaks((), (TextLeak("val", 4, 2, 2, 1), TextLeak("test", 1, 0, 1, 0)))
    assert Leaks.from_dict(found.to_dict()) == found


def test_a_film_in_two_splits_is_found_by_half_its_long_captions(tmp_path):
    films = (CorpusFilm("a", "train"), CorpusFilm("b", "val"), CorpusFilm("c", "train"))
    same = [
        *captioned("a", LONG),
        *captioned("b", [*LONG[:3], "P1 nods.", "A long walk through the woods at night.", "P1 sits."]),
    ]
    assert find_leaks(corpus(tmp_path, films, same)).films == ()  # b has 4 long captions, too few to decide
    more = "{} walks slowly through the dark woods at night."
    other = [
        *captioned("a", LONG),
        *captioned("b", [*LONG[:3], more, more.replace("night", "dawn"), more.replace("woods", "sea")]),
    ]
    assert find_leaks(corpus(tmp_path, films, other)).films == (
        FilmLeak("a", "train", "b", "val", "3 captions of 8 words or more, of 6 and 6"),
    )
    fewer = [
        *captioned("a", LONG),
        *captioned("b", [*LONG[:2], *(more.replace("night", part) for part in ("noon", "dusk", "six"))]),
    ]
    assert find_leaks(corpus(tmp_path, films, fewer)).films == ()
    twins = [*captioned("a", LONG), *captioned("c", LONG)]
    assert find_leaks(corpus(tmp_path, films, twins)).films == ()  # both are in training


def test_shared_files_and_repeated_ids_are_found(tmp_path):
    for name, data in (("a", b"same"), ("b", b"same"), ("c", b"else"), ("d", b"longer")):
        (tmp_path / name).write_bytes(data)
    films = [CorpusFilm(name, split, name) for name, split in zip("abcd", ("train", "val", "val", "test"), strict=True)]
    twice = [CorpusFilm("e", "train"), CorpusFilm("e", "val"), CorpusFilm("f", "val", "gone")]
    assert find_leaks(corpus(tmp_path, [*films, *twice])).films == (
        FilmLeak("e", "train", "e", "val", "the same id"),
        FilmLeak("a", "train", "b", "val", "the same file"),
    )


def test_corpus_without_training_split_has_no_leaks(tmp_path):
    films = (CorpusFilm("a", "val"), CorpusFilm("b", "test"))
    assert find_leaks(corpus(tmp_path, films, [*captioned("a", LONG[:1]), *captioned("b", LONG[:1])])) == Leaks()
