"""Plans a film from a seed: its cast, takes and dialogue; the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cinescribe.backlot.plan.plan import DialogueLine, FilmPlan, Gender, Motive, PlannedMember, Take
from cinescribe.backlot.plot.coverage import TALKS, Coverage, UntimedLine, cover_beat
from cinescribe.backlot.plot.motivated_stories import motivated_story
from cinescribe.backlot.plot.stories import Beat, story
from cinescribe.backlot.plot.talk import Talk
from cinescribe.backlot.sound.voices import N_SPEAKERS

LARGEST_CAST = 5
NAMES: dict[Gender, tuple[str, ...]] = {
    "woman": (
        "Anna", "Maria", "Sarah", "Emma", "Laura", "Julia", "Alice", "Clara", "Helen", "Nora", "Lucy", "Rosa", "Ella",
        "Grace", "Diana", "Irene", "Martha", "Sofia", "Ruth", "Vera",
    ),
    "man": (
        "David", "Peter", "Tom", "Paul", "Martin", "Henry", "Jack", "Simon", "Oscar", "Daniel", "Leo", "Walter", "Hugo",
        "Victor", "Adam", "Felix", "George", "Samuel", "Frank", "Ivan",
    ),
}  # fmt: skip
LOOKALIKE_TWIST = 0.3  # difference of two look-alikes in a hard film, 0 to 1
_TITLES = (
    ("The Lost", "The Last", "A Quiet", "The Second", "A Borrowed", "The Hidden", "A Long", "The Other", "An Open"),
    ("Letter", "Summer", "Door", "Promise", "Visitor", "Journey", "Secret", "Afternoon", "Key", "Answer", "Winter"),
)


def plan_film(seed: int, *, n_clips: int, hard: bool = False, id: str | None = None) -> FilmPlan:
    """Return the plan of a film: a small story with everything the camera needs.

    Ids of members are `P1`, `P2`, ..., in the order in which captions first mention them.

    Args:
        seed: the same seed gives the same film.
        n_clips: number of clips; each lasts 4 to 7 s.
        hard: add look-alikes, costume changes, occlusion and more night scenes.
        id: id of the film; `film-<seed>` when None.
    """
    rng = random.Random(seed)
    n_people = min(rng.randint(3 if hard else 2, LARGEST_CAST), n_clips // 2 + 1)
    beats = story(rng, n_beats=n_clips, n_people=n_people, hard=hard)
    members = cast(rng, n_people, hard=hard)
    takes, lines = _filmed(rng, beats, members, hard=hard)
    title = " ".join(rng.choice(words) for words in _TITLES)
    return FilmPlan(id or f"film-{seed}", seed, title, members, takes, lines, hard)


def plan_motivated_film(seed: int, *, n_moments: int, hard: bool = False, id: str | None = None) -> FilmPlan:
    """Return the plan of a film whose people act for reasons, two clips a moment; see `plot.motives`.

    Args:
        seed: the same seed gives the same film.
        n_moments: number of moments.
        hard: as in `plan_film`.
        id: id of the film; `film-<seed>` when None.
    """
    rng = random.Random(f"{seed}/motives")
    n_people = min(rng.randint(3 if hard else 2, LARGEST_CAST), n_moments // 2 + 1)
    story = motivated_story(rng, n_moments=n_moments, n_people=n_people, hard=hard)
    members = cast(rng, n_people, hard=hard)
    takes, lines = _filmed(rng, story.beats, members, hard=hard)
    title = " ".join(rng.choice(words) for words in _TITLES)
    motives = (
        Motive(_clip_id(2 * k), _clip_id(2 * k + 1), temperament) for k, temperament in enumerate(story.temperaments)
    )
    return FilmPlan(id or f"film-{seed}", seed, title, members, takes, lines, hard, tuple(motives))


def cast(rng: random.Random, n_people: int, *, hard: bool = False) -> tuple[PlannedMember, ...]:
    """Return members of both genders in equal number; in a hard film the first two of one gender look alike."""
    genders: list[Gender] = ["woman", "man"] * n_people
    genders = rng.sample(genders[rng.randrange(2) :][:n_people], n_people)
    names = {gender: iter(rng.sample(NAMES[gender], n_people)) for gender in NAMES}
    voices = {gender: iter(rng.sample(range(N_SPEAKERS), n_people)) for gender in NAMES}
    faces: list[int] = [rng.getrandbits(31) for _ in range(n_people)]
    twists = [1.0] * n_people
    if hard:
        for one, other in _lookalikes(genders):
            faces[other] = faces[one]
            twists[one] = twists[other] = LOOKALIKE_TWIST
    return tuple(
        PlannedMember(
            f"P{n + 1}", next(names[gender]), gender, faces[n], rng.getrandbits(31), next(voices[gender]), twists[n]
        )
        for n, gender in enumerate(genders)
    )


def _lookalikes(genders: Sequence[Gender]) -> list[tuple[int, int]]:
    """Return the first two members of one gender, if any gender has two."""
    for gender in NAMES:
        one, *others = [n for n, own in enumerate(genders) if own == gender] or [0]
        if others:
            return [(one, others[0])]
    return []


def _filmed(
    rng: random.Random, beats: Sequence[Beat], members: Sequence[PlannedMember], *, hard: bool
) -> tuple[tuple[Take, ...], tuple[DialogueLine, ...]]:
    """Return the takes and lines of all beats in order."""
    talk = Talk(rng, [member.name for member in members])
    faceless = {member.id for member in members}
    clips: list[Coverage] = []
    for k, beat in enumerate(beats):
        clip = cover_beat(
            rng,
            beat,
            members,
            clip=_clip_id(k),
            start=clips[-1].end if clips else 0.0,
            opens_scene=k > 0 and beats[k - 1].scene != beat.scene,
            dialogue=_dialogue(rng, talk, beat, members) if rng.random() < TALKS else (),
            faceless=frozenset(faceless),
            hard=hard,
        )
        for take in clip.takes:
            faceless -= {take.focus} if take.scale == "close" else _faces(take)
        clips.append(clip)
    return tuple(take for clip in clips for take in clip.takes), tuple(line for clip in clips for line in clip.lines)


def _clip_id(number: int) -> str:
    return f"c{number + 1:03d}"


def _faces(take: Take) -> set[str]:
    """Return the ids of members whose faces a medium take shows."""
    return set() if take.scale == "wide" else {one for one in (take.actor, take.partner) if one}


def _dialogue(rng: random.Random, talk: Talk, beat: Beat, members: Sequence[PlannedMember]) -> tuple[UntimedLine, ...]:
    """Return the dialogue of a clip between the actor and the partner or a person nearby."""
    near = [one for one in (beat.partner, *beat.bystanders, *beat.around) if one is not None and one != beat.actor]
    pair = (beat.actor, near[0]) if near else (beat.actor, (beat.actor + 1) % len(members))
    texts = talk.about(beat, speaker=pair[0], listener=pair[1])
    if beat.action == "phone" or not near:
        texts = texts[:1]  # no one is there to answer
    return tuple(UntimedLine(members[pair[k]].id, text) for k, text in enumerate(texts))
