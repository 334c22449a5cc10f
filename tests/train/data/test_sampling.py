from cinescribe.corpus.core.blanks import answers
from cinescribe.train.data.sampling import SamplingConfig, evaluation_sets, split_batches, split_evenly, training_sets
from tests.train import world

_, FILMS = world.world(3, n_clips=7)


def sets_of(sampling, *, seed=1, epoch=0):
    return training_sets(FILMS, sampling, n_clips=3, seed=seed, epoch=epoch)


def ids(sets):
    return [tuple(clip.id for clip in clip_set.clips) for clip_set in sets]


def texts(sets):
    return {clips: tuple(clip.text for clip in one.clips) for clips, one in zip(ids(sets), sets, strict=True)}


def test_sets_overlap_by_the_stride_and_are_shuffled_each_epoch():
    sets = ids(sets_of(SamplingConfig(stride=2)))
    assert sorted(sets) == sorted(
        (f"film{n}_{k}", f"film{n}_{k + 1}", f"film{n}_{k + 2}") for n in range(3) for k in (0, 2, 4)
    )
    assert sets != sorted(sets)
    other = ids(sets_of(SamplingConfig(stride=2), epoch=1))
    assert sorted(other) == sorted(sets)
    assert other != sets
    assert ids(sets_of(SamplingConfig(stride=2))) == sets
    assert ids(sets_of(SamplingConfig(stride=2), seed=2)) != sets


def test_caption_variants_cycle_and_are_the_same_in_all_runs():
    sampling = SamplingConfig(caption_variants=3)
    variants = [texts(sets_of(sampling, epoch=epoch)) for epoch in range(4)]
    assert variants[0] == texts(sets_of(SamplingConfig()))
    assert variants[0] != variants[1] != variants[2]
    assert variants[3] == variants[0]
    assert texts(sets_of(sampling, epoch=1, seed=9)) == variants[1]


def test_people_are_numbered_within_each_set():
    for clip_set in sets_of(SamplingConfig(caption_variants=3, scattered_sets=2), epoch=1):
        named = [person for people in answers(clip_set) for person in people]
        assert list(dict.fromkeys(named)) == [f"P{n}" for n in range(1, len(set(named)) + 1)]


def test_scattered_sets_keep_the_order_of_the_film_and_differ_between_variants():
    sampling = SamplingConfig(stride=3, scattered_sets=4, caption_variants=2)
    sets = ids(sets_of(sampling))
    scattered = [clips for clips in sets if clips not in ids(sets_of(SamplingConfig(stride=3)))]
    assert len(sets) == 3 * (3 + 4)
    assert scattered
    for clips in sets:
        assert list(clips) == sorted(clips)
        assert len({clip.split("_")[0] for clip in clips}) == 1
    assert sorted(sets) != sorted(ids(sets_of(sampling, epoch=1)))
    assert sorted(sets) == sorted(ids(sets_of(sampling, epoch=2)))


def test_films_of_one_set_are_not_scattered():
    _, films = world.world(1, n_clips=3)
    assert len(training_sets(films, SamplingConfig(scattered_sets=4), n_clips=3, seed=1, epoch=0)) == 1


def test_evaluation_sets_are_disjoint_and_have_first_captions():
    sets = evaluation_sets(FILMS, n_clips=3)
    assert [len(clip_set.clips) for clip_set in sets] == [3, 3, 1] * 3
    firsts = {clip.id: clip.text.split(" ", 1)[1] for clips in FILMS.values() for clip in clips}
    assert {clip.id: clip.text.split(" ", 1)[1] for one in sets for clip in one.clips} == firsts  # type: ignore[union-attr]


def test_sizes_of_steps_differ_by_at_most_one():
    assert [len(step) for step in split_batches(list(range(10)), 4)] == [3, 3, 4]
    assert [len(step) for step in split_batches(list(range(8)), 4)] == [4, 4]
    assert split_batches([], 4) == []
    assert split_evenly([1, 2], 3) == [[1], [2]]
