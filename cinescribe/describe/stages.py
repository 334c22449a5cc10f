"""Runs stages of work whose results are cached in a folder, so that a killed run can resume."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cinescribe.errors import FilmError, OutputError, RecordError
from cinescribe.input_files import read_text
from cinescribe.journal.folder_lock import locked_folder
from cinescribe.output_folder import files_in, list_files, refuse_links, remove_files, split_files
from cinescribe.parsing import parse_json
from cinescribe.progress import Progress, no_progress
from cinescribe.store import encoded, not_through_link, write_text

KEY_FILE = "key.json"
_KIND = "stage"
# The files of a stage that was killed before it listed them, or that an older version wrote.
_FILES = re.compile(r"(?:frames/)?\.?[\w.]+\.(?:json|jsonl|safetensors|jpg)|\.?checkpoint[\w.]*")


class Stages:
    """Runs stages into `folder/<name>` and logs the time each takes.

    A stage works in a temporary folder, which is renamed when the work succeeds. `key` holds everything the result
    depends on: a stage runs again when its key changes, and only then. Its folder lists its files: only these are
    replaced. A stage is run by one thread or command at a time; another waits ten seconds for it.

    Args:
        folder: the parent of the stages' folders.
        log: JSONL file to which every event is appended.
        progress: called with the name of each stage that begins.
    """

    def __init__(self, folder: Path, log: Path, *, progress: Progress = no_progress) -> None:
        self._folder = folder
        self._log = log
        self._progress = progress

    def run(
        self, name: str, key: Mapping[str, Any], work: Callable[[Path], None], *, checkpoint: str | None = None
    ) -> Path:
        """Return the folder of a finished stage; call `work(folder)` unless the folder exists with the same key.

        Args:
            name: of the stage.
            key: what the result depends on.
            work: does it, in the folder that it is called with.
            checkpoint: a file in that folder from which `work` can go on. If it is there when the work is interrupted,
                the folder is kept until the work is done, its key changes, or the film turns out to be at fault.

        Raises:
            OutputError: when the folder cannot be written, is a link, or holds a file that no stage wrote, or another
                command is running the stage.
        """
        refuse_links(self._folder, (name, f".{name}.part"))
        with locked_folder(self._folder, _lock(name)):
            return self._run(name, key, work, checkpoint=checkpoint)

    def _run(self, name: str, key: Mapping[str, Any], work: Callable[[Path], None], *, checkpoint: str | None) -> Path:
        done, part = self._folder / name, self._folder / f".{name}.part"
        wanted = json.dumps(key, sort_keys=True, indent=1) + "\n"
        if _has_key(done, wanted):
            _remove(part)
            self.note("kept", stage=name)
            return done
        self._progress(name, 0.0)
        wall, cpu = time.perf_counter(), time.process_time()
        begun = is_over = False
        try:
            _own_files(done)  # another program's file is refused before the work, not after it
            _prepare(part, wanted, checkpoint)
            begun = True  # from now on, this stage owns all files in the temporary folder
            work(part)
            list_files(part, _KIND, files_in(part))
            _remove(done)
            part.rename(done)
        except OSError as error:
            raise OutputError(
                f"{str(done)!r} cannot be written ({error.strerror or error}); name a writable folder with free space"
            ) from error
        except FilmError:
            is_over = True
            raise
        finally:
            if begun and (is_over or not _can_go_on(part, checkpoint)):
                remove_files(part, files_in(part))
        self.note("done", stage=name, seconds=time.perf_counter() - wall, cpu_seconds=time.process_time() - cpu)
        return done

    def finished(self, name: str) -> tuple[Path, dict[str, Any]] | None:
        """Return the folder and the key of a stage that an earlier run finished; None if there is none."""
        folder = self._folder / name
        try:
            key = parse_json(read_text(folder / KEY_FILE), repr(str(folder / KEY_FILE)))
        except RecordError:
            return None
        return (folder, key) if isinstance(key, dict) else None

    def note(self, event: str, **facts: Any) -> None:
        """Append one event with its facts to the log.

        Raises:
            OutputError: when the log cannot be written.
        """
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event}
        facts = {name: round(value, 3) if isinstance(value, float) else value for name, value in facts.items()}
        data = encoded(json.dumps(line | facts, ensure_ascii=False) + "\n", self._log)
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            # At once, so that lines of two commands do not mix.
            with open(self._log, "ab", buffering=0, opener=not_through_link) as opened:
                opened.write(data)
        except OSError as error:
            raise OutputError(
                f"{str(self._log)!r} cannot be written ({error.strerror}); name a writable folder with free space"
            ) from error


def _lock(name: str) -> str:
    return f".{name}.lock"


def _has_key(folder: Path, wanted: str) -> bool:
    try:
        return read_text(folder / KEY_FILE) == wanted
    except RecordError:
        return False


def _prepare(part: Path, wanted: str, checkpoint: str | None) -> None:
    """Make the folder of a stage that begins; what is in it stays if the work of the same key can go on from it."""
    files = _own_files(part)
    if _can_go_on(part, checkpoint) and _has_key(part, wanted):
        for name in files:
            if ".part" in Path(name).suffixes:  # a killed run was writing it
                (part / name).unlink()
        return
    remove_files(part, files)
    list_files(part, _KIND, ())
    write_text(part / KEY_FILE, wanted)


def _remove(folder: Path) -> None:
    """Remove the folder of a stage."""
    remove_files(folder, _own_files(folder))


def _own_files(folder: Path) -> list[str]:
    """Return the files of a stage's folder, relative to it.

    Raises:
        OutputError: when another program put a file there.
    """
    ours, others = split_files(folder, unlisted=_FILES)
    if others:
        raise OutputError(
            f"{str(folder / others[0])!r} lies in a folder that this run replaces, and Cinescribe did not write it; "
            "move it away"
        )
    return ours


def _can_go_on(part: Path, checkpoint: str | None) -> bool:
    return checkpoint is not None and (part / checkpoint).is_file()


def move_stage(source: Path, target: Path) -> None:
    """Move the folder of a finished stage to where another run finds it, in place of what is there.

    Raises:
        OutputError: when the folder cannot be written, is a link, or holds a file that no stage wrote, or another
            command is running the stage.
    """
    refuse_links(target.parent, (target.name,))
    try:
        with locked_folder(target.parent, _lock(target.name)):
            _remove(target)
            source.rename(target)
    except OSError as error:
        raise OutputError(
            f"{str(target)!r} cannot be written ({error.strerror}); name a writable folder with free space"
        ) from error


def list_stages(folder: Path) -> None:
    """List the files of all stages that an older version ran in a folder, so that they may be replaced.

    Raises:
        OutputError: when the folder cannot be written.
    """
    for key in folder.glob(f"*/{KEY_FILE}"):
        list_files(key.parent, _KIND, (name for name in files_in(key.parent) if _FILES.fullmatch(name)))
