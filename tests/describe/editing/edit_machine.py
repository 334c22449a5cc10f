"""Random sequences of edits, new drafts, renames, undos and kills, with a model of what must hold afterwards."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from cinescribe.describe.editing.comparison import compare
from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now, effective, last_undo
from cinescribe.describe.editing.workspace import FolderState, Workspace
from cinescribe.export.folder import DRAFT, JOURNAL, SCRIPT
from cinescribe.export.tracks.cue_rows import EVERY, CueRow, RowFile
from cinescribe.schema import Cue, Script
from cinescribe.store import read_record
from tests.describe.editing.scripts import cue, row, script

NAMES = ("Anna", "Eve", "the cook", "Bo Li", None)
PATTERNS = ("{} opens a door.", "Rain falls. {} waits.", "Nobody is here.", "A bird sees {}'s red hat.")
TIMES = tuple(5.0 * n for n in range(1, 10))
times, patterns = st.sampled_from(TIMES), st.sampled_from(PATTERNS)


def called(name: str | None) -> str:
    return name or "person 1"


def worded(pattern: str, name: str | None) -> str:
    """A pattern with the name; sentences begin with a capital."""
    return ". ".join(part[:1].upper() + part[1:] for part in pattern.format(called(name)).split(". "))


class EditMachine(RuleBasedStateMachine):
    """One described folder. The model holds the pattern of each hand-made cue, None for a removed one, by revision."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.workspace = Workspace(self.folder)
        self.name: str | None = "Anna"
        self.model: list[dict[str, str | None] | int] = []  # by revision: what it sets, or which one it takes back
        self.exported: list[CueRow] = []

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize()
    def describe(self) -> None:
        self.draft(list(TIMES[:4]), PATTERNS[0], "Anna")
        self.export()

    @rule(chosen=st.lists(times, unique=True, max_size=6), pattern=patterns, name=st.sampled_from(NAMES))
    def describe_again(self, chosen: list[float], pattern: str, name: str | None) -> None:
        self.draft(chosen, pattern, name)

    def draft(self, chosen: list[float], pattern: str, name: str | None) -> None:
        self.name = name
        names = {"p1": name} if name else {"p2": "Zoe"}
        cues = [cue(time, worded(pattern, name), people=("p1",)) for time in sorted(chosen)]
        before = self.state() if self.workspace.has_script() else FolderState(script())
        self.workspace.save_draft(script(**names).replace(cues=tuple(cues)))
        assert self.state().revisions == before.revisions

    @rule()
    def export(self) -> None:
        self.exported = [row(one) for one in self.state().script.cues]

    @rule(n=st.integers(0, 8), pattern=patterns)
    def change_words(self, n: int, pattern: str) -> None:
        if self.exported:
            at = n % len(self.exported)
            self.edit([one if k != at else self.with_text(one, pattern) for k, one in enumerate(self.exported)])

    @rule(n=st.integers(0, 8))
    def remove(self, n: int) -> None:
        if self.exported:
            self.edit([one for k, one in enumerate(self.exported) if k != n % len(self.exported)])

    @rule(time=times, pattern=patterns)
    def add(self, time: float, pattern: str) -> None:
        self.edit([*self.exported, CueRow(None, time + 1, None, worded(pattern, self.name))])

    @rule(n=st.integers(0, 8), pattern=patterns)
    def change_the_script_file(self, n: int, pattern: str) -> None:
        now = self.state().script
        if now.cues:
            at = n % len(now.cues)
            changed = now.cues[at].replace(text=worded(pattern, self.name))
            cues = [changed if k == at else one for k, one in enumerate(now.cues)]
            text = json.dumps(now.replace(cues=tuple(cues)).to_dict(), ensure_ascii=False)
            (self.folder / SCRIPT).write_text(text, encoding="utf-8")
            if cues[at] != now.cues[at]:
                self.model.append({changed.id: pattern})

    @rule()
    def undo(self) -> None:
        state = self.state()
        if numbers := effective(state.revisions):
            self.workspace.commit(state, Revision("", "me", "undo", undoes=numbers[-1]))
            self.model.append(numbers[-1])

    @rule()
    def redo(self) -> None:
        state = self.state()
        if number := last_undo(state.revisions):
            self.workspace.commit(state, Revision("", "me", "redo", undoes=number))
            self.model.append(number)

    @rule(n=st.integers(0, 8), pattern=patterns, written=st.booleans())
    def kill_an_edit(self, n: int, pattern: str, *, written: bool) -> None:
        """Kill before the journal's line is complete, or before the script is written."""
        state, old = self.state(), (self.folder / SCRIPT).read_bytes()
        if not state.script.cues:
            return
        before = state.script.cues[n % len(state.script.cues)]
        after = before.replace(text=worded(pattern, self.name), hand_made=True)
        change = Revision("", "me", "killed", (CueChange(before.id, before, after),), called_now(state.script.people))
        if written:
            self.workspace.commit(state, change)
            (self.folder / SCRIPT).write_bytes(old)
            self.model.append({before.id: pattern})
        else:
            with open(self.folder / JOURNAL, "a", encoding="utf-8") as opened:
                opened.write(json.dumps(change.to_dict())[: 10 + n])

    @invariant()
    def nothing_made_by_hand_is_lost_or_altered(self) -> None:
        if not self.workspace.has_script():
            return
        found = {one.id: one for one in self.state().script.cues}
        for name, pattern in self.expected().items():
            if pattern is None:
                assert name not in found
            else:
                assert found[name].text == worded(pattern, self.name)
                assert found[name].hand_made
        assert {name for name, one in found.items() if one.hand_made} == {
            name for name, pattern in self.expected().items() if pattern is not None
        }

    @invariant()
    def the_journal_over_the_draft_is_the_script(self) -> None:
        if (self.folder / SCRIPT).is_file():
            self.state()
            replayed = replay(read_record(self.folder / DRAFT, Script), self.workspace.journal.read())
            text = json.dumps(replayed.to_dict(), ensure_ascii=False, indent=1) + "\n"
            assert (self.folder / SCRIPT).read_bytes() == text.encode()

    def edit(self, rows: list[CueRow]) -> None:
        state = self.state()
        found = compare(state.script, RowFile(tuple(rows), EVERY), self.exported, duration=lambda _: 1.5)
        if found.changes:
            self.workspace.commit(state, Revision("", "me", "f", found.changes, called_now(state.script.people)))
            self.model.append({change.cue: self.pattern_of(change.after) for change in found.changes})

    def state(self) -> FolderState:
        return self.workspace.load(who="me")

    def with_text(self, exported: CueRow, pattern: str) -> CueRow:
        values = {**vars(exported), "text": worded(pattern, self.name)}
        return CueRow(**values)

    def pattern_of(self, after: Cue | None) -> str | None:
        if after is None:
            return None
        return next((each for each in PATTERNS if worded(each, self.name) == after.text), after.text)

    def expected(self) -> dict[str, str | None]:
        undone: set[int] = set()
        for number in range(len(self.model), 0, -1):
            target = self.model[number - 1]
            if isinstance(target, int) and number not in undone:
                undone.add(target)
        held: dict[str, str | None] = {}
        for number, one in enumerate(self.model, 1):
            if isinstance(one, dict) and number not in undone:
                held |= one
        return held
