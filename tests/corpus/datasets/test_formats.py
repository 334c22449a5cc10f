"""Every format: what is written is read again with the same texts, and blind files have none."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.core.stills import write_stills
from cinescribe.corpus.datasets.formats import FORMS, READERS, WRITERS, export_corpus
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.datasets.sidecar_annotations import (
    AnnotatedMetaphor,
    Commonsense,
    FilmSource,
    read_annotated,
    write_annotated,
)
from cinescribe.corpus.film_folder.anonymise import FilmPerson
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.errors import CorpusError, OutputError
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.timing import Span
from tests.corpus.annotated import CARD, annotated, named, same

ONE_FILE = {"msr-vtt": "info.json", "vmcd": "table.csv"}  # the other formats are folders
TEXTS = ("Zebras graze.", "Quokkas hop.", "P1 waves to [blank].", "Rain.")


def builder(form):
    return READERS.get(form, lambda folder, annotations: build_lsmdc(folder, lsmdc_files(annotations)))


@pytest.fixture
def corpus(tmp_path):
    films = [CorpusFilm("f", "train", "f.mp4", 60.0, ("howto", "drama")), CorpusFilm("g", "test", duration=9.0)]
    clips = [
        named("f", 0, 2, TEXTS[0], "Zebras!"), named("f", 2, 4, TEXTS[1]), named("g", 0, 3, TEXTS[2], people="P1"),
        named("g", 3, 6, TEXTS[3]),
    ]  # fmt: skip
    with_sidecars = annotated(
        films,
        clips,
        people=(FilmPerson("g", "P1", "Ysolde", ("Ysolde",)),),
        sentences=(ClipSentence("f", FilmSentence("1", "script", Span(0, 1), "Xerxes grazes zebras."), clips[0].id),),
        commonsense=(Commonsense(clips[0].id, TEXTS[0], ("to feast",), ("fills up",), ("hungry",)),),
        metaphors=(AnnotatedMetaphor(clips[1].id, "quokkas", "springy", "balls", TEXTS[1], by="Wanda"),),
        sources=(FilmSource("f", "https://example.org/f", Span(5, 65)),),
    )
    write_annotated(tmp_path / "corpus", with_sidecars)
    (tmp_path / "corpus" / "f.mp4").touch()
    return tmp_path / "corpus"


def where(folder, form):
    return folder / ONE_FILE.get(form, "out")


@pytest.mark.parametrize("form", WRITERS)
def test_texts_are_read_back(corpus, tmp_path, form):
    written = export_corpus(corpus, where(tmp_path / "a", form), to=form)
    builder(form)(tmp_path / "again", written)
    texts = sorted(str(clip.text) for clip in read_annotated(tmp_path / "again").corpus.clips)
    assert texts == sorted(TEXTS)
    assert [fault for fault in inspect_corpus(tmp_path / "again").faults if "has no file 'f.mp4'" not in fault] == []


@pytest.mark.parametrize("form", WRITERS)
def test_a_blind_export_has_times_and_no_annotation(corpus, tmp_path, form):
    written = export_corpus(corpus, where(tmp_path / "a", form), to=form, blind=True)
    files = [path for path in [written, *written.rglob("*")] if path.is_file()]
    written_text = "\n".join(path.read_text(encoding="utf-8") for path in files).lower()
    for word in ("zebra", "quokka", "waves", "rain", "p1", "someone", "ysolde", "xerxes", "feast", "fills", "hungry"):
        assert word not in written_text.replace("train", ""), word
    assert not any(word in written_text for word in ("springy", "balls", "wanda", "[blank]", "[...]"))
    again = builder(form)(tmp_path / "again", written)
    assert sorted(clip.span.duration for clip in again.clips) == [2, 2, 3, 3]
    assert all(clip.text is None and not clip.people for clip in again.clips)


# Words as people write them, with all characters that some format uses.
WORDS = st.one_of(
    st.sampled_from(
        ["P1", "P2", "[blank]", "P1's", '"Stop!"', "a,b;", "-->", "#1", "\\n", "''", "{x}", "|", "_", "1", "<eos>"]
    ),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6),
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join).filter(lambda text: not PERSON.search(_plain(text)))


def _plain(text):
    """Remove the intended ids, to find those that chance wrote."""
    return re.sub(r"\bP[12]\b", "", text)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@pytest.mark.parametrize("form", WRITERS)
@given(texts=st.lists(SENTENCES, min_size=2, max_size=2))
def test_any_text_is_read_back(tmp_path, form, texts):
    clips = [named("f", 2 * k, 2 * k + 2, text) for k, text in enumerate(["P1 P2", *texts])]
    write_annotated(tmp_path / "corpus", annotated([CorpusFilm("f", "train")], clips))
    written = export_corpus(tmp_path / "corpus", where(tmp_path / "a", form), to=form)
    again = builder(form)(tmp_path / "again", written)
    assert [clip.text for clip in again.clips] == [clip.text for clip in clips]


def test_our_own_format_loses_nothing(corpus, tmp_path):
    export_corpus(corpus, tmp_path / "out", to="jsonl")
    READERS["jsonl"](tmp_path / "again", tmp_path / "out")
    read = read_annotated(tmp_path / "again")
    assert same(read, read_annotated(corpus))
    assert read.corpus.card == CARD
    assert sorted(path.name for path in (tmp_path / "again").iterdir()) == [
        "clips.jsonl", "commonsense.jsonl", "corpus.json", "films.jsonl", "metaphors.jsonl", "people.jsonl",
        "sentences.jsonl", "sources.jsonl",
    ]  # fmt: skip


def test_sidecar_files_of_an_earlier_corpus_are_removed(corpus):
    write_annotated(corpus, read_annotated(corpus).without_captions())
    assert sorted(path.name for path in corpus.iterdir()) == [
        "clips.jsonl", "corpus.json", "f.mp4", "films.jsonl", "sources.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize("form", sorted(set(WRITERS) - set(ONE_FILE)))
def test_a_blind_export_needs_an_empty_folder(corpus, tmp_path, form):
    export_corpus(corpus, tmp_path / "out", to=form)
    with pytest.raises(CorpusError, match="out' already holds files; name an empty folder for a blind export"):
        export_corpus(corpus, tmp_path / "out", to=form, blind=True)


def test_stills_are_written_as_coco_only(corpus, tmp_path):
    write_stills(tmp_path / "stills", CARD, stills=(), splits=())
    export_corpus(tmp_path / "stills", tmp_path / "coco", to="coco")
    assert json.loads((tmp_path / "coco" / "dataset_coco.json").read_text()) == {"images": [], "dataset": "drawn"}
    with pytest.raises(CorpusError, match="is a corpus of stills; expected one of films"):
        export_corpus(tmp_path / "stills", tmp_path / "a", to="lsmdc")
    with pytest.raises(CorpusError, match="is a corpus of films; expected one of stills"):
        export_corpus(corpus, tmp_path / "a", to="coco")


def test_unknown_formats_and_unwritable_places_are_named(corpus, tmp_path):
    with pytest.raises(
        CorpusError, match="cannot be written as 'xml'; choose from coco, jsonl, lsmdc, m-vad, mpii-md, "
    ):
        export_corpus(corpus, tmp_path / "a", to="xml")
    for form in WRITERS:
        (tmp_path / "file").touch()
        with pytest.raises(OutputError, match="cannot be written"):
            export_corpus(corpus, Path(tmp_path / "file" / "a"), to=form)
    assert set(FORMS) == {*WRITERS, "coco"}
