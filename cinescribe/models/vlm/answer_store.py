"""Answers of models on disk, by the digest of their requests, so that no question is asked twice."""

from __future__ import annotations

from pathlib import Path

from cinescribe.file_names import user_cache
from cinescribe.journal.folder_lock import locked_folder
from cinescribe.models.vlm.chat import ChatAnswer
from cinescribe.store import read_record, write_record


def default_answers() -> Path:
    """Return the folder that keeps answers between runs, in the user's cache."""
    return user_cache("answers")


_LOCK = ".answers.lock"  # of the answers whose digests begin alike


class AnswerStore:
    """A folder of answers, a file for each; several threads, processes and commands may use it at once.

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

    def put(self, digest: str, answer: ChatAnswer) -> ChatAnswer:
        """Keep an answer, and return the one that is kept.

        Where another command has asked the same meanwhile, its answer stays: all go on with the same one, and asking
        again gives what they went on with.

        Raises:
            RecordError: when the file of the other answer is damaged.
            OutputError: when the folder cannot be written.
        """
        path = self._path(digest)
        with locked_folder(path.parent, _LOCK):
            kept = self.get(digest)
            if kept is None:
                write_record(path, answer)
            return kept or answer

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / f"{digest}.json"
