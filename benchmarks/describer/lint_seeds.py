"""Faults that are put into descriptions on purpose, one kind for each rule of `cinescribe lint`.

Nothing here uses the code of the rules. Verbs are put into the past by the table below, the other words come from lists
of their own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.describer.lint_seed_words import (
    ADVERBS,
    FELT,
    FILMED,
    HEARD,
    LABELS,
    LEFT,
    MEANT,
    NAMES,
    PAST,
    PERSONS,
    VIEWERS,
)
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.schema import Cue, Film, Gap, ScreenText, Script, Speech, Stream
from cinescribe.timing import Seconds, Span

EVERY = 3  # one cue in three gets a fault, so that the description around it stays as it is
WORD_RATE = 4.0  # words a second, of a cue that is too fast
HOLE: Seconds = 60.0  # that are cut into a film for a long silence


@dataclass(frozen=True)
class Seeded:
    """A description with faults.

    Args:
        script: the description.
        cues: ids of the cues at fault.
        spans: stretches at fault that have no cue.
        before: the text of each cue before its fault, where a mend should bring it back.
    """

    script: Script
    cues: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    before: Mapping[str, str] | None = None


Seed = Callable[[Script, random.Random], Seeded]


def _texts(script: Script, change: Callable[[Cue, int], str | None], *, mends: bool = False) -> Seeded:
    """The script with the text of every third cue changed, where it can be."""
    cues, changed = list(script.cues), {}
    for n in range(1, len(cues), EVERY):
        text = change(cues[n], n)
        if text is not None and text != cues[n].text:
            changed[cues[n].id] = " ".join(cues[n].text.split())
            cues[n] = cues[n].replace(text=text)
    return Seeded(script.replace(cues=tuple(cues)), tuple(changed), before=changed if mends else None)


def _prose(cue: Cue) -> bool:
    """Whether a cue is a sentence, and not a title or credits."""
    return "\n" not in cue.text and ":" not in cue.text and cue.text.endswith(".")


def _lower(text: str, names: frozenset[str]) -> str:
    return text if text.split(maxsplit=1)[0].strip(",.'s") in names else text[:1].lower() + text[1:]


def names_of(script: Script) -> frozenset[str]:
    """Return the words with a capital inside sentences."""
    inside = (re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", cue.text) for cue in script.cues if _prose(cue))
    return frozenset(word for words in inside for word in words) | {
        word for person in script.people if person.name for word in person.name.split()
    }


def past(script: Script, rng: random.Random) -> Seeded:
    """The verbs of main clauses in the past tense."""
    return _texts(script, lambda cue, _: _retold(cue, lambda _, lemma: _past(lemma)), mends=True)


def future(script: Script, rng: random.Random) -> Seeded:
    """The first verb of a main clause in the future tense."""
    return _texts(script, lambda cue, _: _retold(cue, lambda _, lemma: f"will {lemma}", most=1), mends=True)


def _past(lemma: str) -> str:
    if lemma in PAST:
        return PAST[lemma]
    if lemma.endswith("e"):
        return f"{lemma}d"
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        return f"{lemma[:-1]}ied"
    doubles = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", lemma) is not None
    return f"{lemma}{lemma[-1] if doubles else ''}ed"


def _retold(cue: Cue, form: Callable[[str, str], str], *, most: int = 99) -> str | None:
    """A cue with other forms of its main verbs; None if it has none in the present tense."""
    if not _prose(cue):
        return None
    text, start, n_changed = cue.text, 0, 0
    for sentence in shipped_parser().parse([cue.text])[0]:
        for at, word in enumerate(sentence):
            place = text.find(word.text, start)
            start = place + len(word.text)
            if n_changed < most and _is_present(sentence, at):
                changed = (
                    form(word.text, word.lemma).replace("was", "were")
                    if word.text == "are"
                    else form(word.text, word.lemma)
                )
                text, n_changed = text[:place] + changed + text[start:], n_changed + 1
                start = place + len(changed)
    return text if n_changed else None


def _is_present(sentence: Sentence, at: int) -> bool:
    """Whether a word is the present tense of a main clause."""
    word = sentence[at]
    if "Tense=Pres" not in word.features or "VerbForm=Fin" not in word.features:
        return False
    verb = sentence[word.head] if word.dep in ("aux", "aux:pass", "cop") else word
    return verb.dep == "root" or (verb.dep == "conj" and sentence[verb.head].dep == "root")


def we_see(script: Script, rng: random.Random) -> Seeded:
    """`We see` in front."""
    names = names_of(script)
    return _texts(
        script,
        lambda cue, n: VIEWERS[n // EVERY % len(VIEWERS)].format(_lower(cue.text, names)) if _prose(cue) else None,
        mends=True,
    )


def _framed(frames: tuple[str, ...]) -> Seed:
    def seed(script: Script, rng: random.Random) -> Seeded:
        names = names_of(script)

        def change(cue: Cue, n: int) -> str | None:
            frame = frames[n // EVERY % len(frames)]
            text = _lower(cue.text, names) if frame.endswith(", {}") else cue.text
            return frame.format(text) if _prose(cue) else None

        return _texts(script, change)

    return seed


def person(script: Script, rng: random.Random) -> Seeded:
    """A word of the first or second person."""

    def change(cue: Cue, n: int) -> str | None:
        if not _prose(cue):
            return None
        own = re.sub(r"\b(?:his|her|their)\b", rng.choice(["my", "your"]), cue.text, count=1)
        return own if own != cue.text else cue.text[:-1] + rng.choice(PERSONS) + "."

    return _texts(script, change)


def adverbs(script: Script, rng: random.Random) -> Seeded:
    """An adverb before the first verb."""

    def change(cue: Cue, n: int) -> str | None:
        if not _prose(cue):
            return None
        words = [word for sentence in shipped_parser().parse([cue.text])[0] for word in sentence]
        verb = next((word.text for word in words if word.pos == "VERB" and "VerbForm=Fin" in word.features), None)
        adverb = ADVERBS[n // EVERY % len(ADVERBS)]
        return None if verb is None else re.sub(rf"\b{re.escape(verb)}\b", f"{adverb} {verb}", cue.text, count=1)

    return _texts(script, change, mends=True)


def strangers(script: Script, rng: random.Random) -> Seeded:
    """Somebody new by name."""
    used = iter(NAMES)

    def change(cue: Cue, n: int) -> str | None:
        name = next(used, None) if _prose(cue) else None
        return None if name is None else f"{cue.text} {name} {rng.choice(['walks in', 'opens a door', 'looks up'])}."

    return _texts(script, change)


def drift(script: Script, rng: random.Random) -> Seeded:
    """A name that is misspelt once: a letter left out, doubled or swapped. Only names that are said five times."""
    counts = {name: sum(name in cue.text for cue in script.cues) for name in names_of(script)}
    often = {name for name, n in counts.items() if n >= 5}
    done: set[str] = set()

    def change(cue: Cue, n: int) -> str | None:
        name = next((name for name in sorted(often - done) if re.search(rf"\b{name}\b", cue.text)), None)
        if name is None or not _prose(cue):
            return None
        done.add(name)
        at = rng.randrange(1, len(name) - 1)
        slips = (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        )
        slip = rng.choice([one for one in slips if one != name])
        return re.sub(rf"\b{name}\b", slip, cue.text)

    return _texts(script, change, mends=True)


def labels(script: Script, rng: random.Random) -> Seeded:
    """A label in place of a name or a pronoun."""
    who = "|".join([*sorted(names_of(script)), "He", "She", "They", "he", "she"])

    def change(cue: Cue, n: int) -> str | None:
        label = LABELS[n // EVERY % len(LABELS)]
        return re.sub(rf"\b(?:{who})\b", label, cue.text, count=1) if _prose(cue) else None

    return _texts(script, change)


def cut(script: Script, rng: random.Random) -> Seeded:
    """The end of a sentence left out after an article or a preposition."""

    def change(cue: Cue, n: int) -> str | None:
        found = list(re.finditer(r" (?:a|the|of|into|towards|with)\b(?= )", cue.text))
        return cue.text[: found[-1].end()] + rng.choice([".", "", "..."]) if _prose(cue) and found else None

    return _texts(script, change)


def repeated(script: Script, rng: random.Random) -> Seeded:
    """The sentence of an earlier cue again, at times with a word more."""
    spoken = [cue.text for cue in script.cues]

    def change(cue: Cue, n: int) -> str | None:
        earlier = next(
            (text for text in reversed(spoken[max(0, n - 7) : n]) if text.endswith(".") and len(text.split()) > 4), None
        )
        if earlier is None or not _prose(cue):
            return None
        return earlier if rng.random() < 0.5 else f"{earlier[:-1]} again."

    return _texts(script, change)


def _times(script: Script, change: Callable[[int, list[Cue]], Cue | None]) -> Seeded:
    cues, changed = list(script.cues), []
    for n in range(1, len(cues) - 1, EVERY):
        new = change(n, cues)
        if new is not None:
            changed.append(new.id)
            cues[n] = new
    return Seeded(script.replace(cues=tuple(cues)), tuple(changed))


def over_speech(script: Script, rng: random.Random) -> Seeded:
    """Somebody speaks during a cue."""
    seeded = _times(script, lambda n, cues: cues[n])
    spans = [cue.span for cue in script.cues if cue.id in seeded.cues and cue.span.duration > 0.5]
    said = [
        Speech(Span(span.start + share * span.duration, span.end + 1), "subtitles", "Who is there?")
        for span in spans
        if (share := rng.uniform(0.1, 0.6))
    ]
    cues = tuple(cue.id for cue in script.cues if cue.span in spans)
    return Seeded(script.replace(speech=(*script.speech, *said), gaps=()), cues)


def fast(script: Script, rng: random.Random) -> Seeded:
    """Four words a second."""
    return _times(
        script,
        lambda n, cues: cues[n].replace(
            span=Span(cues[n].span.start, cues[n].span.start + len(cues[n].text.split()) / WORD_RATE)
        ),
    )


def overlapping(script: Script, rng: random.Random) -> Seeded:
    """A cue that begins before the one before it ends."""

    def change(n: int, cues: list[Cue]) -> Cue:
        start = max(cues[n - 1].span.end - rng.uniform(0.2, 1.0), cues[n - 1].span.start)
        return cues[n].replace(span=Span(start, max(cues[n].span.end, start + 0.5)))

    return _times(script, change)


def touching(script: Script, rng: random.Random) -> Seeded:
    """A cue that begins when the one before it ends."""
    return _times(
        script,
        lambda n, cues: cues[n].replace(
            span=Span(cues[n - 1].span.end, max(cues[n].span.end, cues[n - 1].span.end + 1))
        ),
    )


def silent(script: Script, rng: random.Random) -> Seeded:
    """A minute in which nothing is heard."""
    at = next(cue.span.end for cue in script.cues[len(script.cues) // 2 :] if _is_free(script, cue.span.end))

    def moved(span: Span) -> Span:
        return span.shifted(HOLE) if span.start >= at else span

    cues = tuple(cue.replace(span=moved(cue.span)) for cue in script.cues)
    speech = tuple(part.replace(span=moved(part.span)) for part in script.speech)
    hole = Span(at, at + HOLE)
    gaps = (*(gap.replace(span=moved(gap.span)) for gap in script.gaps), Gap(hole))
    film = script.film.replace(duration=script.film.duration + HOLE)
    return Seeded(script.replace(film=film, cues=cues, speech=speech, gaps=gaps), spans=(hole,))


def _is_free(script: Script, time: Seconds) -> bool:
    return not any(part.span.start < time < part.span.end for part in script.speech)


def unread(script: Script, rng: random.Random) -> Seeded:
    """Signs and titles that nobody reads."""
    words = ("Closed on Sunday", "Harbour Street", "The Last Ferry", "No entry", "Two years later")
    texts = tuple(
        ScreenText(Span(10.0 + 20 * n, 13.0 + 20 * n), word, (0.2, 0.4, 0.8, 0.5), 0.95, "title" if n % 2 else "sign")
        for n, word in enumerate(words)
    )
    return Seeded(script.replace(texts=texts), spans=tuple(text.span for text in texts))


def unvoiced(script: Script, rng: random.Random) -> Seeded:
    """Subtitles in the picture of a French film."""
    sound = Stream(0, "audio", "aac", language="fre")
    texts = tuple(
        ScreenText(Span(15.0 + 20 * n, 18.0 + 20 * n), words, (0.2, 0.8, 0.8, 0.9), 0.9, "subtitle")
        for n, words in enumerate(("Where were you all night?", "I have to go now.", "He said nothing to me."))
    )
    film: Film = script.film.replace(streams=(sound,))
    return Seeded(script.replace(film=film, texts=texts), spans=tuple(text.span for text in texts))


SEEDS: Mapping[str, tuple[Seed, ...]] = {
    "speech-overlap": (over_speech,),
    "rate": (fast,),
    "cue-overlap": (overlapping,),
    "cue-pause": (touching,),
    "silence": (silent,),
    "tense": (past, future),
    "person": (person,),
    "we-see": (we_see,),
    "camera": (_framed(FILMED),),
    "sounds": (_framed(HEARD),),
    "feelings": (_framed(FELT),),
    "motives": (_framed(MEANT),),
    "adverbs": (adverbs,),
    "name-before-introduction": (strangers,),
    "name-drift": (drift,),
    "raw-label": (labels,),
    "leftovers": (_framed(LEFT),),
    "unfinished": (cut,),
    "repetition": (repeated,),
    "unread-text": (unread,),
    "unvoiced-subtitles": (unvoiced,),
}
