"""The two tests that people pass before they annotate metaphors (*Unveiling the Invisible*, 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.metaphors.screening import PASS_MARK, TESTS, read_screening_key
from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.timing import Span


@dataclass(frozen=True)
class ScreeningVideo(Record):
    """A video of a test.

    Args:
        test: 1 or 2.
        clip: id of the clip.
        film: its film's id.
        is_metaphor: the right answer.
        span: of the clip in the film; None where it is unknown.
    """

    test: int
    clip: str
    film: str
    is_metaphor: bool
    span: Span | None = None


@dataclass(frozen=True)
class Screening(Record):
    """The tests.

    Args:
        videos: of both tests, in the order in which they are shown.
        pass_mark: the share of right answers that each test needs.

    Raises:
        StudyError: when a test has no video, or the pass mark is no share.
    """

    videos: tuple[ScreeningVideo, ...]
    pass_mark: float = PASS_MARK

    def __post_init__(self) -> None:
        if not 0 < self.pass_mark <= 1:
            raise StudyError(f"`pass_mark` is {self.pass_mark:g}; expected a share above 0 and up to 1")
        missing = next((test for test in self.tests if not self.of_test(test)), None)
        if missing is not None:
            raise StudyError(f"test {missing} of the screening has no video; give one or more")

    @property
    def tests(self) -> tuple[int, ...]:
        """The numbers of the tests, in the order in which they are taken."""
        return tuple(map(int, TESTS))

    def of_test(self, test: int) -> tuple[ScreeningVideo, ...]:
        """Return the videos of a test."""
        return tuple(video for video in self.videos if video.test == test)

    def n_needed(self, n_videos: int) -> int:
        """Return how many of so many answers must be right."""
        return next(n for n in range(n_videos + 1) if n / n_videos >= self.pass_mark)


def read_screening(path: Path, *, clips: Mapping[str, Clip], pass_mark: float = PASS_MARK) -> Screening:
    """Return the tests of a file.

    Args:
        path: CSV with the columns `test` (1 or 2), `clip` and `metaphor` (yes or no).
        clips: of the corpus, by id.
        pass_mark: the share of right answers that each test needs.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: naming file and line, when it is malformed.
        StudyError: when a clip is unknown, or the pass mark is no share.
    """
    videos = []
    for (test, id), is_metaphor in read_screening_key(path).items():
        if id not in clips:
            raise StudyError(f"{str(path)!r} has clip {brief(id)}, which the corpus has not; name one of its clips")
        videos.append(ScreeningVideo(int(test), id, clips[id].film, is_metaphor, clips[id].span))
    return Screening(tuple(videos), pass_mark)
