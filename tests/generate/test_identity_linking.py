import random
from dataclasses import replace

import pytest

from cinescribe.generate.identity_linking import Local, PersonWord, Version, central_versions, link_identities

SENTENCES = (("P1", "waves"), ("P1", "hugs", "P2"), ("P1", "runs"), ("P1", "gives", "P2", "a", "box"))


def version(set_, clip, words, *, faces=None, seen=True):
    """A version of a caption whose words `P3` are people; `faces` maps local numbers to the persons of their faces."""
    people = [
        PersonWord(at, int(word[1:]), ((faces[int(word[1:])], 0.9),) if seen and int(word[1:]) in (faces or {}) else ())
        for at, word in enumerate(words)
        if word[0] == "P"
    ]
    return Version(set_, clip, tuple(words), tuple(people))


def film(rng, n_clips=60, cast=5):
    """Return the sentences of a film's clips, with people as numbers of the cast."""
    clips = []
    for _ in range(n_clips):
        sentence = rng.choice(SENTENCES)
        one, other = rng.sample(range(1, cast + 1), 2)
        clips.append([{"P1": one, "P2": other}.get(word, word) for word in sentence])
    return clips


def captioned_sets(rng, clips, *, shown, stride=2, n=5):
    """Return versions of sets that number people independently, and the person of each local number."""
    versions: list[Version] = []
    truth: dict[Local, int] = {}
    for set_, first in enumerate([*range(0, len(clips) - n, stride), len(clips) - n]):
        some = clips[first : first + n]
        members = list(dict.fromkeys(word for clip in some for word in clip if isinstance(word, int)))
        rng.shuffle(members)
        local = {member: k for k, member in enumerate(members, 1)}
        faces = {k: f"p{member}" for member, k in local.items() if member in shown}
        for clip, words in enumerate(some, first):
            truth |= {(set_, clip, local[word]): word for word in words if isinstance(word, int)}
            spelt = [f"P{local[word]}" if isinstance(word, int) else word for word in words]
            versions.append(version(set_, clip, spelt, faces=faces))
    return versions, truth


@pytest.mark.parametrize("seed", range(3))
def test_people_are_linked_across_sets_with_independent_numbers(seed):
    rng = random.Random(seed)
    versions, truth = captioned_sets(rng, film(rng), shown={1, 2, 3, 4, 5})
    people = link_identities(versions, ["p1", "p2", "p3", "p4", "p5"])
    assert people == {local: f"p{member}" for local, member in truth.items()}


def test_people_without_faces_are_linked_by_shared_sentences():
    rng = random.Random(1)
    clips = [[1, "waves"] if n % 2 else [2, "runs", "to", 1] for n in range(40)]
    versions, truth = captioned_sets(rng, clips, shown=set())
    people = link_identities(versions, [])
    assert {(truth[local], person) for local, person in people.items()} == {(2, "p1"), (1, "p2")}


def test_people_without_faces_get_new_ids_after_the_known():
    versions = [version(0, 0, ["P1", "hugs", "P2"], faces={1: "p1b"}), version(0, 1, ["P3", "runs"])]
    assert link_identities(versions, ["p1", "p1b", "p4"]) == {(0, 0, 1): "p1b", (0, 0, 2): "p5", (0, 1, 3): "p6"}


def test_two_numbers_of_one_caption_are_two_people():
    people = (PersonWord(0, 1, (("p1", 0.9),)), PersonWord(2, 2, (("p1", 0.8), ("p2", 0.2))))
    (first, second) = link_identities([Version(0, 0, ("P1", "hugs", "P2"), people)], ["p1", "p2"]).values()
    assert (first, second) == ("p1", "p3")


def one_number(*attention):
    """Return versions of one number through the clips of a set, with the attention of its words."""
    return [Version(0, n, ("P1", "waves"), (PersonWord(0, 1, faces),)) for n, faces in enumerate(attention)]


def test_weak_attention_to_a_wrong_face_is_outvoted_but_strong_is_not():
    right, wrong, sure = (("p1", 0.8), ("p2", 0.2)), (("p2", 0.55), ("p1", 0.45)), (("p2", 1.0),)
    people = link_identities(one_number(right, wrong, right), ["p1", "p2"])
    assert people == {(0, n, 1): "p1" for n in range(3)}
    assert link_identities(one_number(right, sure, right), ["p1", "p2"])[0, 1, 1] == "p2"


def test_a_clip_without_faces_takes_the_person_of_its_number_in_the_set():
    assert link_identities(one_number((("p1", 1.0),), (), (("p1", 1.0),)), ["p1", "p2"])[0, 1, 1] == "p1"


def test_faces_outweigh_one_sentence_that_says_otherwise():
    swapped = [
        version(0, 0, ["P1", "runs"], faces={1: "p1"}),
        version(0, 1, ["P1", "hugs", "P2"], faces={1: "p1", 2: "p2"}),
        version(0, 2, ["P2", "waves"], faces={2: "p2"}),
        version(1, 1, ["P1", "hugs", "P2"]),
        version(1, 2, ["P1", "waves"], faces={1: "p2"}),
        version(1, 3, ["P1", "runs"], faces={1: "p2"}),
    ]
    people = link_identities(swapped, ["p1", "p2"])
    assert people[0, 0, 1] == "p1"
    assert people[1, 3, 1] == people[0, 2, 2] == "p2"


def test_different_sentences_do_not_link_people():
    versions = [version(0, 0, ["P1", "runs"]), version(1, 0, ["nobody", "is", "here", "but", "the", "dog"])]
    versions.append(version(1, 1, ["P1", "waves"]))
    assert len(set(link_identities(versions, []).values())) == 2


def test_versions_without_people_link_none():
    assert link_identities([], ["p1"]) == {}
    assert link_identities([version(0, 0, ["the", "sea"])], []) == {}


def test_the_version_of_the_most_central_set_is_taken():
    sizes = {0: (0, 5), 1: (2, 5), 2: (3, 5)}
    versions = [
        version(set_, clip, ["the", "sea"]) for set_, (first, n) in sizes.items() for clip in range(first, first + n)
    ]
    chosen = central_versions(versions, sizes)
    assert [chosen[clip].set for clip in range(8)] == [0, 0, 0, 0, 1, 2, 2, 2]
    assert central_versions([replace(versions[0], clip=4)], sizes)[4].set == 0
