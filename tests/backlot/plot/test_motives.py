"""Motivated stories: what they imply is visible in what follows, not in the first action."""

import hashlib
import random
from collections import Counter, defaultdict

import pytest

from cinescribe.backlot.films.continuity import filmed_clips, story_moments
from cinescribe.backlot.plan.scenes import action_take, takes_by_clip
from cinescribe.backlot.plot.motivated_stories import OUT_OF_CHARACTER, motivated_story
from cinescribe.backlot.plot.motives import OPENINGS, TEMPERAMENTS, implications
from cinescribe.backlot.plot.screenplay import plan_film, plan_motivated_film
from tests.backlot.dummies import take

ACTIONS = {action for one in TEMPERAMENTS.values() for action in one.actions}
FIRST = sorted((ACTIONS | set(OPENINGS)) - {"leave", "sit"})


@pytest.mark.parametrize("following", sorted(ACTIONS))
@pytest.mark.parametrize("first", FIRST)
def test_every_moment_has_wordings_without_open_slots(first, following):
    implied = implications(take(0, 4, action=first, thing="book"), take(4, 8, action=following, thing="book"), "calm")
    assert implied.attributes == TEMPERAMENTS["calm"].traits
    assert all(one.startswith("to ") for one in implied.intentions)
    for phrases in (implied.intentions, implied.effects, implied.attributes):
        assert len(set(phrases)) == len(phrases) >= 4
        assert not any(sign in one for one in phrases for sign in "{}.")


@pytest.mark.parametrize("n_people", [2, 3, 5])
def test_actions_of_a_moment_share_their_person_and_scene(n_people):
    story = motivated_story(random.Random(5), n_moments=12, n_people=n_people)
    temperaments = defaultdict(set)
    assert len(story.beats) == 24
    for k, temperament in enumerate(story.temperaments):
        first, following = story.beats[2 * k : 2 * k + 2]
        assert (first.actor, first.scene) == (following.actor, following.scene)
        temperaments[first.actor].add(temperament)
    assert {len(own) for own in temperaments.values()} == {1}


def test_people_mostly_act_in_character():
    own = []
    for seed in range(60):
        story = motivated_story(random.Random(seed), n_moments=6, n_people=3)
        own += [
            story.beats[2 * k + 1].action in TEMPERAMENTS[temperament].actions
            for k, temperament in enumerate(story.temperaments)
        ]
    assert 1 - 2 * OUT_OF_CHARACTER < sum(own) / len(own) < 1


@pytest.mark.parametrize(("hard", "digest"), [(False, "f78e34918a48"), (True, "79ee3e20c06f")])
def test_films_without_motives_are_unchanged(hard, digest):
    plan = plan_film(7, n_clips=12, hard=hard)
    assert all(take.overheard is None for take in plan.takes)
    content = repr((plan.takes, plan.lines, plan.cast, tuple(filmed_clips(plan)))).replace(", overheard=None", "")
    content = content.replace(", style=0", "")
    content = content.replace("DialogueLine(", "Line(").replace("PlannedMember(", "Member(")  # as they were called
    assert hashlib.sha256(content.encode()).hexdigest().startswith(digest)
    assert not plan.motives
    assert not list(story_moments(plan))


def test_captions_name_or_hide_the_first_action():
    plans = [plan_motivated_film(seed, n_moments=5) for seed in range(30)]
    captions = [caption for plan in plans for moment in story_moments(plan) for caption in moment.captions]
    hidden = [caption.text for caption in captions if caption.hides_verb]
    assert all("something" in text for text in hidden)
    assert 0.2 < len(hidden) / len(captions) < 0.5
    assert sum("do something" in text for text in hidden)  # with a partner


def test_a_hard_film_has_lookalikes_too():
    plan = plan_motivated_film(3, n_moments=6, hard=True)
    assert plan.hard
    assert len({member.appearance_seed for member in plan.cast}) < len(plan.cast)


@pytest.mark.slow
def test_an_oracle_needs_the_picture():
    """Shares of moments of which an oracle has a true phrase: it knows how often each is true of what it sees."""
    known: dict[str, dict[object, Counter[str]]] = {"caption": defaultdict(Counter), "both": defaultdict(Counter)}
    for moment, seen in _moments(range(400)):
        for view, key in seen.items():
            known[view][key].update(moment.intentions)
            known[view][key, "effect"].update(moment.effects)
            known[view][key, "trait"].update(moment.attributes)
    right: Counter[str] = Counter()
    n = 0
    for moment, seen in _moments(range(1000, 1200)):
        n += 1
        for view, key in seen.items():
            for name, phrases in ((key, moment.intentions), ((key, "effect"), moment.effects)):
                best = known[view][name].most_common(1)
                right[view] += bool(best) and best[0][0] in phrases
            best = known[view][key, "trait"].most_common(1)
            right[view] += bool(best) and best[0][0] in moment.attributes
    assert right["caption"] / (3 * n) <= 0.6
    assert right["both"] / (3 * n) >= 0.9


def _moments(seeds):
    """Moments with what a caption alone and what caption and picture show."""
    for seed in seeds:
        plan = plan_motivated_film(seed, n_moments=5)
        by_clip = {takes[0].clip: action_take(takes) for takes in takes_by_clip(plan.takes)}
        for moment in story_moments(plan):
            first, following = by_clip[moment.first], by_clip[moment.following]
            told = None if moment.captions[0].hides_verb else first.action
            yield moment, {"caption": (told,), "both": (following.action,)}
