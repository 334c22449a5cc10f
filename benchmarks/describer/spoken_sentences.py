"""Sentences of the observer in every language that it speaks, from simulated films, held against rules of grammar.

The films differ in who is named and what they wear, where people stand, who comes, goes and returns. What is counted
are different sentences and their shapes, in which all names are one. The rules know the faults that sentences from
parts are prone to: articles that must contract or elide, cases, number, doubled marks. `--show TAG` prints every shape
with an example, to be read by somebody who knows the language.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.language.messages.sentence_case import sentence_case
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES, spoken_messages
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Seconds, Span

GOAL = 200  # different sentences a language
FILMS = 80
PEOPLE = 5  # of a film
AWAY: Seconds = 35.0  # between two parts of a film, so that people are back
SHOT: Seconds = 5.0
FACES_HZ, PICTURES_HZ = 4.0, 5.0
# Names that end and begin in every way that matters: vowels, s and x, an I, an E, a mute h, accents, a full stop.
NAMES = (
    "Anna",
    "Max",
    "Lukas",
    "Inés",
    "Hilda",
    "Elena",
    "Édouard",
    "Zoë",
    "Bartłomiej",
    "Ewa",
    "Igor",
    "Dr. Lee",
    "Tom Jr.",
)
# A title as the cast of a description in that language has it: with an article, or small.
TITLED = {
    "es": "la doctora Lee",
    "fr": "le docteur Lee",
    "it": "il dottor Lee",
    "nl": "dr. Lee",
    "pl": "dr Lee",
    "pt": "a doutora Lee",
}
COLOURS = ("dark", "light", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
NO_FRAMES = np.zeros((0, 0, 0, 3), np.uint8)
Place = Callable[[Seconds], float]

_NAME = "|".join(map(re.escape, (*NAMES, *TITLED.values(), *(sentence_case(one, "en") for one in TITLED.values()))))
# Patterns of faults, by what is wrong. `N` stands for a name.
RULES: dict[str, dict[str, str]] = {
    "all": {
        "no capital": r"^[a-zà-ÿąćęłńśźż]",
        "marks": r"\.\.|,,|,\.|\s[,.]|\s\s|\s$|[{}$*]|[^.]$",
    },
    "de": {
        "case after bei": r"\bbei (?:.*(?:, | und ))?(?:die|eine|einige|weitere)\b",
        "number": r"^(?:\w+ erscheint .* und|[^,]+ und [^,]+ (?:ist|erscheint)\b)|^N (?:sind|erscheinen)\b",
        "adjective": r"\b(?:in dunkle|in helle) ",
        "place as an afterthought": r", (?:links|rechts)\.$",
    },
    "fr": {
        "elision": r"\b(?:le|la|de|que) (?=[aeiouéèê])|\bdes autres\b",
        "contraction": r"\b(?:à|de) les?\b",
        "number": r"^[^,]+ et [^,]+ (?:est|apparaît)\b|^N (?:sont|apparaissent)\b",
        "title without an article": r"(?<!\b[Ll]e )(?:docteur|Dr\.?) Lee",
    },
    "es": {
        "y before i": r"\by (?:I|Í|Hil)|\be (?!I|Í|Hil)",
        "contraction": r"\b(?:a|de) el\b",
        "number": r"^Aparece [^.]* [ye] |^[^,]+ [ye] [^,]+ está\b|^N están\b|^Aparecen N\.",
        "gender": r"\bjunt[oa]s\b",
        "title without an article": r"(?<!\b[Ll]a )(?:doctora|Dra?\.) Lee",
        "news at the start": r"^Un[ao]s? .*\bentran?\b",
        "con repeated": r"\bcon (?:la |una |otra )persona con\b",
        "comma of the left out verb": r"\baparece [^;]*, a la derecha\b",
    },
    "it": {
        "ed before e": r"\be E(?!d)|\bed [^EÉ]",
        "contraction": r"\b(?:a|di|da|in|su) (?:il|lo|la|i|gli|le)\b",
        "number": r"^Appare [^.]* ed? |^[^,]+ ed? [^,]+ è\b|^N sono\b|^Appaiono N\.",
        "elision": r"\buna altra\b|\bun altra\b",
        "title without an article": r"(?<!\b[Ii]l )(?:dottor|Dr\.) Lee",
        "news at the start": r"^Un[’a].*\bentra\b",
        "here": r"\bqui\b",
    },
    "nl": {
        "article": r"\bhet persoon\b|\bde (?:rood|blauw|geel|groen|bruin)\b",
        "number": r"^[^,]+ en [^,]+ (?:is er|verschijnt)\b|^N (?:zijn|verschijnen)\b",
        "without er": r"^Een (?:persoon (?:in [a-z ]+ )?(?:verschijnt|komt|gaat|is)\b|persoon\b.* verschijnen|paar mensen)",
        "er with a name": r"^Er (?:verschijn(?:t|en)|komt|gaat|is|zijn) (?:N\b|de |persoon \d)",
        "place as an afterthought": r", (?:links|rechts)\.$",
    },
    "pl": {
        "case after w": r"\bw \w+(?:y|a|e|ą) ubran|\bubranie\b",
        "case of names": r"\b(?:z|obok|przy|do) N\b",
        "number": r"^Pojawia się (?!kilka osób)[^.]* i |^Pojawiają się (?:N|kilka [^.]*)\.|^N są\b",
        "news at the start": r"\b[Oo]soba .*\bwchodzi\b",
    },
    "pt": {
        "contraction": r"\b(?:de|em|por|a) [oa]s?\b(?! \d)",
        "number": r"^Aparece [^.]* e |^[^,]+ e [^,]+ está\b|^N estão\b|^Aparecem N\.",
        "gender": r"\bjunt[oa]s\b",
        "title without an article": r"(?<!\b[Aa] )(?:doutora|Dra?\.) Lee",
        "news at the start": r"^Uma? .*\bentra\b|^Pessoas\b",
        "com repeated": r"\bcom (?:a |uma |outra )pessoa com\b",
        "comma of the left out verb": r"\baparece [^;]*, à direita\b",
    },
    "en": {
        "article": r"\b[Aa] (?=[aeiou])",
        "number": r"^[^,]+ and [^,]+ (?:is|appears)\b|^N (?:are|appear)\b",
    },
}


NOTES = (
    "Besides the rules, every shape of each language was read, and each message translated back into English word by "
    "word. Found and mended: the Dutch `bij nog een persoon` (now `bij een andere persoon`) and `beweegt van links "
    "naar rechts` (`gaat`), the Polish `jeszcze jedna osoba` in the middle of a list (`inna osoba`), the French "
    "`Anna entre.` (`arrive`, since `entre` may be read as the preposition), and words for people that would not be "
    "true of two (`einige Personen`, `alcune persone`, `algumas pessoas`). All words of these sentences are in the "
    "Hunspell dictionaries of their languages. No native speaker has read them yet.",
    "Sentences are worded so that a name stands as it is: Polish has people as the subject only, and Spanish and "
    "Portuguese say `Anna está con Ben`, since `juntos` would have to agree with people whose gender is not known. "
    "German uses the dative of our own words after `bei`.",
)


def faces(person: int, span: Span, colour: str | None, *, across: Place, height: Place) -> Iterator[Face]:
    """Yield the faces of a person in a span; functions take the seconds since its start."""
    for n in range(round(span.duration * FACES_HZ)):
        x, tall = across(n / FACES_HZ), height(n / FACES_HZ)
        box = (x - 0.3 * tall, 0.3, x + 0.3 * tall, 0.3 + tall)
        row = round(1e6 * span.start) + 10 * n + person
        yield Face(span.start + n / FACES_HZ, box, 1.0, row, track=person, person=f"p{person}", clothes=colour)


def movement(kind: str, side: float) -> tuple[Place, Place]:
    """Return where a person is, and how tall their face is, while they move from or to a side: -1 left, 1 right."""

    def still(since: Seconds) -> float:
        return 0.2

    if kind == "enters":
        return lambda since: 0.5 + side * max(0.42 - 0.2 * since, 0.0), still
    if kind == "leaves":
        return lambda since: 0.5 + side * min(max(since - 1.0, 0.0) * 0.3, 0.45), still
    if kind == "crosses":
        return lambda since: 0.5 + side * (min(since, 4.0) * 0.15 - 0.3), still
    if kind == "nears":
        return lambda since: 0.5 + 0.3 * side, lambda since: 0.12 + 0.05 * since
    if kind == "goes":
        return lambda since: 0.5 + 0.3 * side, lambda since: 0.32 - 0.05 * since
    return lambda since: 0.5 + 0.3 * side, still


def cast(language: str) -> tuple[str, ...]:
    """Return the names of people as a cast in this language has them."""
    return tuple(TITLED.get(language, name) if name == "Dr. Lee" else name for name in NAMES)


def simulated_film(random: np.random.Generator, names: Sequence[str] = NAMES) -> Batch:
    """Return the measurements of a film in which people, of whom some have names, appear, move, go and are back."""
    names = random.permutation(names)
    people = tuple(
        Person(f"p{n}", f"P{n + 1}", str(names[n]) if random.random() < 0.5 else None) for n in range(PEOPLE)
    )
    colours = [str(random.choice(COLOURS)) if random.random() < 0.6 else None for _ in people]
    shots: list[Shot] = []
    seen: list[Face] = []
    start = 0.0
    for n in range(int(random.choice([4, 16]))):
        start += AWAY if n % 4 == 0 and n else 0.0
        span = Span(start, start + SHOT)
        shots.append(Shot(span))
        for place, person in enumerate(here := random.choice(PEOPLE, random.choice([1, 1, 2, 2, 3, 5]), replace=False)):
            kind = str(random.choice(["stays", "enters", "leaves", "crosses", "nears", "goes"]))
            side = float(np.linspace(-1, 1, len(here))[place]) if len(here) > 1 else float(random.choice([-1, 0, 1]))
            across, height = movement(kind if len(here) < 3 and side else "stays", side)
            late = 2.0 if kind == "enters" else 0.0
            until = span.end - (1.5 if kind == "leaves" and len(here) < 3 else 0.0)
            seen += faces(int(person), Span(start + late, until), colours[person], across=across, height=height)
        start += SHOT
    times = np.arange(0, start, 1 / PICTURES_HZ)
    none = np.zeros_like(times, np.float32)
    clips = []
    for n, shot in enumerate(shots):
        inside = slice(*np.searchsorted(times, [shot.span.start, shot.span.end]))
        still = none[inside]
        levels = PictureLevels(times[inside], still + 0.4, still, np.stack([still, still], 1), still, still + 0.02)
        own = tuple(sorted((face for face in seen if shot.span.has(face.time)), key=lambda face: face.time))
        clips.append(ClipInput(Clip(f"c{n}", "film", shot.span), (), NO_FRAMES, own, (shot,), levels, None))
    return Batch(tuple(clips), people)


def sentences(language: str, n_films: int = FILMS) -> list[str]:
    """Return the different sentences of the observer about as many films, in a language."""
    observer = Observer(spoken_messages(language))
    found: dict[str, None] = {}
    for seed in range(n_films):
        for caption in observer.caption(simulated_film(np.random.default_rng(seed), cast(language))):
            found.update(dict.fromkeys(text for text in (caption.text, *caption.shorter) if text))
    return [*found]


def shape(text: str, language: str) -> str:
    """Return a sentence with one name, one colour and one number in place of all."""
    messages = spoken_messages(language)
    text = re.sub(rf"(?:{_NAME})(?!\w)", "N", text)
    for colour in COLOURS:
        text = text.replace(messages.text("clothes", clothes=colour), messages.text("clothes", clothes="blue"))
    return re.sub(r"\d", "1", text)


def faults(text: str, language: str) -> list[str]:
    """Return the rules that a sentence breaks."""
    named = re.sub(rf"(?:{_NAME})(?!\w)", "N", text)
    rules = {**RULES["all"], **RULES[language]}
    keeps_names = ("marks", "y before i", "ed before e", "title without an article")
    return [what for what, rule in rules.items() if re.search(rule, text if what in keeps_names else named)]


def rows() -> Iterator[Row]:
    """Yield for each language its sentences, shapes and faults."""
    for language in SPOKEN_LANGUAGES:
        found = sentences(language)
        wrong = [(text, what) for text in found for what in faults(text, language)]
        for text, what in wrong:
            print(f"  {language}: {what}: {text}")
        shapes = {shape(text, language) for text in found}
        longest = max(found, key=len)
        yield language, len(found), len(shapes), len(RULES["all"]) + len(RULES[language]), len(wrong), longest


def show(language: str) -> None:
    """Print each shape with an example."""
    examples = {shape(text, language): text for text in sentences(language)}
    for each in sorted(examples):
        print(f"{each}   |   {examples[each]}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", metavar="TAG", choices=SPOKEN_LANGUAGES, help="print the shapes of this language")
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.show:
        show(arguments.show)
        return
    columns = ("language", "sentences", "shapes", "rules", "faults by rule", "the longest")
    table = print_table("Sentences of the observer", columns, rows())
    fewest = min(int(row[1] or 0) for row in table.rows)
    n_faults = sum(int(row[4] or 0) for row in table.rows)
    report_results(
        "spoken_sentences",
        "Sentences of the observer in eight languages",
        headlines=(
            Headline("different sentences a language", f"{fewest} or more", f"{GOAL}"),
            Headline("faults of grammar by rule", f"{n_faults}", "0"),
        ),
        tables=(table,),
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
