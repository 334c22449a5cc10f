"""Sentences of the observer in every language that it speaks, from simulated films, held against rules of grammar.

The films differ in who is named and what they wear, where people stand, who comes, goes and returns. What is counted
are different sentences and their shapes, in which all names are one. The rules know the faults that sentences from
parts are prone to: articles that must contract or elide, cases, number, doubled marks. `--show TAG` prints every shape
with an example, and `--draw SEED` 200 whole sentences a language, to be read by somebody who knows the language.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.guidelines.guidelines import default_guidelines, read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.language.messages.sentence_case import sentence_case
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES, spoken_messages
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Clip, Cue, Face, Film, Person, Script, Shot
from cinescribe.timing import Seconds, Span

GOAL = 200  # different sentences a language
FILMS = 80
PEOPLE = 5  # of a film
CUE: Seconds = 20.0  # from a cue to the next, for the lint
EXPECTED = ("raw-label", "name-before-introduction", "repetition", "unchecked")  # true of such lists of sentences
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
        "without er": r"^Een (?:persoon (?:in [a-z ]+ )?(?:verschijnt|komt|gaat|is)\b|persoon\b.* verschijnen|paar m)",
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


# What was found by eye in 200 whole sentences a language, drawn as `--draw` does: in the first draw, and in the last
# one, after what the first had shown was mended. Agreement, case, article, other (words, order, marks); a sentence may
# have two.
READ = {
    "de": ((0, 0, 0, 6), (0, 0, 0, 0)),
    "en": ((0, 0, 0, 0), (0, 0, 0, 1)),
    "es": ((0, 0, 13, 15), (0, 0, 0, 0)),
    "fr": ((0, 0, 10, 0), (0, 0, 0, 0)),
    "it": ((0, 0, 15, 12), (0, 0, 0, 0)),
    "nl": ((0, 0, 0, 32), (0, 0, 0, 0)),
    "pl": ((0, 0, 0, 13), (0, 0, 0, 2)),
    "pt": ((0, 0, 10, 10), (0, 0, 0, 0)),
}
READ_KINDS = ("agreement", "case", "article", "other")
READ_COLUMNS = ("language", *(f"{draw}: {kind}" for draw in ("first", "last") for kind in READ_KINDS))
NOTES = (
    "Two hundred whole sentences a language were drawn, longer ones more often, and read; what was wrong was mended, "
    "and two hundred were drawn and read again, from all sentences: 34 to 66 of them, by language, had been in the "
    "first draw already. Dutch was drawn a third time, since its second draw had eight more sentences without `er`; "
    "50 of these 200 had been in the first draw, and 51 in the second. The last draw is `--draw 2`, and `--draw 3` for "
    "Dutch. One reader, who also mended, did all of it; no native speaker of each language has read them yet.",
    "Kinds of faults were found by eye and then counted by the rules that look for them. The Dutch count of the first "
    "draw has nine sentences that were taken for faults only when the second draw was read.",
    "Wrong in the first draw: `Dr. Lee` has no article in Spanish, French, Italian and Portuguese, where a title needs "
    "one (48 sentences), and a capital or a full stop too many in Dutch and Polish (13). This is not mended in the "
    "sentences, where names stay as the cast has them: the casts of the simulated films were changed, to `la doctora "
    "Lee`, `dr Lee`. The last draw has no such fault for that reason only, and for French it is all that changed; a "
    "cast that says `Dr. Lee` still brings it.",
    "Mended: Dutch people who are not known yet have `er` (`Er verschijnt een persoon in het rood`); whoever comes in "
    "stands at the end where news stands there in Spanish, Italian, Portuguese and Polish (`Entra una persona de "
    "rojo`, not `Una persona de rojo entra`); `con la persona con ropa oscura` is `con la persona vestida de oscuro`, "
    "and likewise in Portuguese (`de roupa escura`); Spanish and Portuguese have the comma of a verb that is left out "
    "(`a la derecha, Zoë`); `Riappare Elena`, not `Elena è di nuovo qui`; `Links ist Max wieder da`, not `Max ist "
    "wieder da, links`, likewise in Dutch; `Umas pessoas estão com Anna`, not `Pessoas estão com Anna`. A rule looks "
    "for each of these now.",
    "Left as it is: `People are with Anna` in English; the Polish `Jakaś osoba, osoba w zielonym ubraniu i Inés są tu "
    "razem`, which repeats a word; the German `Personen sind bei Anna`. English, French, Spanish and Portuguese say "
    "`Anna is back, on the left` with the place at the end, which was not counted as a fault there.",
    "The lint read all sentences with the names as a cast. Counted are its findings other than labels in place of "
    "names, names before an introduction and repetition, which are true of these lists.",
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
    shuffled = random.permutation(list(names))
    people = tuple(
        Person(f"p{n}", f"P{n + 1}", str(shuffled[n]) if random.random() < 0.5 else None) for n in range(PEOPLE)
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


def drawn(language: str, seed: int) -> list[str]:
    """Return 200 different sentences at random, longer ones more often: each is as probable as it is long."""
    random = Random(f"{seed}-{language}")
    return sorted(sentences(language), key=lambda text: -(random.random() ** (1 / len(text))))[:GOAL]


def lint_findings(language: str, found: Sequence[str]) -> list[str]:
    """Return the findings of the lint in sentences, each with its sentence, but for those that are true of a list."""
    people = tuple(Person(f"p{n}", f"P{n + 1}", name) for n, name in enumerate(cast(language)))
    cues = tuple(Cue(Span(CUE * n, CUE * n + CUE / 2), text, id=str(n)) for n, text in enumerate(found))
    script = Script(Film("", CUE * len(cues)), people=people, cues=cues, language=language)
    findings = lint_script(script, read_guidelines(default_guidelines(language)))
    return [f"{one.rule}: {one.text}: {found[int(one.cue or 0)]}" for one in findings if one.rule not in EXPECTED]


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
        linted = lint_findings(language, found)
        for line in (*(f"{what}: {text}" for text, what in wrong), *linted):
            print(f"  {language}: {line}")
        shapes = {shape(text, language) for text in found}
        longest = max(found, key=len)
        yield (
            language,
            len(found),
            len(shapes),
            len(RULES["all"]) + len(RULES[language]),
            len(wrong),
            len(linted),
            longest,
        )


def show(language: str) -> None:
    """Print each shape with an example."""
    examples = {shape(text, language): text for text in sentences(language)}
    for each in sorted(examples):
        print(f"{each}   |   {examples[each]}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", metavar="TAG", choices=SPOKEN_LANGUAGES, help="print the shapes of this language")
    parser.add_argument("--draw", metavar="SEED", type=int, help="print the sentences that are drawn to be read")
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.draw is not None:
        for language in SPOKEN_LANGUAGES:
            print(f"# {language}", *drawn(language, arguments.draw), sep="\n")
        return
    if arguments.show:
        show(arguments.show)
        return
    columns = ("language", "sentences", "shapes", "rules", "faults by rule", "lint", "the longest")
    table = print_table("Sentences of the observer", columns, rows())
    fewest = min(int(row[1] or 0) for row in table.rows)
    n_faults, n_linted = (sum(int(row[n] or 0) for row in table.rows) for n in (4, 5))
    read = print_table("By eye, in 200 whole sentences", READ_COLUMNS, ((tag, *a, *b) for tag, (a, b) in READ.items()))
    grammar = sum(sum(last[:3]) for _, last in READ.values())
    others = max(last[3] for _, last in READ.values())
    report_results(
        "spoken_sentences",
        "Sentences of the observer in eight languages",
        headlines=(
            Headline("different sentences a language", f"{fewest} or more", f"{GOAL}"),
            Headline("faults by rule", f"{n_faults}", "0"),
            Headline(
                "agreement, case, article by eye, last draw of 200 a language, titles with articles in the cast",
                f"{grammar}",
                "0",
            ),
            Headline("other faults by eye, last draw of 200 a language", f"{others} or fewer", ""),
            Headline("false findings of the lint", f"{n_linted}", "0"),
        ),
        tables=(table, read),
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
