import dataclasses
from pathlib import Path

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.film_people import people_of_features
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.pointing.person_pointer import PersonPointer, PointedFilm
from cinescribe.models.checkpoint import Checkpoint, CheckpointCard
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.models.pointer.sizes import PointerSizes
from cinescribe.schema import Caption, Clip, Evidence, Person
from cinescribe.timing import Span
from tests.features.clip_sets.test_film_people import figures, moved
from tests.features.films import VOCABULARY, faces, film
from tests.generate.tiny_micap import tiny_micap

SECONDS = 2.0
SETS = SetSizes(n_clips=3, n_segments=2, n_clusters=4)


def pointer(*, seen=99.0, new=0.0, n_clusters=4, **sets):
    """A pointer that sees everybody, in the order of groups, or nobody, of whom every blank is new or none is."""
    torch.manual_seed(0)
    sizes = PointerSizes(
        n_tokens=200,
        n_words=len(VOCABULARY), first_person=VOCABULARY.first_person, separator=VOCABULARY.separator, frame_width=3,
        action_width=2, face_width=8, body_width=2, n_clips=3, n_segments=2, n_clusters=n_clusters, width=8, n_heads=2,
        ff_width=8, n_layers=1,
    )  # fmt: skip
    model = Pointer(sizes).eval()
    last = model.nobody[2]
    assert isinstance(last, torch.nn.Linear)
    torch.nn.init.constant_(last.bias, -seen)
    torch.nn.init.zeros_(model.one.weight)
    torch.nn.init.zeros_(model.new.weight)
    torch.nn.init.constant_(model.new.bias, new)
    card = CheckpointCard("pointer", sets=dataclasses.replace(SETS, **sets))
    return PersonPointer(Checkpoint(Path("tiny"), card, model, VOCABULARY), name="tiny")


def shown(n_clips, owners, *, names=None):
    """A film of clips; each of its owners has a face in every clip."""
    times = [n * SECONDS + 0.2 * (k + 1) for n in range(n_clips) for k in range(len(owners))]
    found = faces(times, [k % 4 for _ in range(n_clips) for k in range(len(owners))])
    people = [Person(one, label=one.upper(), name=(names or {}).get(one)) for one in dict.fromkeys(owners)]
    clips = [Clip(f"c{n}", "f", Span(n * SECONDS, (n + 1) * SECONDS)) for n in range(n_clips)]
    return PointedFilm(clips, people, film(seconds=n_clips * SECONDS, found=found), tuple(owners) * n_clips)


def captions(*texts):
    return [
        Caption(f"c{n}", text, tuple(dict.fromkeys(word.lower() for word in text.strip(".").split() if word[0] == "P")))
        for n, text in enumerate(texts)
    ]


def test_single_visible_person_keeps_one_word_over_the_film():
    written = captions("P7 sits down.", "P8 waves.", "P9 waves.", "P3 sits down.", "P1 waves.")
    found = pointer().pointed(written, shown(5, ["p1"]))
    assert [one.text for one in found] == [
        "P1 sits down.", "P1 waves.", "P1 waves.", "P1 sits down.", "P1 waves.",
    ]  # fmt: skip
    assert {one.people for one in found} == {("p1",)}


def test_two_people_of_a_caption_are_two_and_names_are_kept():
    film = shown(3, ["p1", "p2"], names={"p1": "Anna"})
    written = [Caption("c0", "P5 waves to P6.", ("p5", "p6"), shorter=("P5 waves.",))]
    first, _, last = pointer().pointed([*written, Caption("c1", ""), Caption("c2", "Anna waves.", ("p1",))], film)
    assert sorted(first.people) == ["p1", "p2"]
    called = {"p1": "Anna", "p2": "P2"}
    assert first.text == f"{called[first.people[0]]} waves to {called[first.people[1]]}."
    assert first.shorter == (f"{called[first.people[0]]} waves.",)
    assert last.text == f"{called[last.people[0]]} waves."


def test_each_word_has_its_probability_as_evidence_of_a_word_with_the_face():
    (found,) = pointer().pointed(captions("P7 waves."), shown(1, ["p1"]))
    (item,) = found.evidence
    assert item.what == "the word means P1, whose face this is (100% likely)"
    assert (item.word, item.time, item.score) == ("P1", 0.2, pytest.approx(1.0))
    assert item.box == pytest.approx((0.1, 0.2, 0.3, 0.4))


def test_the_face_of_a_word_is_the_clearest_one_of_the_clip_if_the_clip_has_one():
    found = faces([0.2, 0.4, 4.2], [0, 0, 0], scores=[0.5, 0.9, 0.7])
    seen = dataclasses.replace(
        shown(3, ["p1"]), features=film(seconds=3 * SECONDS, found=found), owners=("p1", "p1", "p1")
    )
    items = [one.evidence[0] for one in pointer().pointed(captions(*["P7 waves."] * 3), seen)]
    assert [item.time for item in items] == [0.4, 2.0, 4.2]
    assert [item.box is None for item in items] == [False, True, False]
    assert items[1].what == "the word means P1, whose face is seen in clips around this (100% likely)"


def test_attention_evidence_of_a_replaced_person_is_removed():
    measured = (
        Evidence(0.1, "faces of P7 drew 9% of the attention"), Evidence(0.2, "drew 5% of the attention", word="P7"),
        Evidence(0.3, "pictures drew 40%"),
    )  # fmt: skip
    (found,) = pointer().pointed([captions("P7 waves.")[0].replace(evidence=measured)], shown(1, ["p1"]))
    assert [item.what for item in found.evidence[:-1]] == ["pictures drew 40%"]
    (same,) = pointer().pointed([captions("P1 waves.")[0].replace(evidence=measured)], shown(1, ["p1"]))
    assert same.evidence[:3] == measured


def test_film_without_faces_keeps_consistent_words_for_people():
    written = captions("P1 waves to P2.", "P2 sits down.")
    apart = pointer(new=99.0).pointed(written, shown(2, []))
    assert [one.text for one in apart] == ["P1 waves to P2.", "P3 sits down."]  # everybody is new to this pointer
    assert apart[0].evidence[0].what == "the word means P1, whose face is not seen here (100% likely)"
    assert apart[0].evidence[0].box is None
    joined = pointer(new=-99.0).pointed(captions("P4 waves.", "P4 sits down."), shown(2, []))
    assert [one.text for one in joined] == ["P4 waves.", "P4 sits down."]


def test_visible_person_takes_the_word_from_an_unseen_one():
    found = pointer(seen=-99.0).pointed(captions("P1 waves."), shown(1, ["p1"]))
    assert found[0].text == "P2 waves."


def test_forty_people_in_one_clip_are_forty():
    everybody = " ".join(f"P{n} waves." for n in range(1, 41))
    written = [Caption("c0", everybody, tuple(f"p{n}" for n in range(1, 41)))]
    found = pointer(n_tokens=200).pointed(written, shown(1, [f"p{n}" for n in range(1, 9)]))
    assert len(set(found[0].people)) == len(found[0].evidence) == 40
    assert found[0].text.count("waves") == 40


def test_a_person_named_twice_in_a_caption_is_one():
    (found,) = pointer().pointed([Caption("c0", "P5 waves and P5 sits down.", ("p5",))], shown(1, ["p1", "p2"]))
    assert len(found.people) == 1
    assert found.text == f"{found.people[0].upper()} waves and {found.people[0].upper()} sits down."
    apart = pointer(new=99.0).pointed([Caption("c0", "P5 waves and P5 sits down.", ("p5",))], shown(1, []))
    assert apart[0].people == ("p5",)  # to this pointer, the second word means somebody new


def test_overlong_caption_or_one_with_an_unlisted_word_is_kept():
    long = Caption("c0", "P5 waves" + " and waves" * 30 + ".", ("p5",))
    stray = Caption("c1", "P9 waves.", ())
    found = pointer(n_tokens=20).pointed([long, stray, *captions("", "", "P7 waves.")[2:]], shown(3, ["p1"]))
    assert found[:2] == [long, stray]
    assert found[2].text == "P1 waves."
    assert pointer().pointed([], shown(1, [])) == []


def test_unlisted_word_is_not_assigned_to_a_person_of_the_caption():
    stray = Caption("c0", "P1 waves to P5.", ("p5",))
    assert pointer().pointed([stray], shown(1, ["p2"])) == [stray]


def test_captions_without_people_are_unchanged():
    written = [Caption("c0", "Rain falls."), Caption("c1", "It is night.")]
    assert pointer().pointed(written, shown(2, ["p1"])) == written


def test_person_without_a_word_is_listed_once():
    (found,) = pointer().pointed([Caption("c0", "P2 waves.", ("p1", "p2"))], shown(1, ["p1"]))
    assert (found.text, found.people) == ("P1 waves.", ("p1",))


def test_a_film_with_features_of_other_widths_is_refused():
    seen = dataclasses.replace(shown(1, ["p1"]), features=film(seconds=SECONDS, width=5))
    with pytest.raises(FeatureError, match="frames have width 5, but the model takes 3; extract features with"):
        pointer().pointed(captions("P1 waves."), seen)


def test_a_micap_does_not_point():
    with pytest.raises(ModelError, match=r"'tiny' holds a micap, which does not point at people; name the checkpoint"):
        PersonPointer(Checkpoint(Path("tiny"), CheckpointCard("micap"), tiny_micap(VOCABULARY), VOCABULARY), name="it")


def with_figures(n_clips, *owners, faces=()):
    """A film in every clip of which each of these owners has a figure, twice, and people have faces."""
    seen = shown(n_clips, list(faces))
    times = [n * SECONDS + 0.3 * (k + 1) for n in range(n_clips) for k in (2, 4)]
    places = [moved(3 * (place + 1)) for place in range(len(owners))]
    own = figures([time for time in times for _ in owners], places * len(times))
    features = dataclasses.replace(seen.features, figures=own)
    people = people_of_features(features)
    assert not people.has_face[len(seen.owners) :].any()
    return dataclasses.replace(seen, features=features, owners=(*seen.owners, *owners * len(times)))


def figure_pointer(**changes):
    """The same pointer, for groups of faces and figures."""
    made = pointer(**changes)
    card = dataclasses.replace(made._checkpoint.card, face_tokens="grouped-people")
    return PersonPointer(dataclasses.replace(made._checkpoint, card=card), name="tiny")


def test_person_seen_only_as_a_figure_keeps_one_word():
    written = captions("P7 sits down.", "P8 waves.", "P9 waves.", "P3 sits down.")
    found = figure_pointer().pointed(written, with_figures(4, "figure 1"))
    assert [one.text for one in found] == ["P7 sits down.", "P7 waves.", "P7 waves.", "P7 sits down."]
    (item,) = found[1].evidence
    assert item.what == "the word means P7, whose figure this is (100% likely)"
    assert item.box is not None
    assert 2.0 <= item.time < 4.0


def test_figure_does_not_take_the_word_of_a_person_with_a_face():
    found = figure_pointer().pointed(captions("P1 waves to P2."), with_figures(1, "figure 1", faces=["p1"]))
    assert sorted(found[0].people) == ["p1", "p2"]
    called = {item.word: item.what for item in found[0].evidence}
    assert called["P1"].startswith("the word means P1, whose face this is")
    assert called["P2"].startswith("the word means P2, whose figure this is")


def test_figure_of_a_person_with_a_face_belongs_to_them():
    found = figure_pointer().pointed(captions("P7 waves."), with_figures(1, "p1", faces=["p1"]))
    assert found[0].text == "P1 waves."


def test_two_figures_get_different_words():
    written = captions("P1 waves to P2.", "P2 waves to P1.")
    found = figure_pointer().pointed(written, with_figures(2, "figure 1", "figure 2"))
    assert all(set(one.people) == {"p1", "p2"} for one in found)


def test_pointer_states_whether_it_reads_figures():
    assert figure_pointer().reads_figures
    assert not pointer().reads_figures
