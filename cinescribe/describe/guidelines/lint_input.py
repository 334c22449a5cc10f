"""What the rules look at: a description's script, its parsed cues, and what was measured beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.describe.guidelines.cue_text import CueText, PlainWords
from cinescribe.export.fit import Misfit
from cinescribe.export.transferred import TransferFinding
from cinescribe.language.names.name_inflection import forms_of_names
from cinescribe.language.names.name_search import find_people, with_others
from cinescribe.language.names.names import NamedPerson, people_from_cast
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.media import sound  # its type: rules of words measure no sound
from cinescribe.schema import Script


@dataclass(frozen=True)
class MeasuredSound:
    """A sound file of a description.

    Args:
        path: the file.
        is_mix: whether film and voice are heard together; a narration without the film has no loudness to keep.
        loudness: as measured.
    """

    path: Path
    is_mix: bool
    loudness: sound.SoundLoudness


@dataclass(frozen=True)
class LintInput:
    """Everything that rules read.

    Args:
        script: the description; rules only look at its audible cues.
        cues: these in order of time, parsed.
        parser: of the script's language; None: the parser does not know it.
        has_ends: whether the cues' ends are known; the text form does not have them.
        misfits: the cues for which the voice has no room.
        sounds: exported sound.
        transferred: what was to be looked at when the description was carried over from another cut.
        about: ids of the cues that are checked, the others are context; None for all.
        found: the people whom the cues name, if they were searched already.
        language: of the cues, as base tag; "" for one that does not exist.
        plain: analyses words without a parser.
        parsed: the cues, parsed by a pipeline that the user has installed; () without one, and in English.
        asked: the rules that are asked for.
        counted_in: language in whose words the guidelines count.
    """

    script: Script
    cues: tuple[CueText, ...] = ()
    parser: Parser | None = None
    has_ends: bool = True
    misfits: tuple[Misfit, ...] = ()
    sounds: tuple[MeasuredSound, ...] = ()
    transferred: tuple[TransferFinding, ...] = ()
    about: frozenset[str] | None = None
    found: tuple[NamedPerson, ...] | None = None
    language: str = "en"
    plain: PlainWords | None = None
    parsed: tuple[CueText, ...] = ()
    asked: frozenset[str] = frozenset()
    counted_in: str = "en"

    @cached_property
    def checked_at(self) -> tuple[tuple[int, CueText], ...]:
        """The cues that are checked, each with its number among all."""
        return tuple((at, text) for at, text in enumerate(self.cues) if self.about is None or text.cue.id in self.about)

    @property
    def checked(self) -> tuple[CueText, ...]:
        """The cues that are checked."""
        return tuple(text for _, text in self.checked_at)

    @cached_property
    def people(self) -> tuple[NamedPerson, ...]:
        """The named people: those of the script, and others whom the cues name."""
        known = people_from_cast(person.name for person in self.script.people if person.name)
        if self.plain is not None and self.language:
            forms = forms_of_names([person.name for person in known], self.language)
            return tuple(person.replace(forms=(*person.forms, *forms[person.name])) for person in known)
        if self.parser is None:
            return known
        # What is read from the screen names actors and places.
        texts = [cue.described for cue in self.cues]
        return with_others(known, self.found if self.found is not None else find_people(texts, self.parser))
