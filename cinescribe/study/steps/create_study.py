"""Makes a study from a corpus and files of texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.metaphors.screening import PASS_MARK
from cinescribe.errors import ParameterError
from cinescribe.study.design.crowd import read_crowd_rules
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.markdown_file import read_written_text
from cinescribe.study.design.screening import read_screening
from cinescribe.study.design.text_marks import betraying_marks
from cinescribe.study.design.training import read_training
from cinescribe.study.folders.make_study import make_study, protocol_questions, study_items
from cinescribe.study.kinds.gold import read_gold_items, with_repeats
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question, read_questions, write_questions
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.table import study_kind
from cinescribe.study.storage.studies import StoredStudy


@dataclass(frozen=True)
class CreatedStudy:
    """A new study and what it asks.

    Args:
        stored: the study in its database.
        pages: the items that raters judge.
        questions: what is asked on a page.
        marks: what tells raters which system wrote a text, a sentence each; none where the study is blind.
    """

    stored: StoredStudy
    pages: tuple[StudyItem, ...]
    questions: tuple[Question, ...]
    marks: tuple[str, ...] = ()


def create_study(
    kind: str,
    corpus: str | Path,
    folder: str | Path,
    *,
    systems: Mapping[str, str | Path] | None = None,
    reference: bool = False,
    as_written: bool = False,
    split: str | None = None,
    n_items: int | None = None,
    n_judges: int = 5,
    n_shared: int = 0,
    gold: str | Path | None = None,
    repeats: int = 0,
    screening: str | Path | None = None,
    pass_mark: float | None = None,
    consent: str | Path | None = None,
    instructions: str | Path | None = None,
    training: str | Path | None = None,
    crowd: str | Path | None = None,
    questions: str | Path | None = None,
    protocol: str | None = None,
    name: str | None = None,
    url: str | None = None,
    seed: int = 0,
) -> CreatedStudy:
    """Make a study from a corpus and the texts of systems, in a folder and a database.

    Args:
        kind: the name of a kind of study, such as `rank`.
        corpus: a folder; the kind says of what.
        folder: where the study goes: new or empty.
        systems: the file of each system's texts, by the system's name.
        reference: whether the corpus's captions take part, as the system `reference`.
        as_written: whether raters see captions as they are. Otherwise each person is `someone`, and all systems write
            spaces, first letters and full stops alike.
        split: only clips of this split.
        n_items: clips, pairs or captions to draw at random; None for all.
        n_judges: people who judge an item.
        n_shared: items that every rater gets.
        gold: JSONL of items with known answers, by which raters are tested.
        repeats: items that their judges get a second time.
        screening: CSV of two tests that people pass before they begin.
        pass_mark: percent of right answers that each test of the screening needs; by default 80.
        consent: Markdown that raters agree to before they begin, see `change_consent`.
        instructions: Markdown that raters read before their first page, and beside each.
        training: JSONL of examples that raters answer first, with what is expected and why.
        crowd: TOML of the rules of crowd work, for people who join by an open link, see `open_study_link`.
        questions: a file of questions, as `write_study_questions` writes them.
        protocol: the paper's protocol that the questions come from; by default the kind's first one.
        name: of the study in the database; by default that of its folder.
        url: of the database; by default a file in the folder.
        seed: of all draws.

    Raises:
        ParameterError: when two of these do not go together.
        StudyError: when there is no such kind or protocol, or there is nothing to ask about.
        CorpusError, RecordError, OutputError, DatabaseError: as `make_study` and the readers of the files.
    """
    if questions is not None and protocol is not None:
        raise ParameterError("`questions` and `protocol` are both given; give one of them")
    if pass_mark is not None and screening is None:
        raise ParameterError("`pass_mark` needs `screening`")
    folder, corpus, chosen = Path(folder), Path(corpus), study_kind(kind)
    asked = protocol_questions(chosen, protocol) if questions is None else read_questions(Path(questions))
    of_paper = None if questions is not None else protocol or next(iter(chosen.protocols))
    tests = None
    if screening is not None:
        mark = PASS_MARK if pass_mark is None else pass_mark / 100
        tests = read_screening(Path(screening), clips=Sources(corpus).clips(), pass_mark=mark)
    agreed_to = None if consent is None else read_written_text(Path(consent))
    told = None if instructions is None else read_written_text(Path(instructions))
    examples = () if training is None else read_training(Path(training), clips=Sources(corpus).clips(), questions=asked)
    rules = None if crowd is None else read_crowd_rules(Path(crowd))
    name = name or folder.resolve().name
    design = StudyDesign(name, kind, asked, n_judges, str(corpus), of_paper, seed, tests, told, examples, rules)
    tested = frozenset(() if tests is None else (video.clip for video in tests.videos))
    tested |= {example.clip for example in examples}
    files = {system: Path(path) for system, path in (systems or {}).items()}
    sources = Sources(corpus, files, reference, split, tested, as_written)
    pages = study_items(chosen, sources, n_items=n_items, n_shared=n_shared, seed=seed)
    if gold is not None:
        pages += read_gold_items(Path(gold), clips=sources.clips(), questions=asked)
    pages = with_repeats(pages, repeats)
    stored = make_study(folder, design, pages, url=url, consent=agreed_to)
    return CreatedStudy(stored, tuple(pages), asked, tuple(betraying_marks(pages)))


def write_study_questions(kind: str, output: str | Path, *, protocol: str | None = None) -> tuple[Question, ...]:
    """Write the questions of a kind of study to a JSONL file, to edit and to give to `create_study`; return them.

    Raises:
        StudyError: when there is no such kind or protocol.
        OutputError: when the file cannot be written.
    """
    asked = protocol_questions(study_kind(kind), protocol)
    write_questions(Path(output), asked)
    return asked
