"""Answers questions with a model that writes what clips imply, by how likely it finds phrases of the clip.

A statement is answered yes if the clip makes its phrase likelier than other clips do (see `phrase_likelihood`), so no
threshold is fitted. What is wanted, follows or fits is answered by phrases that the model writes about the clip; what
is not, by phrases that it writes about other clips and that this clip makes least likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cinescribe.corpus.commonsense.atomic import EFFECT
from cinescribe.corpus.questions.phrases import phrase_of
from cinescribe.corpus.questions.templates import NO, QUESTION_KINDS, QUESTION_TEMPLATES, YES, Template, answer_of
from cinescribe.errors import CorpusError
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, write_commonsense
from cinescribe.generate.questions.phrase_likelihood import phrase_log_probs, phrase_prior
from cinescribe.generate.questions.question_reader import AskedClip
from cinescribe.generate.questions.ranked_answers import N_RANKED, RankedAnswers
from cinescribe.models.commonsense.network import CommonsenseNetwork
from cinescribe.question_schema import Question

N_OTHERS = 32  # clips that a phrase is compared with, evenly spaced among those that are asked about
_N_SAMPLES = 20  # phrases written of each aspect; equal ones count once, and 5 are ranked
_TEMPLATES = {template.kind: template for template in QUESTION_TEMPLATES}

_Phrase = tuple[int, str, str]  # the number of a clip, an aspect, a text


def likelihood_answers(
    network: CommonsenseNetwork, reader: CommonsenseReader, asked: Sequence[AskedClip], *, n: int = N_RANKED
) -> Iterator[RankedAnswers]:
    """Yield the answers to questions, best first, clip by clip.

    The model reads the clip's caption; where it has none, the model writes one.

    Args:
        network: in evaluation mode.
        reader: reads items in the model's vocabulary.
        asked: clips with questions of the kinds of `corpus_questions`, those of yes or no with a statement.
        n: how many answers to rank.

    Raises:
        CorpusError: when there are no clips, a kind is unknown, or a question of yes or no has no statement.
        ModelError: for clips without caption, when the model writes none.
        FeatureError, LanguageError: as `CommonsenseReader.batch`.
    """
    for question in (question for one in asked for question in one.questions):
        _check(question)
    items = [_item(one) for one in asked]
    written = list(write_commonsense(network, reader, items, n_samples=_N_SAMPLES))
    items = [CommonsenseItem(item.clip, one.caption) for item, one in zip(items, written, strict=True)]
    compared = sorted({at * len(items) // N_OTHERS for at in range(N_OTHERS)})
    elsewhere = _elsewhere([written[at] for at in compared])
    needed = [
        (number, str(question.aspect), text)
        for number, one in enumerate(asked)
        for question in one.questions
        for text in _compared(question, elsewhere)
    ]
    gains = _gains(network, reader, items, [items[at] for at in compared], needed)
    for number, one in enumerate(asked):
        for question in one.questions:
            of_phrase = {text: gains[number, str(question.aspect), text] for text in _compared(question, elsewhere)}
            answers = _answers(question, written[number], of_phrase)
            yield RankedAnswers(str(question.id), tuple(dict.fromkeys(answers))[:n])


def _check(question: Question) -> None:
    template = _TEMPLATES.get(question.kind)
    if template is None:
        raise CorpusError(
            f"question {question.id!r} is of the unknown kind {question.kind!r}; a model that writes what clips imply "
            f"answers those of `corpus_questions`: {', '.join(QUESTION_KINDS)}"
        )
    if template.answers == "yes-no" and not question.statement:
        raise CorpusError(
            f"question {question.id!r} has no `statement`, the phrase that it asks about; make the questions again "
            "with `corpus_questions`"
        )


def _item(asked: AskedClip) -> CommonsenseItem:
    if asked.clip is None:
        raise CorpusError("the questions have no clips, which the model sees; name the corpus of their clips")
    return CommonsenseItem(asked.clip, asked.clip.text or None)


def _elsewhere(written: Sequence[WrittenCommonsense]) -> dict[str, list[str]]:
    """The likeliest phrase of each of some clips, by aspect."""
    aspects = {template.aspect for template in QUESTION_TEMPLATES}
    return {aspect: list(dict.fromkeys(getattr(one, aspect)[0].text for one in written)) for aspect in aspects}


def _compared(question: Question, elsewhere: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The phrases whose likelihoods answer a question."""
    template = _TEMPLATES[question.kind]
    if template.answers == "yes-no":
        return [str(question.statement)]
    return elsewhere[template.aspect] if template.answers == "negative" else []


def _gains(
    network: CommonsenseNetwork,
    reader: CommonsenseReader,
    items: Sequence[CommonsenseItem],
    others: Sequence[CommonsenseItem],
    phrases: Sequence[_Phrase],
) -> dict[_Phrase, float]:
    """By how much the log-probability of each phrase about its clip is above its prior."""
    distinct = sorted(set(phrases))
    found = phrase_log_probs(network, reader, items, distinct).tolist()
    prior = phrase_prior(network, reader, others, [(aspect, text) for _, aspect, text in distinct])
    return {
        (n, aspect, text): log_prob - prior.of(aspect, text, film=items[n].clip.film)
        for (n, aspect, text), log_prob in zip(distinct, found, strict=True)
    }


def _answers(question: Question, written: WrittenCommonsense, gains: Mapping[str, float]) -> list[str]:
    """The answers to a question, best first."""
    template = _TEMPLATES[question.kind]
    if template.answers == "yes-no":
        answer = answer_of(is_true=gains[str(question.statement)] > 0, is_negated=template.is_negated)
        return [answer, NO if answer == YES else YES]
    if template.answers == "negative":
        return [_answer(text, template) for text in sorted(gains, key=lambda text: gains[text])]
    phrases = [one.text for one in getattr(written, template.aspect)]
    if template.answers == "feelings":
        feelings = [_feeling(text) for text in phrases]
        return [one for one in feelings if one] or [_answer(text, template) for text in phrases]
    return [_answer(text, template) for text in phrases]


def _answer(text: str, template: Template) -> str:
    phrase = phrase_of(text, template.aspect, None)
    return phrase.answer if phrase else text


def _feeling(text: str) -> str | None:
    phrase = phrase_of(text, EFFECT, None)
    return phrase.feeling if phrase else None
