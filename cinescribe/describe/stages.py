"""Stages of work in a folder: each is done once, whole, and found again by a killed run's successor."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cinescribe.errors import OutputError
from cinescribe.store import read_text, write_text

_KEY = "key.json"


class Stages:
    """Runs stages into `folder/<name>` and writes what each took to a log.

    A stage works in a folder beside its own, which takes its place when the work ends well; `key` names everything the
    result depends on, so that a stage is run again when its key differs, and only then.

    Args:
        folder: where the stages' folders stand.
        log: JSONL file to which every event is added.
    """

    def __init__(self, folder: Path, log: Path) -> None:
        self._folder = folder
        self._log = log

    def run(self, name: str, key: Mapping[str, Any], work: Callable[[Path], None]) -> Path:
        """The folder of a finished stage, made by `work(folder)` unless it is there already under the same key.

        Raises:
            OutputError: when the folder cannot be written.
        """
        done = self._folder / name
        wanted = json.dumps(key, sort_keys=True, indent=1) + "\n"
        if (done / _KEY).is_file() and read_text(done / _KEY) == wanted:
            self.note("kept", stage=name)
            return done
        beside = self._folder / f".{name}.part"
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir(parents=True)
            work(beside)
            write_text(beside / _KEY, wanted)
            shutil.rmtree(done, ignore_errors=True)
            beside.rename(done)
        except OSError as error:
            raise OutputError(
                f"{str(done)!r} cannot be written ({error.strerror or error}); name a writable place with room, by -o"
            ) from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        self.note("done", stage=name, seconds=time.perf_counter() - wall, cpu_seconds=time.process_time() - cpu)
        return done

    def note(self, event: str, **facts: Any) -> None:
        """Add one event with its facts to the log."""
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event}
        facts = {name: round(value, 3) if isinstance(value, float) else value for name, value in facts.items()}
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("a", encoding="utf-8") as opened:
                opened.write(json.dumps(line | facts, ensure_ascii=False) + "\n")
        except OSError as error:
            raise OutputError(
                f"{str(self._log)!r} cannot be written ({error.strerror}); name a writable place with room, by -o"
            ) from error
