"""The disclosure of a description: who wrote it, which voice speaks it, and who reviewed it.

Listeners ask for it (American Council of the Blind, June 2025: disclosure and human review of synthetic voices), and
the EU's AI Act, article 50, wants generated text and sound to be marked. Only known facts are stated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from cinescribe.export.editors import editors
from cinescribe.export.settings import Settings, read_settings
from cinescribe.export.tracks.cue_times import writable
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import known_messages
from cinescribe.schema import Cue, Script

BY_HAND = "hand"  # who writes cues that no captioner drafted
_AND = " and "  # between the two models of a narration


def folder_disclosure(script: Script, folder: Path) -> str:
    """Return the disclosure of a description in a folder, by its settings and the journal of its edits.

    Raises:
        RecordError: when the settings or the journal are malformed.
    """
    return disclosure(script, read_settings(folder), editors(folder))


def disclosure(script: Script, settings: Settings, edited_by: Sequence[str] = ()) -> str:
    """Return the line that exports carry; "" if the settings want none.

    Args:
        script: the description; its audible cues are counted.
        settings: of its folder.
        edited_by: the names in the journal.

    Example:
        >>> disclosure(script, Settings())  # doctest: +SKIP
        'About this description: All 14 cues are AI-generated. AI: observer. Synthetic voice: espeak. ...'
    """
    if settings.disclosure.text is not None:
        return _line(settings.disclosure.text)
    words, heard = known_messages(script.language), script.spoken()
    facts = [*_writers(heard, edited_by, words), *_voices(heard, settings, words)]
    if settings.disclosure.reviewed_by:
        facts.append(words.text("disclosure-reviewed", name=settings.disclosure.reviewed_by))
    facts.append(words.text("disclosure-made-with", version=version("cinescribe")))
    return _line(words.text("disclosure", facts=f"{'. '.join(facts)}."))


def without_heading(line: str, language: str) -> str:
    """Return a disclosure without the words at its start that say what it is about.

    Args:
        line: as `disclosure` returns it, or the user's own words.
        language: of the description, as BCP 47 tag.
    """
    return line.removeprefix(known_messages(language).text("disclosure", facts="").strip()).strip()


def _public_name(by: str, *, nameless: str) -> str:
    return _AND.join(dict.fromkeys(_model_name(one, nameless) for one in by.split(_AND)))


def _model_name(by: str, nameless: str) -> str:
    kind, colon, place = by.partition(":")
    if kind == "server":
        return place.partition("#")[2] or nameless
    if kind == "hub":
        is_id = place.count("/") == 1 and not place.startswith((".", "/", "~"))
        return place if is_id else Path(place).name
    return f"{kind} {Path(place).name}" if colon and "/" in place else by


def _writers(cues: Sequence[Cue], edited_by: Sequence[str], words: Messages) -> Iterator[str]:
    """Yield how many cues are generated, accepted, edited and written by hand, and by whom."""
    drafted = [cue for cue in cues if cue.by not in (BY_HAND, None)]
    nameless = words.text("disclosure-some-model")
    names = Counter(_public_name(cue.by or "", nameless=nameless) for cue in drafted)
    left = [cue for cue in drafted if not cue.hand_made]
    counts = (
        (sum(not cue.accepted for cue in left), "disclosure-generated"),
        (sum(cue.accepted for cue in left), "disclosure-accepted"),
        (len(drafted) - len(left), "disclosure-edited"),
        (sum(cue.by == BY_HAND for cue in cues), "disclosure-by-hand"),
    )
    for n, what in counts:
        if n:
            yield words.text(what, share=_share(n, len(cues), words))
    if names:
        yield words.text("disclosure-models", names=", ".join(name for name, _ in names.most_common()))
    if edited_by and any(cue.hand_made for cue in cues):
        yield words.text("disclosure-editors", names=", ".join(edited_by))


def _voices(cues: Sequence[Cue], settings: Settings, words: Messages) -> Iterator[str]:
    """Yield which voice speaks, and how many cues a person has recorded."""
    recorded = sum(cue.recording is not None for cue in cues)
    if recorded < len(cues):
        engine, _, place = settings.voice.partition(":")
        name = " ".join(filter(None, (engine, Path(place).stem if "/" in place else place)))
        yield words.text("disclosure-voice", voice=name)
    if recorded:
        yield words.text("disclosure-recorded", share=_share(recorded, len(cues), words))


def _share(n: int, of: int, words: Messages) -> str:
    """How many of the cues, with the verb where a language has one."""
    extent = "some" if n < of else "only" if n == 1 else "all"
    return words.text("cues-share", extent=extent, count=n, of=of)


def _line(text: str) -> str:
    return " ".join(writable(text).split())
