"""Narrates a film: from its measurements to captions, and the record of how each was written."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.narration.film_frames import moment_frames
from cinescribe.describe.narration.film_moments import FilmFrames, film_moments, window_moments
from cinescribe.describe.narration.film_roles import film_roles
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.describe.narration.sentence_faults import sentence_faults
from cinescribe.describe.narration.unusable_answers import astray, unusable
from cinescribe.describe.narration.writer_examples import examples_in
from cinescribe.describe.placement.film_placement import scene_spans
from cinescribe.describe.placement.placement import place
from cinescribe.describe.stages import Stages
from cinescribe.export.narration import Considered, Exchange, NarratedMoment
from cinescribe.generate.narration.budget import Meter
from cinescribe.generate.narration.effort import effort_named
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Moment, Role
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.narrate import narrate
from cinescribe.generate.narration.narrated import Narrated, Narrators, Tools
from cinescribe.generate.narration.wording import Candidate, NarrationVoice
from cinescribe.language.identification.sentence_language import knows_language
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import spoken_messages
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Cue, Evidence, Face, Film, Gap, Person, Speech
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds, Span

_VERSION = 2  # of questions and choice; raising it makes older folders be narrated again
_STAGE = "narration"
_CHECKS: tuple[Literal["checked", "checked again"], ...] = ("checked", "checked again", "checked again")
_CAPTIONS, _MOMENTS = "captions.jsonl", "moments.jsonl"
_PASS = 0.1  # share of the progress bar for reading the film for larger frames
_N_SHORTER = 2  # further wordings of a sentence, if its pause turns out to be taken
_PER_SECOND = 1000  # milliseconds: durations are rounded up to them, as cues are


@dataclass(frozen=True)
class FilmFacts:
    """What is known of a film before anything is written.

    Args:
        film: the film.
        analysis: its measurements.
        scenes: number of the scene of each of its shots, rising.
        people: its people, with the cast file applied.
        faces: their faces.
        speech: its speech, with words where they are known.
        gaps: where a cue may be spoken.
        read: what is read from the screen.
        windows: what to describe in place of the gaps; empty for the gaps.
        about: title and story, as the tags of the file have them.
    """

    film: Film
    analysis: Analysis
    scenes: tuple[int, ...]
    people: tuple[Person, ...]
    faces: tuple[Face, ...]
    speech: tuple[Speech, ...]
    gaps: tuple[Gap, ...]
    read: tuple[Caption, ...] = ()
    windows: tuple[Span, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class _Narration:
    """The captions of a film, and how they were written.

    Args:
        captions: the chosen sentences, by time.
        moments: every pause, also the silent ones.
    """

    captions: tuple[Caption, ...]
    moments: tuple[NarratedMoment, ...]


def narrate_film(
    film: FilmFacts,
    narrator: Narrator,
    voice: Voice,
    *,
    messages: Messages | None = None,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[float], None],
    announce: Callable[[str], None],
) -> _Narration:
    """Return the narration of a film; a second call with the same film, models and voice only reads it.

    Args:
        film: what is known of it.
        narrator: the models.
        voice: that will speak.
        messages: what people without a name are called, in the narrator's language; by default the bundled ones.
        stages: keeps the result.
        key: what the measurements depend on.
        progress: called with the share that is done.
        announce: called with lines about what is asked, how long it takes, and what could not be used.

    Raises:
        LanguageError: when there are no messages in the narrator's language.
        ModelError: when a model does not answer. What it answered before is kept, and not asked again.
        OutputError: when the result cannot be kept.
    """
    shots, speech = film.analysis.shots, film.speech
    read = place(film.read, (), film.gaps, voice=voice, scenes=scene_spans(shots, film.scenes))
    moments = window_moments(film.windows, shots, speech) or film_moments(film.gaps, shots, speech, read=read)
    side, language = narrator.seer.can.longest_side, SpokenLanguage(narrator.language)
    words = None if language.is_english else messages or spoken_messages(language.tag)
    larger = partial(moment_frames, film.film, moments, film.analysis.frames, side=side, stages=stages, key=key)

    roles = film_roles(film.people, film.faces, shots, words)

    def work(folder: Path) -> None:
        meter = Meter()
        examples = narrator.examples if language.is_english else examples_in(narrator.examples, language.tag)
        if narrator.examples and not examples:
            announce(f"none of the `examples` is in {language.name}, so the bundled ones are used; name some that are")
        frames = larger(progress=lambda time: progress(_PASS * time / film.film.duration))
        look = FilmFrames(film.analysis.frames, film.faces, frames)
        if not knows_language(language.tag):
            announce(f"sentences in other languages than {language.name} cannot be detected here; listen for them")
        tools = Tools(
            look=look,
            other_look=look.others,
            speaker=NarrationVoice(_Durations(voice), language),
            vectors=sentence_vectors(),
            faults=lambda texts: sentence_faults(texts, film.people, language.tag),
            examples=examples,
            about=narrator.about or film.about,
            progress=lambda share: progress(_PASS + (1 - _PASS) * share),
            announce=announce,
            meter=meter,
        )
        narrators = Narrators(
            narrator.seer, narrator.writer, narrator.checks, narrator.threshold, effort_named(narrator.effort)
        )
        found = narrate(moments, _scenes(moments, film), roles, narrators, tools)
        spoken = [one for one in found if one.sentence is not None]
        write_records(
            folder / _CAPTIONS, [_caption(one, one.sentence, roles, narrator) for one in spoken if one.sentence]
        )
        records = [_record(one) for one in found]
        write_records(folder / _MOMENTS, records)
        forms = _forms(records)
        for step, each in forms.items():
            stages.note("answers", to=step, **each)
        stages.note("requests", **meter.counts(), pauses=len(moments))
        for line in filter(None, (unusable(forms), None if language.is_english else astray(records, language.name))):
            announce(line)

    whole = {
        **key,
        **narrator.key,
        "narrated": _VERSION,
        "voice": [voice.name, _Durations(voice)(_SAMPLE)],  # the name does not say the speed
        "people": [person.replace(portrait=None).to_dict() for person in film.people],
        "owners": [face.person for face in film.faces],
        "speech": [part.to_dict() for part in film.speech],
        "gaps": [gap.to_dict() for gap in film.gaps],
        "windows": [[window.start, window.end] for window in film.windows],
        "read": [cue.to_dict() for cue in read],
        "side": side,
        "scenes": film.scenes,
        **({} if words is None else {"called": [[role.local_name, role.introduction] for role in roles]}),
    }
    done = stages.run(_STAGE, whole, work)
    return _Narration(
        tuple(read_records(done / _CAPTIONS, Caption)), tuple(read_records(done / _MOMENTS, NarratedMoment))
    )


def _scenes(moments: Sequence[Moment], film: FilmFacts) -> list[int]:
    """The number of the scene in which each moment is."""
    starts = [shot.span.start for shot in film.analysis.shots]
    return [film.scenes[max(bisect_right(starts, moment.described.middle) - 1, 0)] for moment in moments]


def _forms(moments: Sequence[NarratedMoment]) -> dict[str, Counter[str]]:
    """The number of answers of each step and form."""
    forms: dict[str, Counter[str]] = {}
    for exchange in (exchange for moment in moments for exchange in moment.exchanges):
        forms.setdefault(exchange.step, Counter())[exchange.form or "unreadable"] += 1
    return forms


_SAMPLE = "She opens the door."


class _Durations:
    """How long a voice needs for a text, in whole milliseconds, rounded up; each text is spoken once."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._known: dict[str, Seconds] = {}

    def __call__(self, text: str) -> Seconds:
        if text not in self._known:
            self._known[text] = math.ceil(self._voice.say(text).duration * _PER_SECOND) / _PER_SECOND
        return self._known[text]


def with_cues(
    moments: Sequence[NarratedMoment], captions: Sequence[Caption], cues: Sequence[Cue]
) -> list[NarratedMoment]:
    """Return moments with the ids of the cues that their sentences became.

    Args:
        moments: of a narration.
        captions: of the same; one for each moment with a sentence, in order.
        cues: as placed, dropped ones included.
    """
    free = list(cues)
    placed = iter(captions)
    out = []
    for moment in moments:
        if not any(one.is_said for one in moment.considered):
            out.append(moment)
            continue
        caption = next(placed)
        cue = next((cue for cue in free if cue.by == caption.by and cue.evidence == caption.evidence), None)
        if cue is not None:
            free.remove(cue)
        out.append(moment.replace(cue=None if cue is None else cue.id))
    return out


def _caption(one: Narrated, sentence: Candidate, roles: Sequence[Role], narrator: Narrator) -> Caption:
    view = one.draft.view
    begin = sentence.begin
    people = dict.fromkeys((*sentence.introduces, *(role.id for role in people_named(sentence.text, roles))))
    shown = [time for time in view.times if time >= begin and view.moment.described.has(time)]
    evidence = [Evidence(time, f"frame shown to {narrator.seer.name}") for time in shown]
    evidence += [
        Evidence(frame.time, f"{body.person}: {body.why}", box=body.box)
        for frame in view.frames
        for body in frame.bodies
        if body.person in people
    ]
    if sentence.probability is not None:
        what = f"probability that it is true, by what {narrator.seer.name} says of statements whose truth is known"
        evidence.append(Evidence(begin, what, score=sentence.probability))
    return Caption(
        "",
        sentence.text,
        people=tuple(people),
        score=sentence.probability,
        by=narrator.name,
        shorter=_shorter(one, sentence),
        evidence=tuple(evidence),
        span=Span(max(begin, view.moment.span.start), view.moment.described.end),
    )


def _shorter(one: Narrated, sentence: Candidate) -> tuple[str, ...]:
    """Other sentences about the same facts that take less time, longest first."""
    facts = set(sentence.facts) if not sentence.hurry else set()  # a hurried sentence is the shortest there is
    others = [
        other
        for other in one.draft.candidates
        if not other.faults and other.duration < sentence.duration and other.facts and set(other.facts) <= facts
    ]
    return tuple(other.text for other in sorted(others, key=lambda other: -other.duration)[:_N_SHORTER])


def _record(one: Narrated) -> NarratedMoment:
    view, draft = one.draft.view, one.draft
    exchanges = [Exchange("seen", view.prompt, view.answer, view.form)] if view.prompt else []
    if one.again is not None and one.again.prompt:
        exchanges.append(Exchange("seen again", one.again.prompt, one.again.answer, one.again.form))
    if draft.prompt:
        exchanges.append(Exchange("written", draft.prompt, draft.answer, draft.form))
    for step, checked in zip(_CHECKS, one.checks, strict=False):
        about = tuple(f"{n}: {each.kind}" for n, each in enumerate(checked.check.statements, 1))
        exchanges.append(Exchange(step, checked.question, checked.answer, checked.form, about))
    considered = [
        Considered(each.text, each.duration, each.probability, each.faults, is_said=n == one.pick)
        for n, each in enumerate(draft.candidates)
    ]
    return NarratedMoment(
        view.moment.span,
        since=view.moment.described.start,
        times=view.times,
        people=tuple(f"{name} ({colour})" for _, name, colour in view.legend.colours),
        exchanges=tuple(exchanges),
        considered=tuple(considered),
        gain=one.gain,
    )
