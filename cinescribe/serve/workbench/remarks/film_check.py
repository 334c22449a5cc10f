"""Checks a film against guidelines beside the pages, and keeps what was found until the film changes."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from cinescribe.describe.editing.open_folder import OpenFolder
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import LintCache, lint_cue, lint_folder
from cinescribe.errors import CinescribeError
from cinescribe.schema import Script
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Checked:
    """The outcome of a check.

    Attributes:
        number: of the journal's last revision when the film was checked.
        findings: with those that are silenced.
        notes: what could not be checked.
        fault: why nothing could be checked; "" if it could.
    """

    number: int
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    fault: str = ""


class FilmCheck:
    """The remarks about one film; several threads may ask for them.

    Args:
        folder: of the film.
        guidelines: name of those that it is checked against.
    """

    def __init__(self, folder: OpenFolder, guidelines: str) -> None:
        self._folder, self._guidelines = folder, read_guidelines(guidelines)
        self._cache, self._cache_lock = LintCache(), threading.Lock()
        self._checked: Checked | None = None
        self._running: threading.Thread | None = None
        self._share = 0.0
        self._lock = threading.Lock()

    @property
    def share(self) -> float:
        """How much of the check that is running is done, 0 to 1."""
        return self._share

    def found(self, patience: Seconds) -> Checked | None:
        """Return the remarks about the film as it is now; None if the check takes longer than one is patient."""
        number = self._folder.current().number
        with self._lock:
            if self._checked is not None and self._checked.number == number:
                return self._checked
            if self._running is None or not self._running.is_alive():
                self._running = threading.Thread(target=self._check, name="remarks", daemon=True)
                self._running.start()
            running = self._running
        running.join(patience)
        return None if running.is_alive() else self._checked

    def of_cue(self, script: Script, cue_id: str) -> tuple[Finding, ...]:
        """Return the open remarks about one cue as it is now, without what needs the voice."""
        with self._cache_lock:
            return lint_cue(script, cue_id, self._guidelines, cache=self._cache)

    def _check(self) -> None:
        opened, notes = self._folder.current(), list[str]()
        self._share = 0.0
        try:
            with self._cache_lock:
                findings = lint_folder(
                    self._folder.folder,
                    opened.script,
                    self._guidelines,
                    cache=self._cache,
                    progress=self._progress,
                    announce=notes.append,
                )
            self._checked = Checked(opened.number, findings, tuple(notes))
        except CinescribeError as error:
            self._checked = Checked(opened.number, fault=str(error))

    def _progress(self, stage: str, share: float) -> None:
        self._share = share
