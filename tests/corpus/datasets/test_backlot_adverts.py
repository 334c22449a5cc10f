import pytest

from cinescribe.backlot.adverts.plans import AdvertSize
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.checks import check_corpus
from cinescribe.corpus.datasets.backlot_adverts import build_backlot_adverts, split_ideas
from cinescribe.corpus.datasets.backlot_sizes import ADVERT_CORPUS_SIZES, BacklotSize
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.errors import CorpusError
from cinescribe.metrics.embedding.metaphor import Metaphor, metaphor
from cinescribe.store import read_records

SHORT = AdvertSize("short", 5.0, 5.0)
ONE = BacklotSize("one", SHORT, {"train": 6, "val": 1, "test": 1, "train-plain": 1})


def shot_pairs(size):
    """The pairs of concepts that are shot in each split."""
    return {
        split: {of[k % len(of)].pair() for k in range(size.parts[split])} for split, of in split_ideas(size).items()
    }


@pytest.mark.parametrize("size", [*ADVERT_CORPUS_SIZES.values(), ONE], ids=lambda size: size.name)
def test_splits_share_no_pair_but_every_concept(size):
    pairs = shot_pairs(size)
    assert len(pairs["train"] | pairs["val"] | pairs["test"]) == sum(map(len, pairs.values()))
    for part in (0, 1):
        known = {pair[part] for pair in pairs["train"]}
        assert {pair[part] for split in ("val", "test") for pair in pairs[split]} <= known


def test_too_few_adverts_to_train_on_are_refused():
    few = BacklotSize("few", SHORT, {"train": 1, "val": 1})
    with pytest.raises(CorpusError, match="val needs more than the 1 adverts of train, whose concepts must"):
        split_ideas(few)


def test_a_corpus_is_as_large_as_vmcd():
    parts = ADVERT_CORPUS_SIZES["small"].parts
    assert [parts[split] for split in ("train", "val", "test")] == [400, 55, 250]
    assert len(shot_pairs(ADVERT_CORPUS_SIZES["small"])["test"]) > 150


@pytest.mark.slow
def test_a_corpus_of_adverts_has_one_clip_of_three_captions_each(tmp_path):
    folder = tmp_path / "corpus"
    build_backlot_adverts(folder, size=ONE, height=90)
    annotated = read_annotated(folder)
    truths = {
        truth.id: truth
        for split in split_ideas(ONE)
        for truth in read_records(folder / split / "truth.jsonl", FilmTruth)
    }
    clips = annotated.corpus.clips
    assert [clip.id for clip in clips] == list(truths)
    assert len(clips) == 9
    by_clip = {clip.id: [one for one in annotated.metaphors if one.clip == clip.id] for clip in clips}
    for clip in clips:
        truth, found = truths[clip.id], by_clip[clip.id]
        assert (clip.span.start, clip.span.end) == (0, truth.duration)
        assert (clip.text, *clip.paraphrases) == truth.captions
        if truth.metaphor is None:
            assert not found
            continue
        assert [one.caption for one in found] == list(truth.captions)
        for one in found:
            assert metaphor(one.caption) == Metaphor(one.primary, one.property, one.secondary)
            assert one.audio == truth.metaphor.needs_audio
            times = [tuple(map(float, part.split("-"))) for part in str(one.time).split(", ")]
            assert times == [(span.start, span.end) for span in truth.metaphor.spans]
    assert sum(not found for found in by_clip.values()) == 1
    assert check_corpus(folder).clips == clips
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.mp4")}
    build_backlot_adverts(folder, size=ONE, height=90)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.mp4")} == before
