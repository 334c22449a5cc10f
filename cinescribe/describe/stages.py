"""Runs stages of work whose results are cached in a folder, so that a killed run can resume."""

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
    """Runs stages into `folder/<name>` and logs the time each takes.

    A stage works in a temporary folder, which is renamed when the work succeeds. `key` holds everything the result
    depends on: a stage runs again when its key changes, and only then.

    Args:
        folder: the parent of the stages' folders.
        log: JSONL file to which every event is appended.
    """

    def __init__(self, folder: Path, log: Path) -> None:
        self._folder = folder
        self._log = log

    def run(self, name: str, key: Mapping[str, Any], work: Callable[[Path], None]) -> Path:
        """Return the folder of a finished stage; call `work(folder)` unless the folder exists with the same key.

        Raises:
            OutputError: when the folder cannot be written.
        """
        done = self._folder / name
        wanted = json.dumps(key, sort_keys=True, indent=1) + "\n"
        if (done / _KEY).is_file() and read_text(done / _KEY) == wanted:
            self.note("kept", stage=name)
            return done
        part = self._folder / f".{name}.part"
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            work(part)
            write_text(part / _KEY, wanted)
            shutil.rmtree(done, ignore_errors=True)
            part.rename(done)
        except OSError as error:
            raise OutputError(
                f"{str(done)!r} cannot be written ({error.strerror or error}); name a writable folder with free space"
            ) from error
        finally:
            shutil.rmtree(part, ignore_errors=True)
        self.note("done", stage=name, seconds=time.perf_counter() - wall, cpu_seconds=time.process_time() - cpu)
        return done

    def note(self, event: str, **facts: Any) -> None:
        """Append one event with its facts to the log.

        Raises:
            OutputError: when the log cannot be written.
        """
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event}
        facts = {name: round(value, 3) if isinstance(value, float) else value for name, value in facts.items()}
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("a", encoding="utf-8") as opened:
                opened.write(json.dumps(line | facts, ensure_ascii=False) + "\n")
        except OSError as error:
            raise OutputError(
                f"{str(self._log)!r} cannot be written ({error.strerror}); name a writable folder with free space"
            ) from error
