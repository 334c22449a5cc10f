from cinescribe.corpus.core.blanks import answers
from cinescribe.train.data.sampling import Drawing, drawn_sets, in_parts, in_steps, judged_sets
from tests.train import world

_, FILMS = world.world(3, n_clips=7)


def drawn(drawing, *, seed=1, epoch=0):
    return drawn_sets(FILMS, drawing, n_clips=3, seed=seed, epoch=epoch)


def ids(sets):
    return [tuple(clip.id for clip in clip_set.clips) for clip_set in sets]


def texts(sets):
    return {clips: tuple(clip.text for clip in one.clips) for clips, one in zip(ids(sets), sets, strict=True)}


def test_sets_overlap_by_the_stride_and_are_shuffled_anew_each_epoch():
    sets = ids(drawn(Drawing(stride=2)))
    assert sorted(sets) == sorted(
        (f"film{n}_{k}", f"film{n}_{k + 1}", f"film{n}_{k + 2}") for n in range(3) for k in (0, 2, 4)
    )
    assert sets != sorted(sets)
    other = ids(drawn(Drawing(stride=2), epoch=1))
    assert sorted(other) == sorted(sets)
    assert other != sets
    assert ids(drawn(Drawing(stride=2))) == sets
    assert ids(drawn(Drawing(stride=2), seed=2)) != sets


def test_tellings_go_round_and_are_the_same_in_all_runs():
    drawing = Drawing(tellings=3)
    told = [texts(drawn(drawing, epoch=epoch)) for epoch in range(4)]
    assert told[0] == texts(drawn(Drawing()))
    assert told[0] != told[1] != told[2]
    assert told[3] == told[0]
    assert texts(drawn(drawing, epoch=1, seed=9)) == told[1]


def test_people_are_numbered_within_each_set():
    for clip_set in drawn(Drawing(tellings=3, scattered_sets=2), epoch=1):
        named = [person for people in answers(clip_set) for person in people]
        assert list(dict.fromkeys(named)) == [f"P{n}" for n in range(1, len(set(named)) + 1)]


def test_scattered_sets_keep_the_films_order_and_are_others_for_each_telling():
    drawing = Drawing(stride=3, scattered_sets=4, tellings=2)
    sets = ids(drawn(drawing))
    scattered = [clips for clips in sets if clips not in ids(drawn(Drawing(stride=3)))]
    assert len(sets) == 3 * (3 + 4)
    assert scattered
    for clips in sets:
        assert list(clips) == sorted(clips)
        assert len({clip.split("_")[0] for clip in clips}) == 1
    assert sorted(sets) != sorted(ids(drawn(drawing, epoch=1)))
    assert sorted(sets) == sorted(ids(drawn(drawing, epoch=2)))


def test_films_of_one_set_are_not_scattered():
    _, films = world.world(1, n_clips=3)
    assert len(drawn_sets(films, Drawing(scattered_sets=4), n_clips=3, seed=1, epoch=0)) == 1


def test_judged_sets_are_disjoint_and_in_their_first_telling():
    sets = judged_sets(FILMS, n_clips=3)
    assert [len(clip_set.clips) for clip_set in sets] == [3, 3, 1] * 3
    firsts = {clip.id: clip.text.split(" ", 1)[1] for clips in FILMS.values() for clip in clips}
    assert {clip.id: clip.text.split(" ", 1)[1] for one in sets for clip in one.clips} == firsts


def test_steps_are_alike_to_one_set():
    assert [len(step) for step in in_steps(list(range(10)), 4)] == [3, 3, 4]
    assert [len(step) for step in in_steps(list(range(8)), 4)] == [4, 4]
    assert in_steps([], 4) == []
    assert in_parts([1, 2], 3) == [[1], [2]]
