import dataclasses

from cinescribe.backlot.drawing.cast import appearance_of, costume_of, stranger
from cinescribe.backlot.plan.plan import PlannedMember
from cinescribe.backlot.plot.screenplay import LOOKALIKE_TWIST

ANNA = PlannedMember("P1", "Anna", "woman", 5, 15, 25)


def difference(one: PlannedMember, other: PlannedMember) -> float:
    """Mean difference of the numeric traits."""
    a, b = appearance_of(one), appearance_of(other)
    names = [item.name for item in dataclasses.fields(a) if isinstance(getattr(a, item.name), float)]
    return float(sum(abs(getattr(a, name) - getattr(b, name)) for name in names) / len(names))


def test_a_look_is_the_same_each_time_and_another_for_another_seed():
    assert appearance_of(ANNA) == appearance_of(dataclasses.replace(ANNA, name="Bea"))
    assert appearance_of(ANNA) != appearance_of(dataclasses.replace(ANNA, appearance_seed=6))


def test_twist_moves_look_alikes_from_the_same_face_to_strangers():
    def pair(twist: float) -> tuple[PlannedMember, PlannedMember]:
        return (
            dataclasses.replace(ANNA, twist=twist),
            PlannedMember("P2", "Bea", "woman", 5, 16, 26, twist=twist),
        )

    assert appearance_of(pair(0.0)[0]) == appearance_of(pair(0.0)[1])
    assert 0 < difference(*pair(0.2)) < difference(*pair(0.6)) < difference(*pair(1.0))


def test_look_alikes_mostly_have_the_same_hair_beard_and_glasses():
    def same(seed: int) -> bool:
        one, other = (appearance_of(PlannedMember("P1", "A", "man", seed, k, k, LOOKALIKE_TWIST)) for k in (1, 2))
        return (one.hair, one.beard, one.glasses) == (other.hair, other.beard, other.glasses)

    assert sum(same(seed) for seed in range(100)) > 60


def test_costumes_of_a_wardrobe_differ():
    costumes = [costume_of(ANNA, k) for k in range(4)]
    assert len(set(costumes)) == 4
    assert costume_of(ANNA, 2) == costumes[2]


def test_only_men_grow_beards_and_all_hair_and_beards_occur():
    women = [appearance_of(PlannedMember("w", "w", "woman", k, k, k)) for k in range(60)]
    men = [appearance_of(PlannedMember("m", "m", "man", k, k, k)) for k in range(60)]
    assert {person.beard for person in women} == {"none"}
    assert {person.beard for person in men} == {"none", "stubble", "moustache", "goatee", "full"}
    assert len({person.hair for person in (*women, *men)}) >= 12


def test_strangers_differ_by_seed():
    assert stranger("a") == stranger("a")
    assert stranger("a") != stranger("b")
