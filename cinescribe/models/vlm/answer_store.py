"""Answers of models on disk, by the digest of their requests, so that no question is asked twice."""

from __future__ import annotations

from pathlib import Path

from cinescribe.file_names import user_cache
from cinescribe.models.vlm.chat import ChatAnswer
from cinescribe.store import read_record, write_record


def default_answers() -> Path:
    """Return the folder that keeps answers between runs, in the user's cache."""
    return user_cache("answers")


class AnswerStore:
    """A folder of answers, a file for each; several processes may use it at once.

    Args:
        folder: created at the first answer.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = Path(folder)

    def get(self, digest: str) -> ChatAnswer | None:
        """Return the answer to the request of a digest, or None.

        Raises:
            RecordError: when its file is damaged; the message names it.
        """
        path = self._path(digest)
        return read_record(path, ChatAnswer) if path.is_file() else None

    def put(self, digest: str, answer: ChatAnswer) -> None:
        """Keep an answer.

        Raises:
            OutputError: when the folder cannot be written.
        """
        write_record(self._path(digest), answer)

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / f"{digest}.json"
