import pytest

from cinescribe.corpus.datasets.sidecar_annotations import (
    SIDECAR_FILES,
    AnnotatedMetaphor,
    Commonsense,
    FilmSource,
    read_annotated,
    write_annotated,
)
from cinescribe.errors import OutputError, RecordError
from cinescribe.timing import Span
from tests.corpus.annotated import annotated, example_corpus


@pytest.mark.parametrize(
    "record",
    [
        Commonsense("c", "Rain.", ("a",), (), ("b", "c")),
        Commonsense("c", "Rain."),
        AnnotatedMetaphor("c", "car", "fast", "cat", "x", description="y", time="0:10", audio=False, by="A"),
        FilmSource("f", "https://example.org", Span(1.5, 2)),
        FilmSource("f", "https://example.org"),
    ],
)
def test_records_survive_a_round_trip(record):
    assert type(record).from_dict(record.to_dict()) == record


def test_corpus_without_sidecar_files_has_no_annotations(tmp_path):
    write_annotated(tmp_path, example_corpus())
    read = read_annotated(tmp_path)
    assert (read.people, read.sentences, read.commonsense, read.metaphors, read.sources) == ((), (), (), (), ())
    assert not any((tmp_path / name).exists() for name in SIDECAR_FILES.values())


def test_a_malformed_sidecar_file_is_named(tmp_path):
    write_annotated(tmp_path, annotated([], [], sources=(FilmSource("f", "x"),)))
    (tmp_path / "sources.jsonl").write_text('{"film": "f"}\n')
    with pytest.raises(RecordError, match=r"sources.jsonl, line 1: a FilmSource has only film"):
        read_annotated(tmp_path)


def test_a_hidden_test_set_has_times_and_sources_only():
    corpus = annotated([], [], commonsense=(Commonsense("c", "x"),), sources=(FilmSource("f", "x"),))
    assert corpus.without_captions() == annotated([], [], sources=corpus.sources)
    hidden = example_corpus().without_captions().corpus
    assert all((clip.text, clip.people, clip.paraphrases) == (None, (), ()) for clip in hidden.clips)
    assert [(clip.id, clip.span) for clip in hidden.clips] == [(c.id, c.span) for c in example_corpus().corpus.clips]


def test_an_unwritable_place_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        write_annotated(tmp_path / "file", example_corpus())
