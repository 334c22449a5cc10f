import re
from itertools import product

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.datasets.mpii_md import (
    ORIGINAL_FILE,
    SOMEONE_FILE,
    SPLIT_FILE,
    build_mpii_md,
    named_people,
    write_mpii_md,
)
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.corpus.film_folder.anonymise import FilmPerson
from cinescribe.errors import CorpusError, RecordError
from cinescribe.timing import Span
from tests.corpus.annotated import FILMS, annotated, example_corpus, named, same, words_in

A = "0001_American_Beauty_00.00.51.926-00.00.54.129"
B = "0001_American_Beauty_01.02.27.034-01.02.30.000"


@pytest.fixture
def release(tmp_path):
    """A film with a clip of two sentences, and its people in the original."""
    folder = tmp_path / "mpii"
    folder.mkdir()
    (folder / SOMEONE_FILE).write_text(
        f"{B}\tSOMEONE and SOMEONE's dog.\n{A}\tSOMEONE wakes up.\n{A}\tSOMEONE looks at PEOPLE.\n"
    )
    (folder / ORIGINAL_FILE).write_text(
        f"{B}\tCarolyn and Lester's dog.\n{A}\tLester wakes up.\n{A}\tCarolyn looks at the Burnhams.\n"
    )
    (folder / SPLIT_FILE).write_text("0001_American_Beauty\ttraining\n1010_Titanic\tvalidation\n1011_Up\ttest\n")
    return folder


def test_people_are_named_by_the_original(release, tmp_path):
    build_mpii_md(tmp_path / "corpus", release)
    read = read_annotated(tmp_path / "corpus")
    assert [(film.id, film.split) for film in read.corpus.films] == [
        ("0001_American_Beauty", "train"), ("1010_Titanic", "val"), ("1011_Up", "test"),
    ]  # fmt: skip
    assert [(clip.id, clip.span, clip.text, clip.people) for clip in read.corpus.clips] == [
        (A, Span(51.926, 54.129), "P1 wakes up. [blank] looks at PEOPLE.", ("P1",)),
        (B, Span(3747.034, 3750.0), "P2 and P1's dog.", ("P2", "P1")),
    ]
    assert read.people[0] == FilmPerson("0001_American_Beauty", "P1", "Lester", ("Lester",))
    assert inspect_corpus(tmp_path / "corpus").faults == ()


def test_with_one_file_people_are_blanks_or_names(release, tmp_path):
    original = (release / ORIGINAL_FILE).read_text()
    (release / ORIGINAL_FILE).unlink()
    assert build_mpii_md(tmp_path / "a", release).clips[1].text == "[blank] and [blank]'s dog."
    (release / SOMEONE_FILE).unlink()
    (release / ORIGINAL_FILE).write_text(original)
    assert build_mpii_md(tmp_path / "b", release).clips[1].text == "Carolyn and Lester's dog."


@pytest.mark.parametrize(
    ("someone", "original", "people"),
    [
        ("SOMEONE waves.", "Anna Marie waves.", ("Anna Marie",)),
        ("SOMEONE sees SOMEONE.", "Tom sees SOMEONE.", ("Tom", None)),
        ("Rain.", "Rain.", ()),
        ("SOMEONE (1) sits.", "Tom (2) sits.", ()),
        ("SOMEONE waves.", "", ()),
    ],
)
def test_names_come_from_comparing_two_sentences(someone, original, people):
    assert named_people(someone, original) == people


def test_names_are_those_of_the_shortest_match():
    pieces = ("SOMEONE", " ", "a")
    originals = ["".join(one) for n in range(6) for one in product(pieces, repeat=n)]
    for someone in ("".join(one) for n in range(5) for one in product(pieces, repeat=n)):
        plain = re.compile("(.+?)".join(re.split(r"\bSOMEONE\b", someone)))
        for original in originals:
            found = plain.fullmatch(original)
            names = () if found is None else tuple(None if name == "SOMEONE" else name for name in found.groups())
            assert named_people(someone, original) == names, (someone, original)


def test_many_people_are_found_without_trying_every_place():
    assert named_people("SOMEONE, " * 40 + "x", "Tom, " * 40 + "x") == ("Tom",) * 40
    assert named_people("SOMEONE, " * 40 + "x", "Tom, " * 40 + "y") == ()
    assert named_people("SOMEONE " * 40 + "x.", "a " * 60 + ".") == ()


def test_a_written_corpus_is_read_back(tmp_path):
    write_mpii_md(example_corpus(), tmp_path / "out")
    build_mpii_md(tmp_path / "corpus", tmp_path / "out")
    assert same(read_annotated(tmp_path / "corpus"), example_corpus())


def test_unambiguous_names_are_written(tmp_path):
    people = (
        FilmPerson("0001_A_Film", "P1", "Anna", ("Anna", "Ann")),
        FilmPerson("3009_B", "P1", "Tom", ("Tom",)),
        FilmPerson("3009_B", "P2", "Tom", ("Tom",)),
    )
    corpus = example_corpus()
    write_mpii_md(annotated(list(corpus.corpus.films), list(corpus.corpus.clips), people=people), tmp_path / "out")
    sentences = [line.split("\t")[1] for line in (tmp_path / "out" / ORIGINAL_FILE).read_text().splitlines()]
    assert sentences[:4] == [
        "Anna sees SOMEONE's dog.",
        "It rains.",
        "P2's hat falls on Anna. P2 laughs.",
        "P1 and P2 sit.",
    ]
    build_mpii_md(tmp_path / "corpus", tmp_path / "out")
    read = read_annotated(tmp_path / "corpus")
    assert read.corpus.clips == corpus.corpus.clips
    assert read.people == (FilmPerson("0001_A_Film", "P1", "Anna", ("Anna",)),)


def test_a_blind_export_has_no_words(tmp_path):
    write_mpii_md(example_corpus().without_captions(), tmp_path)
    assert not set(words_in(tmp_path).lower().replace("\t", " ").split()) & {"sees", "rains.", "someone", "sit."}
    assert not (tmp_path / ORIGINAL_FILE).exists()
    assert all(clip.text is None for clip in build_mpii_md(tmp_path / "c", tmp_path).clips)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            SOMEONE_FILE,
            "x\n",
            r"annotations-someone.csv, line 1 has 1 columns; expected a clip's name, a tab and a sentence",
        ),
        (
            SOMEONE_FILE,
            "clip7\tRain.\n",
            r"line 1 has the clip 'clip7'; expected a film's name and times, as 0001_Film_00",
        ),
        (
            SOMEONE_FILE,
            "a_00.00.01.000-00.00.01.000\tRain.\n",
            "line 1 has the clip 'a_00.00.01.000-00.00.01.000'; expected",
        ),
        (
            SOMEONE_FILE,
            "b_00.00.01.000-00.00.02.000\tRain.\n",
            r"line 1 is of 'b', which dataSplit.txt does not name; add",
        ),
        (SPLIT_FILE, "a\n", r"dataSplit.txt, line 1 has 1 columns; expected a film, a tab and its split"),
        (SPLIT_FILE, "a\ttest\na\ttraining\n", r"line 2 has the film 'a' for the second time; keep it in one split"),
    ],
)
def test_a_malformed_line_is_named(release, tmp_path, name, text, words):
    (release / name).write_text(text)
    with pytest.raises(CorpusError, match=words):
        build_mpii_md(tmp_path / "corpus", release)


def test_missing_files_and_repeated_names_are_refused(release, tmp_path):
    (release / SOMEONE_FILE).unlink()
    (release / ORIGINAL_FILE).unlink()
    with pytest.raises(RecordError, match=r"annotations-original.csv' cannot be read"):
        build_mpii_md(tmp_path / "corpus", release)
    clip = named("3009_B", 0, 2, "Rain.")
    with pytest.raises(CorpusError, match="clips 'a' and 'b' would both be called"):
        write_mpii_md(annotated([FILMS[1]], [clip.replace(id="a"), clip.replace(id="b")]), tmp_path)
