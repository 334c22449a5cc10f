"""What the player knows: the JSON object in its `<script type="application/json">`, which `script.js` reads.

A page that shows the player makes this object by `player_data` and its markup by `player_section`; the addresses of the
film and of the sounds are its own: relative, `data:`, or of a server. In JSON, a field that is None or empty is left
out; a span is an object with `start` and `end`. Times are seconds of the film.

    {"version": 1,
     "title": "Harbour", "language": "en",
     "film": {"name": "harbour.mp4", "address": "../harbour.mp4", "duration": 5530.1},
     "voice": "espeak:en-gb",                     of the sounds; left out if there are none
     "cues": [{"id": "c12500", "start": 12.5,     when it begins
               "until": 15.8,                     when it must be done, else the film waits there
               "wordings": [{"text": "Anna takes the letter and leaves.",
                             "sound": "data:audio/mpeg;base64,...", "seconds": 2.9},
                            {"text": "Anna leaves.", "sound": "..."}],
               "short": 1, "standard": 0, "full": 0,   index of the wording at this level of detail;
                                                       left out if the cue is not heard at it
               "waits": true,                     whether the film has to wait for it; left out if not
               "rate": 1.1}],                     of a voice of the browser; left out if 1
     "people": [{"name": "Anna",                  left out if the person has no name
                 "seen": [{"start": 3.0, "end": 8.5}],   when the person is in the picture
                 "described": [12.5]}],           when a cue is about the person
     "signs": [{"start": 20.0, "end": 24.0, "text": "HARBOUR HOTEL"}]}
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cinescribe.export.pages.page_parts import appearances
from cinescribe.export.player.detail import CueLevels, cue_levels
from cinescribe.record import Record
from cinescribe.schema import Cue, Face, Film, Script, TextKind
from cinescribe.timing import Seconds, Span

NO_SIGNS: frozenset[TextKind] = frozenset(
    {"subtitle", "watermark"}
)  # what people say, and nothing that is in the story
_PER_SECOND = 1000  # to which times are rounded


@dataclass(frozen=True)
class CueSound:
    """Where the sound of a wording is, and how long it lasts, if that is known."""

    address: str
    seconds: Seconds | None = None


class Sounds(Protocol):
    """Says where the sound of a wording is: `sounds(cue, text)`; None: a voice of the browser speaks it."""

    def __call__(self, cue: Cue, text: str, /) -> CueSound | None:
        """Return where the sound of a wording of a cue is."""
        ...


@dataclass(frozen=True)
class PlayerFilm(Record):
    """The film, at an address relative to the page."""

    name: str
    address: str
    duration: Seconds


@dataclass(frozen=True)
class PlayerWording(Record):
    """A wording of a cue, with the address and the length of its sound."""

    text: str
    sound: str | None = None
    seconds: Seconds | None = None


@dataclass(frozen=True)
class PlayerCue(Record):
    """A cue that is heard at some level of detail; see the module."""

    id: str
    start: Seconds
    until: Seconds
    wordings: tuple[PlayerWording, ...]
    short: int | None = None
    standard: int | None = None
    full: int | None = None
    waits: bool | None = None
    rate: float | None = None


@dataclass(frozen=True)
class PlayerPerson(Record):
    """A person, and when a listener may want to know about the person."""

    name: str | None = None
    seen: tuple[Span, ...] = ()
    described: tuple[Seconds, ...] = ()


@dataclass(frozen=True)
class Sign(Record):
    """Text in the picture."""

    span: Span
    text: str


@dataclass(frozen=True)
class PlayerData(Record):
    """What the player knows; see the module."""

    title: str
    language: str
    film: PlayerFilm
    voice: str | None = None
    cues: tuple[PlayerCue, ...] = ()
    people: tuple[PlayerPerson, ...] = ()
    signs: tuple[Sign, ...] = ()
    version: int = 1


def player_data(
    script: Script, *, address: str, faces: Iterable[Face] = (), voice: str | None = None, sounds: Sounds | None = None
) -> PlayerData:
    """Return what the player of a description knows.

    Args:
        script: the description.
        address: of the film, relative to the page.
        faces: the faces in the film; without them, only cues say who is there.
        voice: name of the voice of the sounds.
        sounds: where the sounds are; None: the browser's voice speaks.

    Raises:
        VoiceError: when `sounds` cannot speak.
    """
    return PlayerData(
        title=Path(script.film.path).stem,
        language=script.language,
        film=_film(script.film, address),
        voice=voice,
        cues=tuple(_cue(levels, sounds) for levels in cue_levels(script)),
        people=_people(script, faces),
        signs=tuple(
            Sign(_rounded(one.span), one.translation or one.text) for one in script.texts if one.kind not in NO_SIGNS
        ),
    )


def _film(film: Film, address: str) -> PlayerFilm:
    return PlayerFilm(Path(film.path).name, address, _round(film.duration))


def _cue(levels: CueLevels, sounds: Sounds | None) -> PlayerCue:
    texts = levels.wordings
    return PlayerCue(
        levels.cue.id,
        _round(levels.start),
        _round(levels.until),
        wordings=tuple(_wording(levels.cue, text, sounds) for text in texts),
        short=_index(texts, levels.short),
        standard=_index(texts, levels.standard),
        full=_index(texts, levels.full),
        waits=levels.waits or None,
        rate=levels.cue.rate if levels.cue.rate != 1.0 else None,
    )


def _wording(cue: Cue, text: str, sounds: Sounds | None) -> PlayerWording:
    sound = None if sounds is None else sounds(cue, text)
    if sound is None:
        return PlayerWording(text)
    return PlayerWording(text, sound.address, None if sound.seconds is None else _round(sound.seconds))


def _index(texts: tuple[str, ...], text: str | None) -> int | None:
    return None if text is None else texts.index(text)


def _people(script: Script, faces: Iterable[Face]) -> tuple[PlayerPerson, ...]:
    seen = appearances(script, faces)
    found = (
        PlayerPerson(
            person.name,
            tuple(map(_rounded, seen[person.id])),
            tuple(_round(cue.span.start) for cue in script.spoken() if person.id in cue.people),
        )
        for person in script.people
    )
    return tuple(person for person in found if person.seen or person.described)


def _round(time: Seconds) -> Seconds:
    return round(time * _PER_SECOND) / _PER_SECOND


def _rounded(span: Span) -> Span:
    return Span(_round(span.start), _round(span.end))
