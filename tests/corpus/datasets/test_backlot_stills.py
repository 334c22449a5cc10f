import pytest

from benchmarks.metaphors.runs import part_of
from cinescribe.backlot.adverts.ideas import ideas_by_split
from cinescribe.backlot.stills.stills import draw_still, plan_still
from cinescribe.corpus.core.stills import InspectedStills, inspect_stills
from cinescribe.corpus.datasets.backlot_sizes import STILL_CORPUS_SIZES, BacklotSize, first_seed
from cinescribe.corpus.datasets.backlot_stills import build_backlot_stills
from cinescribe.corpus.datasets.sidecar_annotations import read_metaphors
from cinescribe.media.film.image_files import read_picture
from cinescribe.metrics.embedding.metaphor import Metaphor, metaphor

FEW = BacklotSize("few", None, {"train": 3, "val": 1})


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return build_backlot_stills(tmp_path_factory.mktemp("few"), size=FEW, seed=2, height=90)


def test_stills_are_those_of_their_seeds(corpus):
    assert corpus.card.name == "backlot-stills-few-2"
    assert [still.id for still in corpus.stills_of("train")] == [f"still-200000{k}" for k in range(3)]
    assert [still.id for still in corpus.stills_of("val")] == ["still-2500000"]
    assert inspect_stills(corpus.folder) == InspectedStills(corpus, ())
    drawn = draw_still(plan_still(2_000_001), width=160, height=90)
    still = corpus.stills[1]
    assert (still.captions, still.regions) == (drawn.captions, drawn.regions)
    shown = read_picture(corpus.picture(still))
    assert shown.shape == (90, 160, 3)
    assert abs(shown.astype(int) - drawn.picture).mean() < 4  # JPEG


def test_progress_is_reported_and_a_seed_gives_the_same_stills(corpus, tmp_path):
    calls = []
    again = build_backlot_stills(
        tmp_path, size=FEW, seed=2, height=90, progress=lambda stage, share: calls.append((stage, share))
    )
    assert calls == [("stills", 0.25), ("stills", 0.5), ("stills", 0.75), ("stills", 1.0)]
    assert (again.stills, again.splits) == (corpus.stills, corpus.splits)
    for still in again.stills:
        assert again.picture(still).read_bytes() == corpus.picture(still).read_bytes()


def test_stills_with_metaphors_are_of_ideas_that_adverts_train_on(corpus, tmp_path):
    built = build_backlot_stills(tmp_path, size=FEW, metaphors=2, seed=2, height=90)
    assert [still.id for still in built.stills_of("train")][-2:] == ["metaphor-2000000", "metaphor-2000001"]
    assert [still for still in built.stills if still.id.startswith("still")] == list(corpus.stills)
    assert inspect_stills(built.folder) == InspectedStills(built, ())
    found = read_metaphors(tmp_path)
    trained = {idea.concepts() for idea in ideas_by_split()["train"]}
    assert len(found) == 6
    for one in found:
        assert metaphor(one.caption) == Metaphor(one.primary, one.property, one.secondary)
        assert tuple(part_of(one.caption, part) for part in ("primary", "property", "secondary")) in trained
        assert one.caption in next(still for still in built.stills if still.id == one.clip).captions
    build_backlot_stills(tmp_path, size=FEW, seed=2, height=90)
    assert read_metaphors(tmp_path) == ()


def test_sizes_share_no_seed_between_splits():
    assert [sum(STILL_CORPUS_SIZES[name].parts.values()) for name in ("tiny", "small", "full")] == [20, 2_200, 22_000]
    for size in STILL_CORPUS_SIZES.values():
        seeds = [
            seed
            for split, n in size.parts.items()
            for seed in range(first_seed("backlot-stills", split), first_seed("backlot-stills", split) + n)
        ]
        assert len(seeds) == len(set(seeds))
        assert max(seeds) < 1_000_000
