"""The disclosure of a description: who wrote it, which voice speaks it, and who reviewed it.

Listeners ask for it (American Council of the Blind, June 2025: disclosure and human review of synthetic voices), and
the EU's AI Act, article 50, wants generated text and sound to be marked. Only what is known is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from cinescribe.export.editors import editors
from cinescribe.export.settings import Settings, read_settings
from cinescribe.export.tracks.cue_times import writable
from cinescribe.media.film.disclosure import DISCLOSURE
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
    heard = script.spoken()
    parts = [*_writers(heard, edited_by), *_voices(heard, settings)]
    if settings.disclosure.reviewed_by:
        parts.append(f"Reviewed by {settings.disclosure.reviewed_by}")
    parts.append(f"Made with Cinescribe {version('cinescribe')}")
    return _line(f"{DISCLOSURE} {'. '.join(parts)}.")


def writer_name(by: str) -> str:
    """Return the public name of a captioner: the model, without the address or folder where it was found.

    Example:
        >>> writer_name("server:http://192.168.0.7:11434/v1#qwen2.5vl:7b")
        'qwen2.5vl:7b'
    """
    return _AND.join(dict.fromkeys(map(_model_name, by.split(_AND))))


def _model_name(by: str) -> str:
    kind, colon, place = by.partition(":")
    if kind == "server":
        return place.partition("#")[2] or "a chat model"
    if kind == "hub":
        is_id = place.count("/") == 1 and not place.startswith((".", "/", "~"))
        return place if is_id else Path(place).name
    return f"{kind} {Path(place).name}" if colon and "/" in place else by


def _writers(cues: Sequence[Cue], edited_by: Sequence[str]) -> Iterator[str]:
    """Yield how many cues are generated, accepted, edited and written by hand, and by whom."""
    drafted = [cue for cue in cues if cue.by not in (BY_HAND, None)]
    names = [name for name, _ in Counter(writer_name(cue.by or "") for cue in drafted).most_common()]
    left = [cue for cue in drafted if not cue.hand_made]
    counts = (
        (sum(not cue.accepted for cue in left), "AI-generated"),
        (sum(cue.accepted for cue in left), "AI-generated and accepted by a person"),
        (len(drafted) - len(left), "AI-generated and edited by a person"),
        (sum(cue.by == BY_HAND for cue in cues), "written by a person"),
    )
    for n, what in counts:
        if n:
            yield f"{_share(n, len(cues))} {what}"
    if names:
        yield f"AI: {', '.join(names)}"
    if edited_by and any(cue.hand_made for cue in cues):
        yield f"Edited by {', '.join(edited_by)}"


def _voices(cues: Sequence[Cue], settings: Settings) -> Iterator[str]:
    """Yield which voice speaks, and how many cues a person has recorded."""
    recorded = sum(cue.recording is not None for cue in cues)
    if recorded < len(cues):
        engine, _, place = settings.voice.partition(":")
        yield f"Synthetic voice: {' '.join(filter(None, (engine, Path(place).stem if '/' in place else place)))}"
    if recorded:
        yield f"{_share(recorded, len(cues))} recorded by a person"


def _share(n: int, of: int) -> str:
    """How many of the cues, with the verb."""
    if n == of:
        return "The only cue is" if n == 1 else f"All {n} cues are"
    return f"{n} of {of} cues {'is' if n == 1 else 'are'}"


def _line(text: str) -> str:
    return " ".join(writable(text).split())
