"""Writes captions that read on-screen text aloud: titles, signs, credits, and subtitles that translate the speech.

Guidelines ask for it (Netflix; DCMP; EN 301 549 7.1.5). What is not read stays in the script's list of texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cinescribe.describe.text_words import says_again, spoken_words
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, spoken_messages
from cinescribe.language_tags import is_same_language, known_language
from cinescribe.schema import Caption, Evidence, Film, ScreenText, Speech
from cinescribe.timing import Seconds, Span

READER = "on-screen text"
_LETTERS_PER_SECOND = 20.0  # that adults read (Netflix, English timed text style guide)
_SHORTEST_SIGN: Seconds = 1.0  # a sign shown more briefly is not meant to be read
_GONE: Seconds = 1.0  # by which reading a sign may outlast it; later, its words would seem to name another picture
_CREDITS_PAUSE: Seconds = 5.0  # between two parts of one roll of credits
_ENDS = ".!?…。！？؟।"
_FADE: Seconds = 1.0  # after a text's first picture, in which it may still fade in


def text_captions(texts: Sequence[ScreenText], *, translates: bool, messages: Messages | None = None) -> list[Caption]:
    """Return the captions that read texts aloud, each text once a film, by time.

    Args:
        texts: a film's texts.
        translates: whether its subtitles translate the speech, so that they are read as well.
        messages: of the description's language; by default the English ones.
    """
    say = messages or spoken_messages(MODEL_LANGUAGE)
    read: list[str] = []
    captions = [*_credits([text for text in texts if text.kind == "credits"], say)]
    for text in texts:
        words = spoken_words(text, say.language)
        if _is_read(text, words, read, translates=translates):
            read.append(words)
            caption = _caption(_announced(text, words, say), (text,))
            captions.append(caption.replace(until=(text.span.end + _GONE,)) if text.kind == "sign" else caption)
    return sorted(captions, key=lambda caption: caption.span.start if caption.span else 0.0)


def subtitles_translate(film: Film, *, language: str) -> bool:
    """Whether subtitles in the picture translate the speech: if the sound is in another language than the description.

    Args:
        film: the film; its sound has a language tag, or else it is taken to need no translation.
        language: of the description, as BCP 47 tag.

    Raises:
        LanguageError: when this is no tag of a language.
    """
    sound = film.track("audio")
    tag = known_language(sound.language) if sound else None
    return tag is not None and not is_same_language(tag, language)


def untranslated(speech: Sequence[Speech], texts: Sequence[ScreenText]) -> list[Speech]:
    """Return the speech that no subtitle in the picture translates: over it, no voice may read."""
    shown = [text.span for text in texts if text.kind == "subtitle"]
    return [part for part in speech if not any(span.overlap(part.span) > 0 for span in shown)]


def _credits(texts: Sequence[ScreenText], say: Messages) -> Iterator[Caption]:
    """Yield one caption for each roll of credits: all of them, or that they roll."""
    starts = [n for n, (one, other) in enumerate(pairwise(texts), 1) if _pause(one, other) > _CREDITS_PAUSE]
    for first, end in pairwise([0, *starts, len(texts)]):
        roll = texts[first:end]
        if roll:
            parts = dict.fromkeys(spoken_words(text, say.language) for text in roll)
            words = say.text("credits", words=" ".join(_ended(part, say) for part in parts))
            yield _caption(words, roll, shorter=(say.text("credits-roll"),))


def _pause(one: ScreenText, other: ScreenText) -> Seconds:
    return other.span.start - one.span.end


def _caption(words: str, texts: Sequence[ScreenText], *, shorter: tuple[str, ...] = ()) -> Caption:
    return Caption(
        clip="",
        text=words,
        by=READER,
        shorter=shorter,
        evidence=tuple(_evidence(text) for text in texts),
        span=Span(texts[0].span.start, max(text.span.end for text in texts)),
    )


def _evidence(text: ScreenText) -> Evidence:
    time = min(text.span.start + _FADE, text.span.middle)
    return Evidence(time, f"{text.kind} in the picture: {text.text!r}", box=text.box, score=text.score)


def _announced(text: ScreenText, words: str, say: Messages) -> str:
    """Return a text as a sentence that says what it is; a subtitle unchanged, since it is a person's speech."""
    ended = _ended(words, say)
    if text.kind == "title":
        return say.text("title", words=ended)
    return say.text("sign", words=ended) if text.kind == "sign" else ended


def _ended(words: str, say: Messages) -> str:
    return words if words[-1] in _ENDS else say.text("full-stop", words=words)


def _is_read(text: ScreenText, words: str, read: Sequence[str], *, translates: bool) -> bool:
    """Whether a text is read aloud: never a watermark, nor what was read before; a subtitle only if it translates."""
    if text.kind == "subtitle":
        return translates
    if text.kind in ("credits", "watermark") or says_again(words, read):
        return False
    return text.kind == "title" or _is_readable(text)


def _is_readable(text: ScreenText) -> bool:
    return text.span.duration >= max(_SHORTEST_SIGN, len(text.text) / _LETTERS_PER_SECOND)
