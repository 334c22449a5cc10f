import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, inspect_stills, read_stills, write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_metaphors, write_annotated
from cinescribe.corpus.metaphor_stills.metaphorised_stills import claim_metaphorised, write_metaphorised
from cinescribe.errors import CorpusError, OutputError
from cinescribe.still_schema import Region, Still
from tests.corpus.annotated import example_corpus

SENTENCE = "The clock is as round as a wheel."


def item(clip, caption=SENTENCE):
    return AnnotatedMetaphor(clip, "clock", "round", "wheel", caption, description="A clock.")


@pytest.fixture
def source(tmp_path):
    (tmp_path / "stills" / "jpg").mkdir(parents=True)
    for name in "abc":
        (tmp_path / "stills" / "jpg" / f"{name}.jpg").touch()
    regions = (Region((0.0, 0.0, 0.5, 0.5), "clock"),)
    stills = [Still(name, f"jpg/{name}.jpg", ("a clock", "a bicycle"), regions) for name in "abc"]
    splits = [StillSplit("train", ("a", "c")), StillSplit("val", ("b",))]
    write_stills(tmp_path / "stills", CorpusCard("drawn", "nowhere", "free"), stills=stills, splits=splits)
    return tmp_path / "stills"


def test_stills_with_a_metaphor_are_captioned_by_it(source, tmp_path):
    stills = claim_metaphorised(tmp_path / "out", source)
    other = "The clock is as old as time."
    made = write_metaphorised(
        tmp_path / "out", stills, [item("a"), item("a", other), item("a"), item("b")], model="tiny"
    )
    assert read_stills(tmp_path / "out").stills == made.stills
    assert inspect_stills(tmp_path / "out").faults == ()
    assert made.stills == (
        Still("a", "pictures/jpg/a.jpg", (SENTENCE, other), stills.stills[0].regions, is_metaphor=True),
        Still("b", "pictures/jpg/b.jpg", (SENTENCE,), stills.stills[0].regions, is_metaphor=True),
    )
    assert made.splits == (StillSplit("train", ("a",)), StillSplit("val", ("b",)))
    assert (made.card.name, made.card.source) == ("drawn-metaphors", "nowhere; captions by tiny")
    assert [one.clip for one in read_metaphors(tmp_path / "out")] == ["a", "a", "a", "b"]


def test_the_source_is_not_written_over(source, tmp_path):
    with pytest.raises(OutputError, match="is read and would be written"):
        claim_metaphorised(source, source)
    write_annotated(tmp_path / "films", example_corpus())
    with pytest.raises(CorpusError, match="is a corpus of films; expected one of stills"):
        claim_metaphorised(tmp_path / "out", tmp_path / "films")
    assert not (tmp_path / "out").exists()


def test_metaphorised_corpus_needs_a_metaphor(source, tmp_path):
    stills = claim_metaphorised(tmp_path / "out", source)
    with pytest.raises(CorpusError, match="there is no metaphor to caption a still"):
        write_metaphorised(tmp_path / "out", stills, [], model="tiny")
