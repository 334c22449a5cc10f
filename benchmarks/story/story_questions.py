"""StoryAD-QA's measure on Backlot: how many questions about a story its description alone can answer.

    python -m benchmarks.story.story_questions --corpus CORPUS [--films N ...] [--kept DIR] [--language-model] [--write]

CORPUS is built by `cinescribe corpus build backlot --size fresh --seed 1`: films on which nothing was chosen. DIR keeps
what was said of each film, and gets `questions.csv` and a file `{file: text}` for each description: what
`cinescribe score story-qa` takes, for any reader.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.story.descriptions import (
    CAPTIONS,
    NAMED,
    NOTHING,
    ONE_PROMPT,
    ONE_PROMPT_ERRS,
    OTHER,
    ROWS,
    STAGES,
    STAGES_ERRS,
    TRACK,
    UNNAMED,
    ToldFilm,
    told_film,
    with_other_films,
)
from benchmarks.story.learned_guesser import LearnedGuesser, planned_items
from benchmarks.story.letter_reader import LetterReader
from benchmarks.story.questions import KINDS, StoryItem, story_items
from benchmarks.story.rule_reader import RuleReader
from cinescribe.backlot.films.shoot import TRUTH
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.language.causal_lm.causal_lm import load_causal_lm
from cinescribe.language.causal_lm.packaged_smollm2 import PACKAGED_LM
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import compare, confidence
from cinescribe.metrics.description.story_questions import CHOICES, score_story_questions
from cinescribe.store import read_records, write_text
from cinescribe.tables import csv_text

PART = "test"  # of the corpus
N_CLIPS = 10  # of each film
GUESSER_SEEDS = range(20_000, 20_400)  # of planned films that the guesser learns from
PAIRS = (
    (NAMED, OTHER), (NAMED, UNNAMED), (ONE_PROMPT, NAMED), (STAGES, NAMED), (STAGES, ONE_PROMPT),
    (STAGES_ERRS, ONE_PROMPT_ERRS), (STAGES, STAGES_ERRS), (TRACK, STAGES), (CAPTIONS, TRACK),
)  # fmt: skip
LANGUAGE_MODEL_ROWS = (NOTHING, NAMED)  # a film and row take 11 s of a core
RULES = "rules"
NOTES = (
    "Questions are made from the truth of each film by rules, with the five choices of StoryAD-QA (fewer, at least "
    "three, where a film has fewer people or places): who does something, to whom, what somebody does, with what "
    "thing, where, why (a likely wish behind an act that the question does not name), what happens right after "
    "something, which of several events is the first, and who does something at two places. Wrong choices are from "
    "the same film. At most three questions of a kind are asked about one film.",
    "Accuracy is the share of right answers, as the authors' evaluator counts. Intervals resample films (1,000 "
    "times, 95 %); tests are paired approximate randomisation over films.",
    "The first reader is a rule, no language model. It finds the sentence nearest to what a choice says: same people "
    "(names, and pronouns by CRITIC's rule), phrases alike by all-MiniLM-L6-v2, and no other place. It knows the "
    "kinds of questions, the names of the cast and Backlot's places. Its weights were set by hand; a look at questions "
    "about planned films of seeds 6000 to 6011, with their reference captions, changed none. Its ceiling is its "
    "accuracy with the reference captions of all clips, each with its place: no description can be expected to give "
    "this reader more.",
    "No description: the rule then guesses, so its accuracy is that of chance. What can be guessed is shown by a "
    "guesser that has seen 400 other films' questions with their answers, and never a description; and by the rule "
    "with another film's described track, whose people are renamed as those of this film.",
    "`describe` runs with the bundled models and the film's subtitles. Its people have the names of a cast file, as a "
    "user would write it, in all rows but that where nobody is named. The witness is that of `witness`: a model that "
    "knows the truth, for narration in stages and for one prompt, without errors and with 10 % of facts and "
    "judgements false. The described track is Backlot's narrator, who says the caption of each clip in its longest "
    "pause if it fits: what people could say in the same pauses. The reference captions have no limit of time.",
    f"The second reader, {PACKAGED_LM}, is asked in the words of `score story-qa` and gives the likeliest of the "
    "letters. With `describe` it stays at chance: it is too weak to compare descriptions, so other rows are not read "
    "by it. For a large model, run `score story-qa` on the files that `--kept` writes.",
    "The captioner of `describe` was trained on other films of Backlot, with captions from the same templates, which "
    "name places. So it is at home here, and its lead over narration by a chat model says nothing of other films. Of "
    "one prompt and narration in stages few sentences name the place (column), and questions about where are answered "
    "hardly better than by chance. Whether witness, writer or choice leaves it out was not measured.",
    "What this does not say: how well a person or a large model would answer, or how descriptions of real films fare. "
    "Questions about why are inferences that the rule cannot make; it only takes the likeliest words.",
)


@dataclass(frozen=True)
class Asked:
    """The questions about some films, and what is said of them.

    Args:
        films: with all rows.
        items: the questions about each film.
    """

    films: tuple[ToldFilm, ...]
    items: tuple[tuple[StoryItem, ...], ...]

    @property
    def every(self) -> list[StoryItem]:
        """All questions, in order."""
        return [item for own in self.items for item in own]

    def by_rules(self) -> dict[str, list[str]]:
        """Return the letters that the rule chooses with each description."""
        letters: dict[str, list[str]] = {row: [] for row in ROWS}
        for film, own in zip(self.films, self.items, strict=True):
            reader = RuleReader(tuple(one.name for one in film.truth.cast))
            for row in ROWS:
                letters[row] += reader.letters(own, film.said[row])
        return letters

    def by_model(self, row: str, reader: LetterReader, kept: Path) -> list[str]:
        """Return the letters that a language model chooses with a description; those of each film are kept."""
        letters: list[str] = []
        for film, own in zip(self.films, self.items, strict=True):
            asked = hashlib.sha256(repr((reader.model.identity, own, film.said[row])).encode()).hexdigest()[:16]
            path = kept / f"{film.truth.id}.{asked}.letters.json"
            if not path.exists():
                write_text(path, json.dumps(reader.letters(own, film.said[row])))
            letters += json.loads(path.read_text(encoding="utf-8"))
        return letters

    def score(self, letters: Sequence[str], reader: str) -> Score:
        """Return the share of right letters, with films as items."""
        return score_story_questions([item.question for item in self.every], letters, model=reader)[0]


def asked(corpus: Path, numbers: Sequence[int], kept: Path) -> Asked:
    """Return films of a corpus by their numbers, described in every way, and the questions about them."""
    every = list(read_records(corpus / PART / TRUTH, FilmTruth))
    truths = [every[n] for n in numbers]
    films = with_other_films([told_film(corpus / PART, truth, kept) for truth in truths])
    items: list[tuple[StoryItem, ...]] = []
    for film in films:
        items.append(tuple(story_items(film.truth, first_row=sum(map(len, items)))))
    return Asked(tuple(films), tuple(items))


def row_table(found: Asked, scores: Mapping[str, Mapping[str, Score]], guessed: Score) -> Table:
    """Print and return the accuracy of each reader with each description."""
    readers = list(scores)
    empty = [None] * (len(readers) - 1)
    rows: list[Row] = [("guesser that has learned from other films", None, None, None, cell(guessed), *empty)]
    for row in ROWS:
        said = [text for film in found.films for text in film.said[row]]
        placed = sum(any(re.search(rf"\b{place}\b", text) for place in PLACE_WORDS) for text in said)
        n_silent = sum(not film.said[row] for film in found.films)
        cells = (cell(scores[reader][row]) if row in scores[reader] else None for reader in readers)
        rows.append((row, len(said), placed, n_silent, *cells))
    columns = ("description", "sentences", "with a place", "films in silence", *readers)
    note = f"{len(found.every)} questions about {len(found.films)} films; chance is {chance(found.every):.1%}."
    return print_table("Right answers, with 95 % intervals", columns, rows, note)


def kind_table(found: Asked, letters: Mapping[str, Sequence[str]], guessed: Sequence[str]) -> Table:
    """Print and return the accuracy of the rule by kind of question."""
    rows: list[Row] = []
    for row, own in {"guesser that has learned from other films": guessed, **letters}.items():
        rows.append((row, *(f"{rate:.1%}" for rate in by_kind(found.every, own).values())))
    counts = {kind: [item for item in found.every if item.kind == kind] for kind in KINDS}
    rows.insert(0, ("questions", *(len(own) for own in counts.values() if own)))
    rows.insert(1, ("chance", *(f"{chance(own):.1%}" for own in counts.values() if own)))
    kinds = [kind for kind, own in counts.items() if own]
    return print_table("By kind of question, rules", ("description", *kinds), rows)


def by_kind(items: Sequence[StoryItem], letters: Sequence[str]) -> dict[str, float]:
    """Return the share of right letters of each kind that is asked."""
    right: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    for item, letter in zip(items, letters, strict=True):
        right[item.kind].append(letter == item.question.answer)
    return {kind: sum(own) / len(own) for kind, own in right.items() if own}


def pair_table(scores: Mapping[str, Score]) -> Table:
    """Print and return the differences between descriptions, read by rules."""
    rows: list[Row] = []
    for left, right in PAIRS:
        found = compare(scores[left], scores[right])
        low, high = (100 * end for end in (found.interval.low, found.interval.high))
        points = f"{100 * found.difference:+.1f} ({low:+.1f} to {high:+.1f})"
        rows.append((f"{left} − {right}", points, f"{found.p_value:.3f}"))
    columns = ("pair", "difference in points, 95 % interval", "p")
    return print_table("Paired tests over films, rules", columns, rows)


def cell(score: Score) -> str:
    """Return a share in percent with its interval over films."""
    inside = confidence(score)
    return f"{score.value:.1%} ({inside.low:.1%} to {inside.high:.1%})"


def chance(items: Sequence[StoryItem]) -> float:
    """Return the mean probability of guessing right."""
    return sum(item.chance for item in items) / len(items)


def write_release(found: Asked, folder: Path) -> None:
    """Write the questions and descriptions as `cinescribe score story-qa` reads them."""
    columns = ("file", "question", *(f"option_{letter}" for letter in CHOICES), "correct_answer")
    questions = [item.question for item in found.every]
    rows = [(one.file, one.question, *one.options, one.answer) for one in questions]
    write_text(folder / "questions.csv", csv_text(columns, rows))
    for n, row in enumerate(ROWS):
        texts = {
            own[0].question.file: " ".join(film.said[row]) for film, own in zip(found.films, found.items, strict=True)
        }
        write_text(folder / f"{n}-{'-'.join(re.findall('[a-z]+', row))}.json", json.dumps(texts, indent=1))


def headlines(
    found: Asked, scores: Mapping[str, Mapping[str, Score]], guessed: Score, pairs: Table
) -> Iterator[Headline]:
    """Yield the figures of the summary."""
    n = f"{len(found.every)} questions"
    yield Headline("films of story questions", f"{len(found.films)}", "≥ 20")
    yield Headline(
        f"chance; guesser that has learned from other films ({n})", f"{chance(found.every):.1%}; {cell(guessed)}"
    )
    for reader, own in scores.items():
        for row, score in own.items():
            if row != NOTHING:
                yield Headline(f"story questions right, {row}; read by {reader}", cell(score))
    for name, difference, p in pairs.rows:
        if name in (f"{STAGES} − {ONE_PROMPT}", f"{STAGES_ERRS} − {ONE_PROMPT_ERRS}"):
            yield Headline(f"difference in points, {name}", f"{difference}, p = {p}")


def main() -> None:
    """Describe what is not described yet, ask, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--films", type=int, nargs="+", default=range(21), help="numbers of films, from 0")
    parser.add_argument("--kept", type=Path, help="keep what is said here, and use what is there")
    parser.add_argument("--language-model", action="store_true", help=f"also read with {PACKAGED_LM}, which takes long")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        kept = arguments.kept or Path(temporary)
        found = asked(arguments.corpus, arguments.films, kept)
        write_release(found, kept)
        letters = found.by_rules()
        scores = {RULES: {row: found.score(own, RULES) for row, own in letters.items()}}
        if arguments.language_model:
            reader = LetterReader(load_causal_lm(PACKAGED_LM))
            scores[PACKAGED_LM] = {
                row: found.score(found.by_model(row, reader, kept), PACKAGED_LM) for row in LANGUAGE_MODEL_ROWS
            }
    guesses = LearnedGuesser(planned_items(GUESSER_SEEDS, n_clips=N_CLIPS)).letters(found.every)
    guessed = found.score(guesses, RULES)
    rows = row_table(found, scores, guessed)
    pairs = pair_table(scores[RULES])
    report_results(
        "story_questions",
        "Questions about Backlot's stories, answered from descriptions alone",
        headlines=list(headlines(found, scores, guessed, pairs)),
        tables=[rows, kind_table(found, letters, guesses), pairs],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
