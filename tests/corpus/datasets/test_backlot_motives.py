import pytest

from cinescribe.backlot.films.shoot import Size
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.checks import check_corpus
from cinescribe.corpus.datasets.backlot_motives import N_PHRASES, build_backlot_motives
from cinescribe.corpus.datasets.backlot_sizes import BacklotSize
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.store import read_records

ONE = BacklotSize("one", Size("one", n_clips=3), {"train": 1})


@pytest.mark.slow
def test_a_corpus_of_moments_has_phrases_of_each_caption_all_true(tmp_path):
    folder = tmp_path / "corpus"
    build_backlot_motives(folder, size=ONE, height=90)
    annotated = read_annotated(folder)
    (truth,) = read_records(folder / "train" / "truth.jsonl", FilmTruth)
    clips, moments = annotated.corpus.clips, truth.moments
    assert len(clips) == len(moments) == 2  # 3 clips become 4
    for clip, moment in zip(clips, moments, strict=True):
        assert (clip.span, clip.id) == (moment.span, f"{truth.id}_{moment.first}")
        assert (clip.text, *clip.paraphrases) == tuple(caption.text for caption in moment.captions)
        records = [one for one in annotated.commonsense if one.clip == clip.id]
        assert [one.caption for one in records] == [clip.text, *clip.paraphrases]
        for one in records:
            for phrases, true in (
                (one.intentions, moment.intentions),
                (one.effects, moment.effects),
                (one.attributes, moment.attributes),
            ):
                assert len(set(phrases)) == N_PHRASES
                assert set(phrases) <= set(true)
        (clean,) = (one for one in annotated.clean if one.clip == clip.id)
        assert clean.intentions[0].removeprefix(f"{moment.actor} wants ").rstrip(".") in moment.intentions
        assert clean.effects[0].removeprefix(f"{moment.actor} ").rstrip(".") in moment.effects
        assert clean.attributes[0].removeprefix(f"{moment.actor} is ").rstrip(".") in moment.attributes
    assert check_corpus(folder).clips == clips
    before = (folder / "clips.jsonl").read_bytes()
    build_backlot_motives(folder, size=ONE, height=90)
    assert (folder / "clips.jsonl").read_bytes() == before
    actions_have_the_phrases_of_their_moments(folder, truth)


def actions_have_the_phrases_of_their_moments(folder, truth):
    """The same films, cut at single actions."""
    build_backlot_motives(folder, size=ONE, single_actions=True, height=90)
    annotated = read_annotated(folder)
    assert [clip.span for clip in annotated.corpus.clips] == [filmed.span for filmed in truth.clips]
    assert not annotated.clean
    for clip, filmed, moment in zip(
        annotated.corpus.clips, truth.clips, [one for one in truth.moments for _ in range(2)], strict=True
    ):
        records = [one for one in annotated.commonsense if one.clip == clip.id]
        assert {one.caption for one in records} == {caption.text for caption in filmed.captions}
        assert all(set(one.intentions) <= set(moment.intentions) for one in records)
        assert all(set(one.attributes) <= set(moment.attributes) for one in records)
