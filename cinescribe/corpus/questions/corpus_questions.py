"""Makes questions of 21 kinds from the commonsense of a corpus, as V2C-QA (Fang et al. 2020, section 5)."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cinescribe.corpus.commonsense.atomic import ATTRIBUTE, EFFECT, INTENTION
from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedCorpus, Commonsense, read_annotated
from cinescribe.corpus.questions.caption_act import ActedVerb, CaptionAct, Subject, caption_act
from cinescribe.corpus.questions.negatives import Described, matched_negatives, random_negatives
from cinescribe.corpus.questions.phrases import Phrase, phrase_of
from cinescribe.corpus.questions.templates import QUESTION_KINDS, QUESTION_TEMPLATES, Template, answer_of, question_text
from cinescribe.errors import CorpusError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.progress import Progress, no_progress
from cinescribe.question_schema import Question
from cinescribe.schema import ASPECTS

_FIELDS = {INTENTION: "intentions", EFFECT: "effects", ATTRIBUTE: "attributes"}
_ANNOTATED = re.compile(r"(P\d+)\s")  # who acts, at the start of a sentence about them
_BATCH = 4096  # captions parsed at once


@dataclass(frozen=True)
class CorpusQuestions:
    """The questions about a corpus.

    Attributes:
        questions: in the corpus's order, those about a clip by kind.
        n_clips: clips with questions.
        n_without_subject: captions without a subject.
        n_without_action: captions without a verb that is an action.
        skipped: by kind, about how many clips it was not asked.
    """

    questions: tuple[Question, ...]
    n_clips: int
    n_without_subject: int
    n_without_action: int
    skipped: Mapping[str, int]


@dataclass(frozen=True)
class _Scene:
    """A clip with the person that questions are about.

    Args:
        id: the start of its questions' ids.
        clip, film, split: where it is.
        subject, action: as questions say them; None where no caption has them.
        event: what happens, in ATOMIC's words.
        verbs: of all captions.
        phrases: the true ones by aspect, distinct by their answer.
    """

    id: str
    clip: str
    film: str
    split: str
    subject: Subject | None
    action: ActedVerb | None
    event: str
    verbs: frozenset[str]
    phrases: Mapping[str, tuple[Phrase, ...]]


def corpus_questions(
    folder: str | Path,
    *,
    split: str | None = None,
    seed: int = 0,
    adversarial: bool = True,
    progress: Progress = no_progress,
) -> CorpusQuestions:
    """Return questions about the clips of a corpus that have commonsense.

    A clip is asked each kind once; where its captions are about people with several ids, once for each of them.

    Args:
        folder: the corpus.
        split: of the clips; None for all.
        seed: of the choice of statements, and of the order in which clips choose phrases that are not true of them.
        adversarial: whether phrases that are not true are those that fit the clip best; else they are random.
        progress: called with a stage and the share of it that is done.

    Raises:
        CorpusError, RecordError: as `read_annotated`; when there is no commonsense or no such split, or commonsense is
            about an unknown clip.
    """
    folder = Path(folder)
    annotated = read_annotated(folder)
    if not annotated.commonsense:
        raise CorpusError(
            f"{str(folder)!r} has no {SIDECAR_FILES[Commonsense]}, which questions are made of; add the file"
        )
    annotated = annotated if split is None else _of_split(annotated, split)
    acts = _acts(annotated.commonsense, shipped_parser(), progress)
    scenes = _scenes(annotated, acts)
    progress("phrases that are not true", 0)
    choose = matched_negatives if adversarial else random_negatives
    negatives = _negatives(scenes, partial(choose, vectors=sentence_vectors(), seed=seed))
    questions: list[Question] = []
    for scene, own in zip(scenes, negatives, strict=True):
        questions += _questions(scene, own, seed)
    captions = [acts[item.caption] for item in annotated.commonsense]
    made = Counter(question.kind for question in questions)
    return CorpusQuestions(
        tuple(questions),
        n_clips=len({question.clip for question in questions}),
        n_without_subject=sum(act.subject is None for act in captions),
        n_without_action=sum(act.action is None for act in captions),
        skipped={kind: len(scenes) - made[kind] for kind in QUESTION_KINDS if made[kind] < len(scenes)},
    )


def _of_split(annotated: AnnotatedCorpus, split: str) -> AnnotatedCorpus:
    clips = {clip.id for film in annotated.corpus.clips_by_film(split).values() for clip in film}
    known = {clip.id for clip in annotated.corpus.clips}
    return replace(
        annotated, commonsense=tuple(one for one in annotated.commonsense if one.clip in clips or one.clip not in known)
    )


def _acts(items: Sequence[Commonsense], parser: Parser, progress: Progress) -> dict[str, CaptionAct]:
    """The subject and action of each caption."""
    captions = list(dict.fromkeys(item.caption for item in items))
    acts: dict[str, CaptionAct] = {}
    for first in range(0, len(captions), _BATCH):
        batch = captions[first : first + _BATCH]
        acts |= {text: caption_act(text, own) for text, own in zip(batch, parser.parse(batch), strict=True)}
        progress("captions", min(1, (first + _BATCH) / len(captions)))
    return acts


def _scenes(annotated: AnnotatedCorpus, acts: Mapping[str, CaptionAct]) -> list[_Scene]:
    """The clips with commonsense, in the corpus's order."""
    splits = {film.id: film.split for film in annotated.corpus.films}
    films = {clip.id: clip.film for clip in annotated.corpus.clips}
    by_clip: defaultdict[str, list[Commonsense]] = defaultdict(list)
    for item in annotated.commonsense:
        if item.clip not in films:
            raise CorpusError(
                f"{SIDECAR_FILES[Commonsense]} is about the clip {item.clip!r}, which is not in the "
                "corpus; remove these lines"
            )
        by_clip[item.clip].append(item)
    return [
        scene
        for clip, film in films.items()
        if clip in by_clip
        for scene in _of_clip(clip, film, splits[film], by_clip[clip], acts)
    ]


def _of_clip(
    clip: str, film: str, split: str, items: Sequence[Commonsense], acts: Mapping[str, CaptionAct]
) -> Iterator[_Scene]:
    verbs = frozenset(act.action.verb for item in items if (act := acts[item.caption]).action)
    by_person: defaultdict[str | None, list[tuple[Commonsense, CaptionAct]]] = defaultdict(list)
    pairs = [(item, _of_annotated(item, acts[item.caption])) for item in items]
    first = next((act.subject.person for _, act in pairs if act.subject), None)
    for item, act in pairs:  # a caption without subject is about the first
        by_person[act.subject.person if act.subject else first].append((item, act))
    for number, own in enumerate(by_person.values(), 1):
        # Subject and action come from one caption; the first that has both is best.
        best = max((act for _, act in own), key=lambda act: 2 * (act.subject is not None) + (act.action is not None))
        phrases = {
            aspect: _distinct(
                phrase_of(text, aspect, act.subject) for item, act in own for text in getattr(item, _FIELDS[aspect])
            )
            for aspect in ASPECTS
        }
        id = clip if number == 1 else f"{clip}/{number}"
        yield _Scene(id, clip, film, split, best.subject, best.action, best.event, verbs, phrases)


def _of_annotated(item: Commonsense, act: CaptionAct) -> CaptionAct:
    """The act of the person that the annotations name, where the caption's subject is another: `P2 is led by P1`."""
    named = (_ANNOTATED.match(text) for text in (*item.intentions, *item.attributes))
    person = next((found.group(1) for found in named if found), None)
    if person is None or (act.subject is not None and act.subject.person == person):
        return act
    subject = Subject(person, person, (person,), is_plural=False, is_name=True)
    return replace(act, subject=subject, action=None)


def _distinct(phrases: Iterator[Phrase | None]) -> tuple[Phrase, ...]:
    by_answer: dict[str, Phrase] = {}
    for phrase in phrases:
        if phrase is not None:
            by_answer.setdefault(phrase.answer.lower(), phrase)
    return tuple(by_answer.values())


def _negatives(
    scenes: Sequence[_Scene], choose: Callable[[Sequence[Described]], list[tuple[str, ...]]]
) -> list[dict[str, tuple[Phrase, ...]]]:
    """By scene and aspect, phrases that are not true; those of one split are from that split."""
    found: list[dict[str, tuple[Phrase, ...]]] = [{} for _ in scenes]
    for split in dict.fromkeys(scene.split for scene in scenes):
        numbers = [n for n, scene in enumerate(scenes) if scene.split == split]
        for aspect in ASPECTS:
            known = {phrase.answer.lower(): phrase for n in numbers for phrase in scenes[n].phrases[aspect]}
            described = [_described(scenes[n], aspect) for n in numbers]
            for n, answers in zip(numbers, choose(described), strict=True):
                found[n][aspect] = tuple(known[answer] for answer in answers)
    return found


def _described(scene: _Scene, aspect: str) -> Described:
    answers = tuple(phrase.answer.lower() for phrase in scene.phrases[aspect])
    person = scene.subject.person if scene.subject and aspect == ATTRIBUTE else None
    owner = f"{scene.film} {person}" if person else ""  # a person's traits hold through a film
    return Described(scene.clip, scene.event, scene.verbs, answers, owner)


def _questions(scene: _Scene, negatives: Mapping[str, tuple[Phrase, ...]], seed: int) -> Iterator[Question]:
    """The questions about a scene; a kind without subject, action or answers is left out."""
    for template in QUESTION_TEMPLATES:
        if (template.needs_subject and scene.subject is None) or (template.needs_action and scene.action is None):
            continue
        id = f"{scene.id}/{template.kind}"
        true, untrue = scene.phrases[template.aspect], negatives[template.aspect]
        statement = None
        if template.answers == "yes-no":
            rng = random.Random(f"{seed}/{id}")
            is_true = bool(true) and (not untrue or rng.random() < 1 / 2)
            if not (choice := true if is_true else untrue):
                continue
            statement = rng.choice(choice)
            answers: tuple[str, ...] = (answer_of(is_true=is_true, is_negated=template.is_negated),)
        else:
            answers = _answers(template, true, untrue)
        if answers:
            text = question_text(template, scene.subject, scene.action, statement)
            asked = statement.answer if statement else None
            yield Question(scene.clip, text, answers, template.kind, id, template.aspect, asked)


def _answers(template: Template, true: Sequence[Phrase], untrue: Sequence[Phrase]) -> tuple[str, ...]:
    if template.answers == "feelings":
        return tuple(dict.fromkeys(phrase.feeling for phrase in true if phrase.feeling))
    return tuple(phrase.answer for phrase in (untrue if template.answers == "negative" else true))
