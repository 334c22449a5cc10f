"""What makes a kind of study: what it asks, how its items come from files, and what becomes of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import StudyError
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.study.kinds.blind_text import blind_sentence, without_people
from cinescribe.study.kinds.items import REFERENCE, StudyItem, StudyText
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.result_tables import share_tables
from cinescribe.study.kinds.study_ratings import StudyRatings
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Sources:
    """Files that a study is made from.

    Attributes:
        corpus: the folder of the corpus.
        systems: the file of each system's texts.
        with_reference: whether the corpus's own captions take part, as the system `reference`.
        split: of the corpus; None for all.
        without: ids of clips to leave out.
        as_written: whether raters see captions as they are, with the ids of people.
    """

    corpus: Path
    systems: Mapping[str, Path] = field(default_factory=dict)
    with_reference: bool = False
    split: str | None = None
    without: frozenset[str] = frozenset()
    as_written: bool = False

    def clips(self) -> dict[str, Clip]:
        """Return the corpus's clips by id.

        Raises:
            RecordError: when a file is missing or malformed.
            CorpusError: when the corpus is malformed, or has no such split.
        """
        corpus = read_corpus(self.corpus)
        clips: Sequence[Clip] = corpus.clips
        if self.split is not None:
            clips = [clip for own in corpus.clips_by_film(self.split).values() for clip in own]
        return {clip.id: clip for clip in clips if clip.id not in self.without}

    def captions(self, clips: Mapping[str, Clip]) -> dict[str, dict[str, str]]:
        """Return each system's caption of each clip, in the order in which the systems were given.

        Raises:
            ScoreError: naming file and line that cannot be read.
            StudyError: when a caption is empty, or a system is called `reference` beside the corpus's captions.
        """
        found = {system: read_candidates(path) for system, path in self.systems.items()}
        for system, captions in found.items():
            empty = next((id for id, text in captions.items() if not text.strip()), None)
            if empty is not None:
                raise StudyError(
                    f"{str(self.systems[system])!r} has an empty caption of {empty!r}; write one, or leave it out"
                )
        if self.with_reference:
            if REFERENCE in found:
                raise StudyError(
                    f"a system is called {REFERENCE!r}, as the corpus's captions are; give it another name"
                )
            found[REFERENCE] = {id: clip.text for id, clip in clips.items() if clip.text}
        return found


@dataclass(frozen=True)
class ExpertTask:
    """What an expert reads in the answers of annotators, to accept it or to return it.

    Attributes:
        agreed: the question to which all annotators of a clip must say yes, or no expert reads what they wrote.
        sentence: the question whose answer the expert judges.
        faults: what a lint finds in such an answer, to show to the expert.
    """

    agreed: str
    sentence: str
    faults: Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class ScreeningTask:
    """What tests ask people of each video before they may annotate.

    Attributes:
        explanation: what the question means, by language; `en` is needed.
        question: of yes or no, by language.
    """

    explanation: Mapping[str, str]
    question: Mapping[str, str]


def _no_check(question: Question, answers: Mapping[str, Any], duration: Seconds | None) -> None:
    """Any answers may be combined."""


def _no_records(
    judgements: Sequence[Judgement], decisions: Sequence[Decision], n_judges: int
) -> dict[str, list[Record]]:
    """Raters write nothing that a corpus has."""
    return {}


@dataclass(frozen=True)
class StudyKind:
    """A kind of study: all that differs between kinds. Pages, sheets and simulated answers follow from the questions.

    Attributes:
        name: of the kind.
        task: one or two sentences that describe the raters' task, by language; `en` is needed.
        files: what a system's file holds, for the help of commands.
        protocols: the questions of each paper's protocol, the default one first.
        items: makes the items from files: all of them, or so many, drawn at random.
        tables: the papers' tables, from ratings and the name of the protocol.
        check: called for each question that has an answer, with all answers of the page and the duration of the clip
            (None where it is unknown); raises a `StudyError` for the rater where an answer fits neither.
        records: the JSONL files of a corpus that results have, from the pages of all raters but those that test them,
            the decisions of experts, and the number of judges of a clip.
        written: what simulated raters write, by question; others get a text of the question's form.
        expert: what an expert reads; None for kinds without.
        screening: what raters may be asked in tests before they begin; None for kinds without.
        has_one_judge: whether there is a single judge, so that no page waits for others.
    """

    name: str
    task: Mapping[str, str]
    files: str
    protocols: Mapping[str, tuple[Question, ...]]
    items: Callable[[Sources, int | None, Random], list[StudyItem]]
    tables: Callable[[StudyRatings, str | None], list[RatingTable]] = share_tables
    check: Callable[[Question, Mapping[str, Any], Seconds | None], None] = _no_check
    records: Callable[[Sequence[Judgement], Sequence[Decision], int], dict[str, list[Record]]] = _no_records
    written: Mapping[str, str] = field(default_factory=dict)
    expert: ExpertTask | None = None
    screening: ScreeningTask | None = None
    has_one_judge: bool = False

    @property
    def is_about_clips(self) -> bool:
        """Whether no question of the default protocol is about texts."""
        return not any(one.is_about_texts for one in next(iter(self.protocols.values())))


def drawn(clips: list[str], n_items: int | None, random: Random) -> list[str]:
    """Return clips drawn at random, all of them if there are fewer.

    Raises:
        StudyError: when there is no clip.
    """
    if not clips:
        raise StudyError("no clip has what the study asks about; give files about the corpus's clips")
    return random.sample(clips, min(len(clips), n_items or len(clips)))


def caption_items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    """Return an item for each clip that all systems have captioned, with the systems' captions in one form of writing.

    Raises:
        StudyError: when there is no system, or the systems have no clip in common.
    """
    clips = sources.clips()
    captions = sources.captions(clips)
    if not captions:
        raise StudyError("there is no system; give one with `systems`")
    common = [id for id in clips if all(id in own for own in captions.values())]
    shown = str.strip if sources.as_written else blind_sentence if len(captions) > 1 else without_people
    return [
        StudyItem(
            id,
            clips[id].film,
            clips[id].span,
            tuple(StudyText(system, shown(own[id]), id) for system, own in captions.items()),
        )
        for id in drawn(common, n_items, random)
    ]
