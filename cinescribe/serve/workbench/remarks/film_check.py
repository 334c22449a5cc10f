"""Checks a film against guidelines beside the pages, and keeps what was found until the film changes."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.describe.editing.open_folder import OpenFolder
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import LintCache, lint_cue, lint_cues, lint_folder, open_findings
from cinescribe.errors import CinescribeError
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds

PATIENCE: Seconds = 6.0  # that a page takes for a check; a longer one goes on, and the page says so
_MOST_AGAIN = 50  # cues that are checked again for a list; more wait for the next check of the film


@dataclass(frozen=True)
class CheckResult:
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
        self._checked: CheckResult | None = None
        self._script: Script | None = None  # that was checked
        self._again: dict[str, tuple[Cue, tuple[Finding, ...]]] = {}  # cues that changed since, with their remarks
        self._running: threading.Thread | None = None
        self._share = 0.0
        self._lock = threading.Lock()

    @property
    def share(self) -> float:
        """How much of the check that is running is done, 0 to 1."""
        return self._share

    def found(self, patience: Seconds) -> CheckResult | None:
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

    def known(self, script: Script) -> Mapping[str, tuple[Finding, ...]]:
        """Return the open remarks about the cues of a script, by id, as far as they are known without waiting.

        They are those of the last check of the film; of cues that changed since they are found again, without what
        needs the voice, if these are few.
        """
        with self._lock:
            before, findings = self._script, () if self._checked is None else open_findings(self._checked.findings)
        if before is None:
            return {}
        then = {cue.id: cue for cue in before.cues}
        changed = [cue for cue in script.cues if script is not before and _has_changed(then.get(cue.id), cue)]
        names = {cue.id for cue in changed}
        found = {name: own for name, own in _by_cue(findings).items() if name not in names}
        return found | self._found_again(script, changed[-_MOST_AGAIN:])

    def _found_again(self, script: Script, cues: Sequence[Cue]) -> dict[str, tuple[Finding, ...]]:
        """The remarks about cues that changed since the last check; those that were found again are kept."""
        if not self._cache_lock.acquire(blocking=False):  # the film is being checked: a list does not wait for it
            return {}
        try:
            new = [cue.id for cue in cues if self._again.get(cue.id, (None,))[0] is not cue]
            found = _by_cue(lint_cues(script, new, self._guidelines, cache=self._cache)) if new else {}
            kept = {cue.id: self._again[cue.id][1] for cue in cues if cue.id not in new}
            own = {**kept, **{name: found.get(name, ()) for name in new}}
            self._again = {cue.id: (cue, own[cue.id]) for cue in cues}
            return own
        finally:
            self._cache_lock.release()

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
            checked = CheckResult(opened.number, findings, tuple(notes))
        except CinescribeError as error:
            checked = CheckResult(opened.number, fault=str(error))
        with self._lock:
            self._checked, self._script = checked, opened.script

    def _progress(self, stage: str, share: float) -> None:
        self._share = share


def _by_cue(findings: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    found: defaultdict[str, tuple[Finding, ...]] = defaultdict(tuple)
    for one in findings:
        if one.cue is not None:
            found[one.cue] += (one,)
    return found


def _has_changed(before: Cue | None, cue: Cue) -> bool:
    return before is not cue and before != cue
