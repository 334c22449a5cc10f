"""LLM-AD-Eval (AutoAD III, Han et al. 2024): a language model grades each description against its reference."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.description.language_model import LanguageModel, prompt_digest, read_grade

_SCALE = (0, 5)  # the authors' scale
# Our own words for the authors' instructions: verbs and nouns count, names do not.
PROMPT = """\
Two audio descriptions of the same moment of a film follow. Grade how well the second one says what the first one says.
What counts: the actions, the objects, and what people do to each other. Other words for the same thing are as good.
What does not count: who is named. A pronoun, no name or another name is as good as the right name.
Grade {low} means that nothing agrees, grade {high} that everything agrees.

First description: {reference}
Second description: {candidate}

Answer with JSON and nothing else: {{"score": N}}, where N is a whole number from {low} to {high}."""


def llm_ad_eval(pairs: Pairs, model: LanguageModel) -> list[Score]:
    """Return the mean grade of the descriptions, 0 to 5, and the share of answers that are no grade.

    Unreadable answers are left out of the mean (the authors count them as 0), and their share is a score of its own,
    `LLM-AD-Eval-unreadable`. An empty description has grade 0 unasked. The signature has the model, the digest of the
    prompt, and the scale; grades of two models, or by two prompts, are not comparable. The prompt is our own
    (`approx:yes`).

    Args:
        pairs: the captions; each has one reference.
        model: which grades them.

    Raises:
        ScoreError: when an item has several references, or no answer is a grade.
        ModelError: when the model cannot answer.
    """
    for key, texts in zip(pairs.ids, pairs.references, strict=True):
        if len(texts) != 1:
            raise ScoreError(f"item {key!r} has {len(texts)} references; LLM-AD-Eval compares with one, so give one")
    grades = _grades(pairs, model)
    is_read = np.array([grade is not None for grade in grades], np.bool_)
    settings = {
        "model": model.name,
        "prompt": prompt_digest(PROMPT),
        "scale": f"{_SCALE[0]}-{_SCALE[1]}",
        "unreadable": "left-out",
        "approx": "yes",
    }
    return [
        masked_mean_score(
            "LLM-AD-Eval",
            pairs.ids,
            np.array([grade or 0 for grade in grades], np.float64),
            mask=is_read,
            wanted="a readable grade",
            signature=metric_signature("LLM-AD-Eval", **settings),
        ),
        mean_score(
            "LLM-AD-Eval-unreadable",
            pairs.ids,
            (~is_read).astype(np.float64),
            signature=metric_signature("LLM-AD-Eval-unreadable", **settings),
        ),
    ]


def _grades(pairs: Pairs, model: LanguageModel) -> Sequence[int | None]:
    low, high = _SCALE
    asked = [at for at, text in enumerate(pairs.candidates) if text.strip()]
    questions = [
        PROMPT.format(low=low, high=high, reference=pairs.references[at][0], candidate=pairs.candidates[at])
        for at in asked
    ]
    answers = model.answers(questions)
    grades: list[int | None] = [low] * len(pairs.ids)
    for at, answer in zip(asked, answers, strict=True):
        grades[at] = read_grade(answer, scale=_SCALE)
    return grades
