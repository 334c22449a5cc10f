from collections import Counter
from itertools import pairwise

import pytest

from cinescribe.backlot.plan.caption_templates import template_captions
from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.plan.scenes import action_take, scenes, takes_by_clip
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.timing import Span, between

PLANS = [plan_film(seed, n_clips=10) for seed in range(40)]
HARD = [plan_film(seed, n_clips=10, hard=True) for seed in range(40)]


def test_the_same_seed_plans_the_same_film():
    assert plan_film(11, n_clips=6) == plan_film(11, n_clips=6)
    assert plan_film(11, n_clips=6) != plan_film(12, n_clips=6)


@pytest.mark.parametrize("n_clips", [5, 10, 60])
def test_takes_follow_each_other_without_holes(n_clips):
    plan = plan_film(3, n_clips=n_clips)
    assert plan.takes[0].span.start == 0
    for one, other in pairwise(plan.takes):
        assert one.span.end == other.span.start
    assert len(takes_by_clip(plan.takes)) == n_clips
    assert len({take.id for take in plan.takes}) == len(plan.takes)


def test_clips_last_4_to_7_seconds_in_one_to_three_takes_of_whole_frames():
    counts: Counter[int] = Counter()
    for takes in (takes for plan in PLANS + HARD for takes in takes_by_clip(plan.takes)):
        assert 4 <= takes[-1].span.end - takes[0].span.start <= 7
        assert all(take.span.start * 8 == int(take.span.start * 8) for take in takes)
        assert all(take.span.duration >= 1.5 for take in takes)
        counts[len(takes)] += 1
    assert set(counts) == {1, 2, 3}


def test_each_action_lies_within_the_takes_that_show_it():
    for takes in (takes for plan in PLANS + HARD for takes in takes_by_clip(plan.takes)):
        shown = [take for take in takes if take.scale != "close"]
        action = action_take(takes).action_span
        assert shown[0].span.start + shown[0].blend / 2 < action.start < action.end < shown[-1].span.end
        assert action.duration >= 1.2
        assert {take.action_span for take in takes} == {action}


def test_lines_do_not_overlap_and_stay_in_their_clip():
    talking = 0
    for plan in PLANS + HARD:
        clips = takes_by_clip(plan.takes)
        for one, other in pairwise(plan.lines):
            assert one.span.end + 0.3 <= other.span.start
        for takes in clips:
            inside = [line for line in plan.lines if takes[0].span.start <= line.span.start < takes[-1].span.end]
            assert all(line.span.end <= takes[-1].span.end - 0.3 for line in inside)
            talking += bool(inside)
    assert 0.35 < talking / sum(len(takes_by_clip(plan.takes)) for plan in PLANS + HARD) < 0.65


def test_most_clips_leave_a_pause_for_description():
    pauses = []
    for plan in PLANS:
        for takes in takes_by_clip(plan.takes):
            clip = Span(takes[0].span.start, takes[-1].span.end)
            free = between([line.span.padded(0.15) for line in plan.lines], clip)
            pauses.append(max(span.duration for span in free))
    assert sum(pause >= 1.2 for pause in pauses) / len(pauses) > 0.95


def test_every_face_is_seen_close_or_medium_in_nearly_every_film():
    missing = 0
    for plan in PLANS:
        faces = {take.focus for take in plan.takes if take.scale == "close"}
        faces |= {who for take in plan.takes if take.scale == "medium" for who in (take.actor, take.partner)}
        missing += len({member.id for member in plan.cast} - faces)
    assert missing <= 2


def test_casts_are_balanced_and_called_p1_on_with_names_of_their_own():
    women = people = 0
    for plan in PLANS + HARD:
        assert [member.id for member in plan.cast] == [f"P{n + 1}" for n in range(len(plan.cast))]
        assert len({member.name for member in plan.cast}) == len(plan.cast)
        assert len({(member.gender, member.voice_seed) for member in plan.cast}) == len(plan.cast)
        here = sum(member.gender == "woman" for member in plan.cast)
        assert abs(2 * here - len(plan.cast)) <= 1
        women, people = women + here, people + len(plan.cast)
    assert 0.4 < women / people < 0.6


def test_all_actions_places_transitions_and_scales_are_reached():
    takes = [take for plan in PLANS for take in plan.takes]
    assert {take.action for take in takes} == {*SOLO_ACTIONS, *SHARED_ACTIONS}
    assert {take.place for take in takes} == set(PLACES)
    assert {take.layout for take in takes} == {0, 1, 2}
    assert {take.scale for take in takes} == {"close", "medium", "wide"}
    assert {take.move for take in takes} == {"still", "pan left", "pan right", "zoom in"}
    kinds = Counter(take.transition for take in takes)
    assert kinds["cut"] > 3 * (kinds["dissolve"] + kinds["fade"]) > 0
    assert min(kinds["dissolve"], kinds["fade"]) > 0


def test_dissolves_and_fades_open_scenes_and_are_shorter_than_adjacent_takes():
    for plan in PLANS + HARD:
        opening = {scene.takes[0].id for scene in scenes(plan)[1:]}
        for before, take in pairwise(plan.takes):
            if take.transition == "cut":
                assert take.blend == 0
            else:
                assert take.id in opening
                assert 0.5 <= take.blend <= 1.2
                assert take.blend < min(before.span.duration, take.span.duration)


def test_close_takes_show_only_one_participant():
    for take in (take for plan in PLANS + HARD for take in plan.takes):
        if take.scale == "close":
            assert take.focus in (take.actor, take.partner)
            assert (take.bystanders, take.n_extras, take.occluded) == ((), 0, False)
            assert [who for who, _ in take.costumes] == [take.focus]
        else:
            assert take.focus is None
            assert {who for who, _ in take.costumes} == {take.actor, take.partner, *take.bystanders} - {None}


def test_hard_films_have_look_alikes_changing_costumes_and_things_in_the_way():
    for plan in HARD:
        looks = Counter(member.appearance_seed for member in plan.cast)
        alike = [member for member in plan.cast if looks[member.appearance_seed] == 2]
        assert len(alike) == 2
        assert alike[0].gender == alike[1].gender
        assert all(member.twist < 0.5 for member in alike)
    assert len({costume for plan in HARD for take in plan.takes for _, costume in take.costumes}) == 3
    assert any(take.occluded for plan in HARD for take in plan.takes)
    easy = [take for plan in PLANS for take in plan.takes]
    assert not any(take.occluded for take in easy)
    assert {costume for take in easy for _, costume in take.costumes} == {0}
    assert all(len({member.appearance_seed for member in plan.cast}) == len(plan.cast) for plan in PLANS)


def test_first_mentioned_person_is_p1():
    for plan in PLANS + HARD:
        order = []
        for takes in takes_by_clip(plan.takes):
            take = action_take(takes)
            gender = next(member.gender for member in plan.cast if member.id == take.actor)
            order += [one for one in template_captions(take, gender)[0].people if one not in order]
        assert order == [member.id for member in plan.cast]
