"""V2C-QA on Backlot's motivated stories, answered by how likely the bundled model of notes finds phrases.

    python -m benchmarks.commonsense.question_likelihood --corpus CORPUS [--checkpoint DIR] [--write]

CORPUS is built by `cinescribe corpus build backlot-motives` and has the features `clip,actions` of its test films. As
few as ten of the films are enough to run it; the page says how many there were. Nothing is trained or fitted: the
threshold is the point where a phrase is as likely of the clip as of other clips. Questions are asked twice, with untrue
phrases that fit the clip best and with random ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.commonsense.runs import Runs
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.questions.corpus_questions import corpus_questions
from cinescribe.corpus.questions.templates import QUESTION_TEMPLATES, Template, answer_of
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseReader, window_of
from cinescribe.generate.commonsense.corpus_commonsense import read_commonsense_checkpoint
from cinescribe.generate.questions.likelihood_answers import N_OTHERS, likelihood_answers
from cinescribe.generate.questions.question_reader import AskedClip, by_clip
from cinescribe.question_schema import Question

_ROOT = Path(__file__).resolve().parents[2]
_BUNDLED = _ROOT / "cinescribe" / "weights" / "commonsense"
_NEGATIVES = {"adversarial": True, "random": False}
_GOAL = 75  # % right on adversarial questions, of each kind


@dataclass(frozen=True)
class Answered:
    """Questions with the first answer to each.

    Args:
        questions: by id.
        first: the first answer, by id.
        films: of each question, by id.
    """

    questions: Mapping[str, Question]
    first: Mapping[str, str]
    films: Mapping[str, str]

    def right(self, template: Template, *, is_true: bool | None = None) -> dict[str, bool]:
        """Return of each question of a kind whether the first answer is right; of one kind of statement on request."""
        wanted = None if is_true is None else answer_of(is_true=is_true, is_negated=template.is_negated)
        return {
            name: self.first[name] in {answer.lower() for answer in one.answers}
            for name, one in self.questions.items()
            if one.kind == template.kind and (wanted is None or one.answers == (wanted,))
        }


def answered(corpus: Path, checkpoint: Path, *, adversarial: bool, own_captions: bool) -> Answered:
    """Return the questions about the test films, answered from true captions or from the model's own."""
    made = corpus_questions(corpus, split="test", adversarial=adversarial).questions
    clips = {clip.id: clip for clip in read_corpus(corpus).clips}
    trained = read_commonsense_checkpoint(checkpoint)
    reader = CommonsenseReader(
        FeatureStore(corpus / trained.card.features).features_without_faces,
        trained.tokens,
        sizes=trained.card.sets,
        window=window_of(trained.card.window),
    )
    asked = by_clip(made, clips)
    if own_captions:
        asked = [
            AskedClip(one.clip.replace(text=None, paraphrases=()), one.questions)
            for one in asked
            if one.clip is not None
        ]
    ranked = likelihood_answers(trained.model, reader, asked, n=1)
    return Answered(
        {str(one.id): one for one in made},
        {one.id: one.answers[0].lower() for one in ranked},
        {str(one.id): clips[one.clip].film for one in made},
    )


def share(right: Mapping[str, bool]) -> str:
    """Return the share of right answers in percent."""
    return f"{100 * float(np.mean([*right.values()])):.1f}" if right else "-"


def share_over_films(right: Mapping[str, bool], films: Mapping[str, str]) -> str:
    """Return the share of right answers in percent with its 95 % bootstrap interval over films."""
    sums: dict[str, list[int]] = {}
    for name, is_right in right.items():
        own = sums.setdefault(films[name], [0, 0])
        own[0] += is_right
        own[1] += 1
    each = np.array([*sums.values()], float)
    drawn = each[np.random.default_rng(0).integers(0, len(each), (1000, len(each)))].sum(1)
    low, high = 100 * np.quantile(drawn[:, 0] / drawn[:, 1], (0.025, 0.975))
    return f"{share(right)} ({low:.1f} to {high:.1f})"


def statements_table(found: Mapping[str, Answered], captions: str) -> Table:
    """Print and return the answers to questions of yes or no, by kind and by how untrue phrases were chosen."""
    rows: list[Row] = []
    for template in QUESTION_TEMPLATES:
        if template.answers == "yes-no":
            cells: list[str | int] = []
            for one in found.values():
                whole = one.right(template)
                cells += [
                    len(whole), share_over_films(whole, one.films), share(one.right(template, is_true=True)),
                    share(one.right(template, is_true=False)),
                ]  # fmt: skip
            rows.append((template.kind, *cells))
    columns = tuple(
        f"{negatives}: {column}" if column != "questions" else column
        for negatives in found
        for column in ("questions", "right, % (95 %)", "of true ones", "of untrue ones")
    )
    return print_table(f"Yes or no, {captions}", ("", *columns), rows)


def open_table(found: Mapping[str, Answered], runs: Runs) -> Table:
    """Print and return precision at 1 of open questions; of untrue phrases also how many are untrue by the story."""
    rows: list[Row] = []
    for template in QUESTION_TEMPLATES:
        if template.answers != "yes-no":
            names = [name for name, one in found["true captions"].questions.items() if one.kind == template.kind]
            cells = [share(one.right(template)) for one in found.values()]
            if template.answers == "negative":
                cells += [share(_untrue(one, names, template, runs)) for one in found.values()]
            else:
                cells += ["-"] * len(found)
            rows.append((template.kind, len(names), *cells))
    columns = ("", "questions", *(f"P@1, {name}" for name in found), *(f"untrue, {name}" for name in found))
    note = (
        "Listed answers to what is not so are the untrue phrases that fit the clip best, so that most phrases that are "
        "untrue count as misses; the last columns count what the story does not make true."
    )
    return print_table("Open questions, %", columns, rows, note=note)


def _untrue(found: Answered, names: Sequence[str], template: Template, runs: Runs) -> dict[str, bool]:
    return {
        name: found.first[name] not in runs.true_phrases(found.questions[name].clip)[template.aspect] for name in names
    }


def _lowest(found: Answered) -> float:
    kinds = [template for template in QUESTION_TEMPLATES if template.answers == "yes-no"]
    return min(100 * float(np.mean([*right.values()])) for one in kinds if (right := found.right(one)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="motivated stories with features of the test films")
    parser.add_argument("--checkpoint", type=Path, default=_BUNDLED, help="a model that writes what clips imply")
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.set_num_threads(1)
    found = {
        (negatives, own): answered(args.corpus, args.checkpoint, adversarial=adversarial, own_captions=own)
        for negatives, adversarial in _NEGATIVES.items()
        for own in (False, True)
    }
    captions = {False: "true captions", True: "the model's captions"}
    tables = [
        statements_table({negatives: found[negatives, own] for negatives in _NEGATIVES}, f"from {name}")
        for own, name in captions.items()
    ]
    of_captions = {name: found["adversarial", own] for own, name in captions.items()}
    tables.append(open_table(of_captions, Runs(args.corpus, args.corpus, args.corpus)))
    one = found["adversarial", False]
    n_films, n_clips = len({*one.films.values()}), len({question.clip for question in one.questions.values()})
    report_results(
        "commonsense_likelihood",
        title="V2C-QA on Backlot, answered by likelihood",
        headlines=[
            Headline(
                f"V2C-QA on Backlot, yes or no by likelihood, lowest of 7 kinds: {name}, %",
                f"{_lowest(found['adversarial', own]):.1f}",
                f"≥ {_GOAL}",
            )
            for own, name in captions.items()
        ],
        tables=tables,
        notes=(
            f"Questions about {n_clips} clips of {n_films} of the 80 test films of `backlot-motives`, size `small`; "
            "untrue phrases come from clips of the same films. The model is the bundled one of notes, a Dense "
            "Captioner trained on the 160 training films with `--actions`, which sees 6 s before the beginning of a "
            "clip and 14 s after it; the models of [V2C-QA](commonsense_questions.md) see the clip only and answer "
            "questions of yes or no by chance.",
            "A statement is answered *yes* if log p(phrase | clip, caption) is above the log of its mean probability "
            f"about {N_OTHERS} clips of other films, each with its caption. Nothing is fitted. The rule was chosen on "
            "five other films (three of validation, two of training). The first 10 and 20 of the test films were "
            "answered on the way; nothing was changed after that.",
        ),
        write=args.write,
    )


if __name__ == "__main__":
    main()
