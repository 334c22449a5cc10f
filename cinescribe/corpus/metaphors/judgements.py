"""One annotator's answers about metaphor in one video, and the file that keeps every version of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import CorpusError, RecordError, brief
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.output_folder import first_line_holds_keys
from cinescribe.record import Record
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span

State: TypeAlias = Literal["drafted", "returned", "rewritten", "accepted"]
N_ANNOTATORS = 3  # of a video, in the paper
_NEEDED = ("clip", "by", "at", "is_metaphor")  # fields of every judgement
_CONCEPTS = {
    "primary": "d",
    "secondary": "e",
    "property": "f",
    "caption": "g",
}  # fields by the letter of their question


@dataclass(frozen=True)
class MetaphorJudgement(Record):
    """A version of one annotator's answers to questions a to h about a video (VMCD, appendix A.1).

    An annotator drafts answers. An expert accepts them, or returns them with a remark; then the annotator rewrites
    them. Each step is a new version; older ones stay.

    Args:
        clip: the video's clip.
        by: the annotator.
        at: when the version was made, in UTC, ISO 8601.
        is_metaphor: a, whether the video contains a visual metaphor.
        round: of the answers: 1, and one more each time that they are rewritten.
        audio: b, whether one needs the sound to understand it.
        spans: c, where the metaphor is, in seconds of the video.
        time: c, as the annotator typed it.
        primary: d, what is compared.
        secondary: e, what it is compared to.
        property: f, what both have in common.
        caption: g, the sentence `primary is as property as secondary`.
        description: h, of the video in free words.
        state: what happened last.
        remark: of the expert who returned it.
        replaces: the `version_of` the same clip and annotator that it replaces; None for the first.

    Raises:
        RecordError: when answers to d to h come with a no to a, or some of b to g are missing with a yes; when g is not
            of the form `d is as f as e`; or when state, round, remark and `replaces` contradict each other.
    """

    clip: str
    by: str
    at: str
    is_metaphor: bool
    round: int = 1
    audio: bool | None = None
    spans: tuple[Span, ...] = ()
    time: str | None = None
    primary: str | None = None
    secondary: str | None = None
    property: str | None = None
    caption: str | None = None
    description: str | None = None
    state: State = "drafted"
    remark: str | None = None
    replaces: str | None = None

    def __post_init__(self) -> None:
        if not self.clip.strip() or not self.by.strip():
            raise RecordError(f"a judgement names clip {self.clip!r} and annotator {self.by!r}; name both")
        if self.is_metaphor:
            self._check_metaphor()
        else:
            self._check_plain()
        self._check_version()

    def _check_metaphor(self) -> None:
        what = f"the judgement of {brief(self.clip)} by {brief(self.by)}"
        for name, letter in _CONCEPTS.items():
            if not (getattr(self, name) or "").strip():
                raise RecordError(f"{what} has a metaphor, and nothing for {letter}, its {name}; fill it in")
        if self.audio is None or not self.spans:
            missing = "b, whether audio is needed" if self.audio is None else "c, where it is"
            raise RecordError(f"{what} has a metaphor, and nothing for {missing}; fill it in")
        found = metaphor(self.caption or "")
        if found is None:
            raise RecordError(
                f"{what} has the sentence {brief(self.caption)}; expected 'primary is as property as secondary'"
            )
        concepts = (str(self.primary), str(self.property), str(self.secondary))
        if not says_concepts(str(self.caption), *concepts):
            raise RecordError(
                f"{what} has a sentence g with {found.primary!r}, {found.property!r} and {found.secondary!r}, but d, f "
                f"and e are {self.primary!r}, {self.property!r} and {self.secondary!r}; write the same words"
            )

    def _check_plain(self) -> None:
        for name, letter in {**_CONCEPTS, "description": "h"}.items():
            if getattr(self, name) is not None:
                raise RecordError(
                    f"the judgement of {brief(self.clip)} by {brief(self.by)} has no metaphor, but the {name} "
                    f"{brief(getattr(self, name))}; leave {letter} empty, or answer yes to a"
                )

    def _check_version(self) -> None:
        what = f"the judgement of {brief(self.clip)} by {brief(self.by)}, version {version_of(self)!r},"
        if self.round < 1 or (self.state == "drafted") != (self.replaces is None):
            raise RecordError(
                f"{what} replaces {self.replaces!r}; a draft replaces nothing, every other version one, and rounds "
                "count from 1"
            )
        if (self.state == "returned") != bool((self.remark or "").strip()):
            raise RecordError(f"{what} has the remark {brief(self.remark)}; returned ones have one, others none")


def version_of(one: MetaphorJudgement) -> str:
    """Return round and state, such as `1 drafted`; unique for a clip and annotator."""
    return f"{one.round} {one.state}"


def answers_of(one: MetaphorJudgement) -> tuple[object, ...]:
    """Return the answers to a to h, to detect changes."""
    concepts = (one.primary, one.secondary, one.property, one.caption, one.description)
    return one.is_metaphor, one.audio, one.time, *concepts


def read_judgements(path: str | Path, *, n_annotators: int = N_ANNOTATORS) -> tuple[MetaphorJudgement, ...]:
    """Read judgements with all their versions, in order.

    Args:
        path: the JSONL file, `judgements.jsonl`.
        n_annotators: how many may judge a video.

    Raises:
        RecordError: when the file is missing, has no judgements, or a line is malformed.
        CorpusError: as `latest_judgements`.
    """
    path = Path(path)
    try:
        found = tuple(read_records(Path(path), MetaphorJudgement))
    except RecordError as error:
        if not first_line_holds_keys(Path(path)) or first_line_holds_keys(Path(path), *_NEEDED):
            raise
        raise RecordError(
            f"{str(path)!r} is no file of judgements: each line of one has {', '.join(_NEEDED)}; give a file that "
            "`study results` wrote"
        ) from error
    latest_judgements(found, n_annotators=n_annotators)
    return found


def write_judgements(path: Path, judgements: Sequence[MetaphorJudgement]) -> None:
    """Write judgements with all their versions as JSONL.

    Raises:
        CorpusError: as `latest_judgements`.
        OutputError: when the file cannot be written.
    """
    latest_judgements(judgements)
    write_records(path, judgements)


def latest_judgements(
    judgements: Iterable[MetaphorJudgement], *, n_annotators: int | None = None
) -> dict[tuple[str, str], MetaphorJudgement]:
    """Return the latest version of each judgement by (clip, annotator), in the order of the first versions.

    Args:
        judgements: all versions, older ones first.
        n_annotators: how many may judge a video; None for any number.

    Raises:
        CorpusError: when a judge has two judgements of a clip, a version replaces another than the latest or does not
            follow from it, or a clip has more annotators.
    """
    latest: dict[tuple[str, str], MetaphorJudgement] = {}
    by_clip: dict[str, list[str]] = {}
    for one in judgements:
        key = (one.clip, one.by)
        _check_follows(latest.get(key), one)
        latest[key] = one
        if one.state == "drafted":
            by_clip.setdefault(one.clip, []).append(one.by)
    for clip, annotators in by_clip.items():
        if n_annotators is not None and len(annotators) > n_annotators:
            raise CorpusError(
                f"clip {clip!r} is judged by {', '.join(annotators)}; expected {n_annotators} annotators, so leave "
                f"the judgement by {annotators[n_annotators]!r} out"
            )
    return latest


def _check_follows(before: MetaphorJudgement | None, one: MetaphorJudgement) -> None:
    """Refuse a version that does not follow from the one before it."""
    what = f"the judgement of clip {one.clip!r} by {one.by!r}"
    if before is None:
        if one.replaces is not None:
            raise CorpusError(f"{what} replaces {one.replaces!r}, which does not come before it; keep older versions")
        return
    if one.replaces is None:
        raise CorpusError(f"{what} is there twice; keep one, or give the later one as a version that replaces it")
    if one.replaces != version_of(before):
        raise CorpusError(
            f"{what} replaces {one.replaces!r}, but the latest version is {version_of(before)!r}; answer that"
        )
    is_rewritten = one.state == "rewritten"
    if (before.state == "returned") != is_rewritten or before.state == "accepted":
        raise CorpusError(
            f"{what} is {one.state} after it was {before.state}; drafts are returned or accepted, returned ones "
            "rewritten"
        )
    if one.round != before.round + is_rewritten or (not is_rewritten and answers_of(one) != answers_of(before)):
        raise CorpusError(
            f"{what}, version {version_of(one)!r}, has new answers or a new round; only rewriting gives both"
        )


def says_concepts(sentence: str, primary: str, property: str, secondary: str) -> bool:
    """Return whether a sentence compares two concepts by a property, in these words.

    Articles and letter case do not matter.
    """
    found, wanted = metaphor(sentence), metaphor(f"{primary} is as {property} as {secondary}")
    return found is not None and wanted is not None and _bare(found) == _bare(wanted)


def _bare(found: object) -> tuple[str, ...]:
    return tuple(" ".join(str(part).split()).casefold() for part in vars(found).values())
