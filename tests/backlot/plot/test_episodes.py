from collections import Counter

from cinescribe.backlot.drawing.cast import appearance_of, costume_of
from cinescribe.backlot.plot.episodes import SERIES_CAST, plan_episode, series_cast
from cinescribe.backlot.plot.screenplay import LOOKALIKE_TWIST

EPISODES = [plan_episode(3, number, n_clips=8) for number in range(1, 11)]
REGULARS = {one.name: one for one in series_cast(3)}
FACE = ("skin", "iris", "jaw", "eye_gap", "nose_length", "age")


def seen_in(name):
    return [one for plan in EPISODES for one in plan.cast if one.name == name]


def test_the_same_seed_and_number_plan_the_same_episode():
    assert plan_episode(3, 2, n_clips=8) == EPISODES[1]
    assert plan_episode(4, 2, n_clips=8).cast != EPISODES[1].cast


def test_episodes_share_a_cast_of_eight_and_each_has_some_of_it():
    assert len(REGULARS) == SERIES_CAST == 8
    assert {one.name for plan in EPISODES for one in plan.cast} > REGULARS.keys()
    for plan in EPISODES:
        assert [one.id for one in plan.cast] == [f"P{n}" for n in range(1, len(plan.cast) + 1)]
        assert any(one.name in REGULARS for one in plan.cast)


def test_a_member_keeps_face_and_voice_and_gets_new_hair_in_some_episodes():
    styles: Counter[bool] = Counter()
    for name, regular in REGULARS.items():
        for one in seen_in(name):
            own, there = appearance_of(regular), appearance_of(one)
            assert [getattr(there, trait) for trait in FACE] == [getattr(own, trait) for trait in FACE]
            assert one.voice_seed == regular.voice_seed
            styles[one.style > 0] += 1
        in_order = [one.style for one in seen_in(name)]
        assert in_order == sorted(in_order)
    assert styles[True] > 3
    assert styles[False] > 3


def test_hair_of_another_style_differs():
    regular = next(iter(REGULARS.values()))
    looks = {(one.hair, one.beard, one.glasses) for one in map(appearance_of, styled(regular, range(8)))}
    assert len(looks) > 3


def styled(member, styles):
    return [type(member)(**{**vars(member), "style": style}) for style in styles]


def test_costumes_are_of_the_episode():
    worn = {plan.id: {costume for take in plan.takes for _, costume in take.costumes} for plan in EPISODES}
    assert all(not worn[one] & worn[other] for one in worn for other in worn if one != other)
    member = series_cast(3)[0]
    assert costume_of(member, 3) != costume_of(member, 6)


def test_guests_are_in_one_episode_only_and_some_look_like_a_member():
    plans = [plan_episode(seed, number, n_clips=8) for seed in range(12) for number in range(1, 11)]
    guests = [
        one for plan in plans for one in plan.cast if one.name not in {member.name for member in series_cast(plan.seed)}
    ]
    assert len(guests) > 60
    alike = [one for one in guests if one.twist == LOOKALIKE_TWIST]
    assert 0.05 < len(alike) / len(guests) < 0.5
    faces = {member.appearance_seed for seed in range(12) for member in series_cast(seed)}
    assert all(one.appearance_seed in faces for one in alike)


def test_names_in_dialogue_are_those_of_the_episodes_people():
    named = 0
    for plan in (plan_episode(seed, number, n_clips=8) for seed in range(6) for number in range(1, 11)):
        names = {one.name for one in plan.cast}
        for line in plan.lines:
            words = {word.strip(".,;:!?'\"") for word in line.text.split()}
            others = {name for seed in range(6) for name in (one.name for one in series_cast(seed))} - names
            assert not words & others
            named += bool(words & names)
    assert named > 10
