"""Replaces a word or a phrase in cues, as whole words."""

from __future__ import annotations

import re
from collections.abc import Collection

from cinescribe.describe.editing.changed_cue import CueValues, Duration, changed_cue
from cinescribe.describe.editing.cue_fields import CueFieldError, checked_spoken_text, checked_text
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.errors import brief
from cinescribe.schema import Script


def replace_words(
    script: Script, old: str, new: str, *, duration: Duration, cues: Collection[str] | None = None
) -> tuple[CueChange, ...]:
    """Replace a word or a phrase; a preview shows the changes before they are made.

    Words without capitals are found in any case, others only as they are written. A word that was found with a capital
    letter is replaced by one with a capital letter, one in capitals by one in capitals.

    Args:
        script: as it is.
        old: the words to find.
        new: the words in their place; "" takes them out.
        duration: gives the seconds for which a cue is heard.
        cues: ids of the cues to look at; None for all.

    Raises:
        CueFieldError: when the words are none that can be found or spoken, no cue has them, or nothing would be left of
            a cue.
    """
    old, new = (" ".join(checked_text(text, field).split()) for text, field in ((old, "old"), (new, "new")))
    if not old:
        raise CueFieldError("old", "there is nothing to find; enter a word or a phrase")
    out = []
    for cue in script.cues:
        text = with_words(cue.text, old, new) if cues is None or cue.id in cues else cue.text
        if text != cue.text:
            values = CueValues(text=_spoken(text, cue.id))
            out.append(CueChange(cue.id, cue, changed_cue(cue, values, duration=duration, people=script.people)))
    if not out:
        raise CueFieldError("old", f"no cue has the words {brief(old)}; look how they are written in the list")
    return tuple(out)


def with_words(text: str, old: str, new: str) -> str:
    """Return a text in which whole words are replaced.

    Args:
        text: of a cue.
        old: the words to find, with single spaces between them.
        new: the words in their place.

    Example:
        >>> with_words("A cap. The cap falls, caps rise.", "cap", "hat")
        'A hat. The hat falls, caps rise.'
    """
    words = r"\s+".join(map(re.escape, old.split(" ")))
    pattern = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE if old == old.lower() else 0)
    replaced = pattern.sub(lambda found: _like(found[0], old, new), text)
    return replaced if new or replaced == text else _tidy(replaced)


def _like(found: str, old: str, new: str) -> str:
    """The new words in the case of those that were found."""
    if found == old or old != old.lower():
        return new
    if found.isupper() and len(found) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if found[:1].isupper() else new


def _tidy(text: str) -> str:
    """A text from which words were taken out: without double spaces, and sentences begin with a capital letter."""
    text = re.sub(r"[ \t]+([.,!?;:])", r"\1", re.sub(r"[ \t]{2,}", " ", text)).strip()
    return re.sub(r"(^|[.!?]\s+)([^\W\d_])", lambda match: match[1] + match[2].upper(), text)


def _spoken(text: str, cue_id: str) -> str:
    try:
        return checked_spoken_text(text)
    except CueFieldError as error:
        raise CueFieldError("new", f"cue {cue_id} could not be spoken any more: {error}") from error
