"""The script for braille readers: dialogue, description and texts in the picture as one text, in order of time.

It is what WCAG calls a descriptive transcript, the only form of a film for people who neither see nor hear. Each
paragraph is one line, however long, with an empty line after it. Screen readers wrap a line at the words of the braille
display, which may have 14 cells or 80, and our line breaks would leave cells empty. Braille notetakers and
translators (KeySoft, Duxbury) take two line ends for a new paragraph, and a single one for a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.export.tracks.cue_times import writable
from cinescribe.export.tracks.screen_texts import is_legible, is_read
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import known_messages
from cinescribe.schema import Cue, Person, ScreenText, Script, Speech
from cinescribe.store import write_text
from cinescribe.timing import Seconds, Span

SPEECH, TEXT, SUBTITLE = "script-speech", "script-text", "script-subtitle"  # messages that begin a paragraph
_KINDS = (TEXT, SUBTITLE, "", SPEECH)  # in this order at one moment; "" is the description
_HOUR = 3600
_MILLISECOND: Seconds = 0.001
_BLOCKS = " / "  # between the blocks of a text in the picture
_SAME_SENTENCE: Seconds = 2.0  # pause within one sentence of two subtitles, at most; our choice
_EDGE: Seconds = 0.5  # of speech at the edge of a subtitle, at most, that is the subtitle's: hardly a word; our choice
_ENDED = re.compile(r"[.!?…:]\W*$")


@dataclass(frozen=True)
class _Paragraph:
    """A paragraph; `kind` is one of `_KINDS`, and `words` are "" for speech whose words are not known."""

    start: Seconds
    end: Seconds
    kind: str
    words: str


def write_transcript(script: Script, path: Path, *, disclosure: str = "") -> None:
    """Write the speech, description and on-screen text of a film as plain text, with its people first.

    A reader has time: cues that a film would have to wait for are there, though listeners do not hear them.

    Args:
        script: the description.
        path: the `.txt` file.
        disclosure: who wrote, spoke and reviewed the description.

    Raises:
        OutputError: when the file cannot be written.
    """
    time, words = _Clock(script.film.duration), known_messages(script.language)
    parts = [*_head(script, disclosure, time, words), *_people(script, time, words), words.text("script-start")]
    paragraphs = _joined(sorted(_paragraphs(script), key=lambda one: (one.start, _KINDS.index(one.kind))))
    parts += [f"{time(one.start)} {_labelled(one, time, words)}" for one in paragraphs]
    write_text(path, "\n\n".join(parts) + "\n")


class _Clock:
    """Writes times as `M:SS`, in films of an hour or more as `H:MM:SS`: a braille display has few cells."""

    def __init__(self, duration: Seconds) -> None:
        self._has_hours = duration >= _HOUR

    def __call__(self, time: Seconds) -> str:
        minutes, seconds = divmod(int(time), 60)
        hours, minute = divmod(minutes, 60)
        return f"{hours}:{minute:02d}:{seconds:02d}" if self._has_hours else f"{minutes}:{seconds:02d}"


def _head(script: Script, disclosure: str, time: _Clock, words: Messages) -> Iterator[str]:
    yield words.text("script-heading", film=_line(Path(script.film.path).name))
    yield words.text("script-length", length=time(script.film.duration), language=_line(script.language))
    if disclosure:
        yield disclosure
    guide = words.text("script-guide")
    unknown = any(not part.text for part in script.speech)
    yield f"{guide} {words.text('script-unknown')}" if unknown else guide


def _described(script: Script) -> tuple[Cue, ...]:
    """The cues that are heard, and those that only lacked room."""
    return tuple(cue for cue in script.cues if cue.status != "dropped" or cue.could_wait)


def _people(script: Script, time: _Clock, words: Messages) -> Iterator[str]:
    """Yield who is in the film: those with a name, and others of whom a cue speaks; first mentioned first."""
    first: dict[str, Seconds] = {}
    for cue in sorted(_described(script), key=lambda cue: cue.span.start):
        first = dict.fromkeys(cue.people, cue.span.start) | first
    listed = [person for person in script.people if person.name or person.id in first]
    if listed:
        yield words.text("script-people")
    for person in sorted(listed, key=lambda person: first.get(person.id, script.film.duration)):
        name = _called(person, words)
        if person.id in first:
            yield words.text("script-person-from", name=name, time=time(first[person.id]))
        else:
            yield words.text("script-person-unmentioned", name=name)


def _paragraphs(script: Script) -> Iterator[_Paragraph]:
    cues = _described(script)
    names = {person.id: person.name for person in script.people if person.name}
    for part in _without_edges(script.speech):
        yield _Paragraph(part.span.start, part.span.end, SPEECH, _line(part.text or ""))
    for cue in cues:
        yield _Paragraph(cue.span.start, cue.span.end, "", _words(cue, names))
    for text in _unsaid(script.texts, cues, script.speech):
        kind = SUBTITLE if text.kind == "subtitle" else TEXT
        words = text.text if text.translation is None else f"{text.text} ({text.translation})"
        yield _Paragraph(text.span.start, text.span.end, kind, _line(words.replace(_BLOCKS, "; ")))


def _without_edges(speech: Sequence[Speech]) -> Iterator[Speech]:
    """Yield speech without what a voice detector adds at the edges of subtitles."""
    known = [part.span for part in speech if part.text]
    for part in speech:
        is_short = not part.text and part.span.duration <= _EDGE
        if not (is_short and any(_touch(part.span, span) for span in known)):
            yield part


def _touch(one: Span, other: Span) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) <= _MILLISECOND


def _words(cue: Cue, names: dict[str, str]) -> str:
    """The words of a cue; with the people it is about, if it names none of them."""
    words, about = _line(cue.text), [names[person] for person in cue.people if person in names]
    is_named = any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in about)
    return words if is_named or not about else f"({', '.join(map(_line, about))}) {words}"


def _unsaid(texts: Iterable[ScreenText], cues: Sequence[Cue], speech: Sequence[Speech]) -> Iterator[ScreenText]:
    """Yield each text in the picture that no cue says, once; a subtitle where the words of speech are not known.

    A cue that only says that credits roll leaves them to be read here.
    """
    known = [part.span for part in speech if part.text]
    written: set[str] = set()
    for text in texts:
        is_said = is_read(text.replace(kind="sign"), cues)
        is_known = text.kind == "subtitle" and any(span.overlap(text.span) > 0 for span in known)
        if text.kind == "watermark" or not is_legible(text) or is_said or is_known:
            continue
        if text.kind == "subtitle" or text.text.casefold() not in written:
            yield text
        written.add(text.text.casefold())


def _joined(paragraphs: Sequence[_Paragraph]) -> list[_Paragraph]:
    """Join speech that follows speech: without words, or with the rest of one sentence."""
    out: list[_Paragraph] = []
    for one in paragraphs:
        if out and out[-1].kind == one.kind == SPEECH and _goes_on(out[-1], one):
            words = f"{out[-1].words} {one.words}".strip()
            out[-1] = replace(out[-1], end=max(out[-1].end, one.end), words=words)
        else:
            out.append(one)
    return out


def _goes_on(before: _Paragraph, one: _Paragraph) -> bool:
    if not before.words or not one.words:
        return before.words == one.words
    is_near = one.start - before.end <= _SAME_SENTENCE
    return is_near and one.words[0].islower() and _ENDED.search(before.words) is None


def _labelled(one: _Paragraph, time: _Clock, words: Messages) -> str:
    if not one.kind:
        return one.words
    if one.words:
        return words.text(one.kind, words=one.words)
    if time(one.end) == time(one.start):
        return words.text("script-some-speech")
    return words.text("script-some-speech-until", time=time(one.end))


def _called(person: Person, words: Messages) -> str:
    """The name, or what the voice says in place of one: person 2 for `P2`."""
    return _line(person.name or words.text("script-person", number=person.label.removeprefix("P")))


def _line(text: str) -> str:
    return " ".join(writable(text).split())
