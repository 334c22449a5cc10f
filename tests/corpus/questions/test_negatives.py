from dataclasses import replace

import numpy as np

from cinescribe.corpus.questions.negatives import MAX_SIMILARITY, Described, matched_negatives, random_negatives

ANGLES = {  # of texts on a circle, in degrees; cosine of their difference is the similarity
    "event a": 0,
    "event b": 90,
    "event c": 180,
    "a1": 10,
    "a2": 20,
    "b1": 80,
    "b2": 100,
    "c1": 170,
    "near a": 25,
}


class Circle:
    """Vectors by hand."""

    def vectors(self, texts):
        angles = np.radians([ANGLES[text] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], 1) if texts else np.zeros((0, 2))


def described(clip, verb, *phrases, event=None):
    return Described(clip, event or f"event {clip}", frozenset({verb}), phrases)


def test_negatives_are_relevant_but_dissimilar_phrases():
    clips = [described("a", "run", "a1"), described("b", "sit", "b1"), described("c", "eat", "c1")]
    found = matched_negatives(clips, Circle())
    # For a: b1 is as relevant as (1 + cos 80) / 2 and as unlike as 1 - cos 70; c1 is .007 relevant.
    assert found[0] == ("b1",)
    assert all(not set(own.phrases) & set(taken) for own, taken in zip(clips, found, strict=True))


def test_negatives_are_not_similar_to_own_phrases():
    clips = [
        described("a", "run", "a1", "a2"),
        described("a", "walk", "b1"),
        described("b", "sit", "near a", event="event b"),
    ]
    found = matched_negatives(clips, Circle())
    assert np.cos(np.radians(5)) > MAX_SIMILARITY
    assert found[:2] == [(), ()]  # `near a` is too similar to a2, the rest is the clip's own
    assert found[2] == ("b1",)


def test_negatives_are_not_usual_for_the_verb():
    clips = [described("a", "run", "a1"), described("b", "run", "b1"), described("c", "eat", "c1")]
    found = matched_negatives(clips, Circle())
    assert found[0] == ("c1",)
    assert found[1] == ("c1",)
    many = [described(f"r{n}", "run", "a1", event="event a") for n in range(4)]
    assert matched_negatives([*many, *clips], Circle())[4] == ("b1",)  # 1 of 6 clips with this verb


def test_negatives_are_not_usual_beside_own_phrases():
    clips = [described("a", "run", "a1"), described("b", "sit", "b1", "a1"), described("c", "eat", "c1")]
    assert matched_negatives(clips, Circle())[0] == ("c1",)


def test_negatives_are_not_phrases_of_the_same_person():
    clips = [described("a", "run", "a1"), described("b", "sit", "b1"), described("c", "eat", "c1")]
    of_one = [replace(clips[0], person="f P1"), replace(clips[1], person="f P1"), replace(clips[2], person="f P2")]
    assert matched_negatives(of_one, Circle())[:2] == [("c1",), ("c1",)]


def test_phrase_is_a_negative_as_often_as_it_is_true():
    clips = [
        described("a", "run", "a1"),
        described("d", "walk", "a2", event="event a"),
        described("b", "sit", "b1"),
        described("e", "lie", "b2", event="event b"),
    ]
    taken = [phrase for own in matched_negatives(clips, Circle()) for phrase in own]
    assert sorted(taken) == ["a1", "a2", "b1", "b2"]


def test_negatives_are_as_many_as_true_phrases():
    clips = [described("a", "run", "a1", "a2"), described("b", "sit", "b1", "b2"), described("c", "eat")]
    assert [len(found) for found in matched_negatives(clips, Circle())] == [2, 2, 0]


def test_clip_without_phrases_has_no_negatives():
    assert matched_negatives([described("a", "run")], Circle()) == [()]


def test_a_seed_gives_one_result():
    own = {"q": "a1", "r": "a1", "s": "b1", "t": "b2", "u": "c1", "v": "near a"}
    clips = [described(clip, f"verb {clip}", phrase, event="event b") for clip, phrase in own.items()]
    assert matched_negatives(clips, Circle(), seed=3) == matched_negatives(clips, Circle(), seed=3)
    assert len({str(matched_negatives(clips, Circle(), seed=seed)) for seed in range(8)}) > 1


def test_random_negatives_are_drawn_from_what_is_allowed():
    clips = [described("a", "run", "a1"), described("b", "sit", "b1"), described("c", "eat", "c1")]
    found = [random_negatives(clips, Circle(), seed=seed) for seed in range(20)]
    assert {one[0] for one in found} == {("b1",), ("c1",)}  # c1 fits less and is drawn all the same
    assert found[3] == random_negatives(clips, Circle(), seed=3)
    near = [described("a", "walk", "a1", "a2"), described("b", "sit", "near a", event="event b")]
    assert random_negatives(near, Circle())[0] == ()


def test_random_negatives_are_true_elsewhere_as_often_as_they_are_drawn():
    clips = [described(f"b{n}", "sit", "b1", event="event b") for n in range(30)]
    clips += [described("c", "eat", "c1"), *(described(f"a{n}", "run", "a1", event="event a") for n in range(20))]
    drawn = [phrase for one in random_negatives(clips, Circle())[-20:] for phrase in one]
    assert drawn.count("b1") > 15  # true of 30 clips; c1 of one
