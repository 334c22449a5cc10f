"""Faults that are put into descriptions in eight languages, by rules that need no parser.

Nothing here uses the code of the rules or their lists.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.describer.lint_seeds import SEEDS, Seed, Seeded
from cinescribe.schema import Cue, Film, Gap, Person, Script
from cinescribe.timing import Seconds, Span

N = 40  # faults of each kind
APART: Seconds = 12.0  # between the starts of two cues
LASTS: Seconds = 9.0  # a cue
CAST = ("Bernadette", "Konstantin", "Florentine", "Maximilian", "Valentina", "Sebastian", "Franziska", "Benedikt")
STRANGERS = (
    "Oskar Matilda Yusuf Ingrid Leopold Beatriz Konrad Amara Tobias Svetlana Emil Agnes Bruno Clara Diego "
    "Edith Felix Gerda Hugo Irene Jakob Karla Lukas Magda Nestor Odette Pavel Quirin Rufus Selma Timon "
    "Ulla Viktor Wanda Xaver Yvonne Zoltan Adele Boris Carola"
)
MARKS = (
    *("{}<|im_end|>", "{}</s>", "<think>…</think> {}", '{{"text": "{}"}}', "**{}**"),
    *("[NAME] … {}", "```{}```", "<p>{}</p>", "[/INST] {}", "undefined"),
)
_FOLDER = Path(__file__).resolve().parent
# Rules whose faults are of times, texts or sound: the seeds of the English lint hold in every language.
_OF_TIMES = ("speech-overlap", "rate", "cue-overlap", "cue-pause", "silence", "unread-text", "unvoiced-subtitles")


def words() -> Mapping[str, Mapping[str, Any]]:
    """Return the sentences and words of each language."""
    return tomllib.loads((_FOLDER / "sentences.toml").read_text(encoding="utf-8"))


def forms() -> Mapping[str, Mapping[str, str]]:
    """Return inflected forms that the lists do not have, by language and kind."""
    return tomllib.loads((_FOLDER / "forms.toml").read_text(encoding="utf-8"))


def clean_script(language: str, sentences: Sequence[str]) -> Script:
    """Return a description of sentences by people, in which a cast is introduced and named."""
    own, texts = words()[language], list(sentences)
    for n, name in enumerate(CAST):
        texts.insert(3 * n, own["introduced"].format(name=name))
        for k, sentence in enumerate(own["named"]):
            texts.insert(3 * n + 20 * (k + 1), sentence.format(name=name))
    cues = tuple(Cue(Span(APART * n, APART * n + LASTS), text) for n, text in enumerate(texts))
    people = tuple(Person(f"p{n}", f"P{40 + n}", name) for n, name in enumerate(CAST))
    film = Film("", APART * len(texts) + 1)
    pauses = (Gap(Span(0.0, film.duration)),)
    return Script(film, people=people, gaps=pauses, cues=cues, language=language)


def seeded(language: str, script: Script, rng: random.Random) -> Iterator[tuple[str, Seeded]]:
    """Yield each kind of fault, with a description that has it."""
    own = words()[language]
    for rule in _OF_TIMES:
        yield rule, _in_other_sound(SEEDS[rule][0](script, rng), language)
    yield "name-before-introduction", _strangers(script, own, rng)
    yield "name-drift", _changed(script, lambda text, n: _slip(text, rng))
    yield "raw-label", _changed(script, lambda text, n: _label(text, own["labels"][n % len(own["labels"])]))
    yield "leftovers: marks", _changed(script, lambda text, n: MARKS[n % len(MARKS)].format(text))
    yield "leftovers: talk", _changed(script, lambda text, n: own["talk"][n % len(own["talk"])] + text)
    yield "unfinished", _changed(script, lambda text, n: _cut(text, own["articles"].split(), n))
    yield "repetition", _repeated(script, rng)


def _in_other_sound(found: Seeded, language: str) -> Seeded:
    """The description of a film whose sound is French, or English if the description is French."""
    streams = tuple(one.replace(language="eng") if language == "fr" else one for one in found.script.film.streams)
    film = found.script.film.replace(streams=streams)
    return Seeded(found.script.replace(film=film), found.cues, found.spans)


def _changed(script: Script, change: Any) -> Seeded:
    """The script with some of its cues changed, at most N, never two beside each other."""
    cues, done, last = list(script.cues), list[str](), -2
    for n in range(1, len(cues), 2):
        text = change(cues[n].text, len(done)) if len(done) < N and n - last > 1 else None
        if text is not None and text != cues[n].text:
            cues[n] = cues[n].replace(text=text)
            done.append(cues[n].id)
            last = n
    return Seeded(script.replace(cues=tuple(cues)), tuple(done))


def _strangers(script: Script, own: Mapping[str, Any], rng: random.Random) -> Seeded:
    """People of the cast who were not introduced; each name is new."""
    names = STRANGERS.split()
    people = (*script.people, *(Person(f"s{n}", f"P{60 + n}", name) for n, name in enumerate(names)))
    found = _changed(script, lambda text, n: f"{text} {own['named'][n % 6].format(name=names[n])}")
    return Seeded(found.script.replace(people=people), found.cues)


def _slip(text: str, rng: random.Random) -> str | None:
    name = next((name for name in CAST if re.search(rf"\b{name}\b", text) and "," not in text), None)
    if name is None:
        return None
    at = rng.randrange(1, len(name) - 2)
    slips = (
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    )
    return text.replace(name, rng.choice([one for one in slips if one != name]))


def _label(text: str, label: str) -> str | None:
    found = next((name for name in CAST if name in text and "," not in text), None)
    return None if found is None else text.replace(found, label)


def _cut(text: str, articles: Sequence[str], n: int) -> str | None:
    if n % 3 == 2:  # within a word
        found = list(re.finditer(r"\w{5,}", text))
        return None if not found else text[: found[-1].start() + 3] + "-"
    places = list(re.finditer(rf" (?:{'|'.join(articles)})(?= )", text))
    return None if not places else text[: places[-1].end()] + ("." if n % 3 else "")


def _repeated(script: Script, rng: random.Random) -> Seeded:
    """The sentence of an earlier cue again, at times without its last word."""
    texts = [cue.text for cue in script.cues]
    places = {text: n for n, text in enumerate(texts)}

    def change(text: str, n: int) -> str | None:
        at = places.get(text, 0)
        kept = [texts[n] for n in range(max(0, at - 7), at) if n % 2 == 0]  # the others may be at fault themselves
        earlier = next((one for one in reversed(kept) if len(one.split()) > 9 and not one.isupper()), None)
        return earlier if earlier is None or rng.random() < 0.5 else earlier.rsplit(" ", 1)[0] + "."

    return _changed(script, change)


def worded(language: str) -> Iterator[tuple[str, str]]:
    """Yield a sentence with each form that the lists do not have, and the rule that should find it."""
    own, known = words()[language], forms()[language]
    rules = {"viewer": "we-see", "camera": "camera", "film": "camera", "state": "feelings"}
    leads = {"viewer": own["viewer"], "camera": own["camera"], "state": own["state"]}
    for kind, listed in known.items():
        for form in listed.split():
            yield rules.get(kind, kind), f"{leads.get(kind, '…')} {form}."


__all__ = ["N", "Seed", "clean_script", "forms", "seeded", "worded", "words"]
