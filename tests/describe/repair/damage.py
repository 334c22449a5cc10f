"""Random journals of small descriptions, and every kind of damage that can happen to their lines."""

from __future__ import annotations

import random
from pathlib import Path

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision, called_now, effective, last_undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.folder import JOURNAL
from cinescribe.store import append_records
from tests.describe.editing.scripts import cue, script

KINDS = ("doubled", "missing", "emptied", "swapped", "cut", "cut inside", "half", "letter", "empty", "gone", "moved")
_NAMES = ("Anna", "Eve", "Bo Li", "")


def random_folder(folder: Path, rng: random.Random, *, n_old: int) -> Workspace:
    """Write a description whose journal has 4 to 9 edits, the first of them as earlier versions wrote them."""
    draft = script(*(cue(10.0 * n, f"Anna waits, {n}.", people=("p1",)) for n in range(1, 6)))
    revisions: list[Revision] = []
    n_edits = rng.randint(4, 9)
    while len(revisions) < n_edits:
        revisions.append(_random_edit(draft, revisions, rng))
    workspace = Workspace(folder)
    workspace.save_draft(draft)
    append_records(folder / JOURNAL, revisions[:n_old])
    workspace.load(who="me")
    for revision in revisions[n_old:]:
        workspace.journal.append(revision)
    workspace.load(who="me")
    return workspace


def _random_edit(draft, revisions, rng):
    at, now_is = f"2026-01-01T00:00:{len(revisions):02d}+00:00", replay(draft, revisions)
    held, undone = effective(revisions), last_undo(revisions)
    kind = rng.choice(["words", "words", "words", "remove", "add", "name", "undo", "redo"])
    if kind == "undo" and held:
        return Revision(at, "me", f"undo of {held[-1]}", undoes=held[-1])
    if kind == "redo" and undone:
        return Revision(at, "me", f"undo of {undone}", undoes=undone)
    called = called_now(now_is.people)
    if kind == "name":
        return Revision(at, "me", "page", (), called, people=(PersonChange("p1", name=rng.choice(_NAMES)),))
    before = rng.choice(now_is.cues)
    text = f"Words {len(revisions)} of {rng.random():.3f}."
    if kind == "add" or len(now_is.cues) < 3:
        new = cue(rng.uniform(0, 55), text, id=f"n{len(revisions)}", hand_made=True)
        return Revision(at, "me", "page", (CueChange(new.id, None, new),), called)
    after = None if kind == "remove" else before.replace(text=text, hand_made=True)
    return Revision(at, "me", "page", (CueChange(before.id, before, after),), called)


def damaged(journal: bytes, kind: str, rng: random.Random) -> bytes | None:
    """Return a journal with damage of a kind; None for one that is gone."""
    lines = journal.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    line = lines[at]
    if kind in ("empty", "gone"):
        return b"" if kind == "empty" else None
    if kind == "swapped":
        at = rng.randrange(len(lines) - 1)
        lines[at : at + 2] = [lines[at + 1], lines[at]]
    elif kind == "moved":
        to = rng.choice([n for n in range(len(lines)) if n != at])
        lines.insert(to, lines.pop(at))
    elif kind == "cut":
        del lines[rng.randrange(len(lines)) :]
    elif kind == "cut inside":
        del lines[at + 1 :]
        lines[at] = line[: rng.randrange(len(line))]
    elif kind == "letter":
        n = rng.randrange(len(line) - 1)
        lines[at] = line[:n] + bytes([line[n] ^ rng.choice([1, 2, 4, 16])]) + line[n + 1 :]
    else:
        changes = {"doubled": [line, line], "missing": [], "emptied": [b"\n"], "half": [line[: len(line) // 2] + b"\n"]}
        lines[at : at + 1] = changes[kind]
    return b"".join(lines)
