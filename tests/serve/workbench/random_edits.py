"""Random edits over HTTP, while the server is killed: what was acknowledged must be on the disk."""

import random
import threading
from dataclasses import dataclass, field

import httpx

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.folder import DRAFT, JOURNAL, SCRIPT
from cinescribe.journal.journal import Journal
from cinescribe.schema import Film, Gap, Script
from cinescribe.store import read_record, record_text
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.running import Running, Tab

_UNREACHED = (httpx.TransportError, httpx.RemoteProtocolError)
_STEPS = ("0.01", "-0.1", "0.1", "1.5")


@dataclass
class Survived:
    """What was counted.

    Attributes:
        acknowledged: edits whose answer came.
        lost: of them, those that the journal does not have as it had them then.
        refused: edits that could not be done, with a reason.
        kills: of the server.
        unequal: times that the draft with the journal was not `script.json`, byte for byte.
        statuses: other answers, by status: there should be none.
    """

    acknowledged: int = 0
    lost: int = 0
    refused: int = 0
    kills: int = 0
    unequal: int = 0
    statuses: dict[int, int] = field(default_factory=dict)


def write_folder(folder, n_cues=12):
    """Write a described folder without a film."""
    cues = [cue(10.0 * n + 1, f"Anna opens door number {n}.") for n in range(1, n_cues + 1)]
    gaps = tuple(Gap(Span(10.0 * n, 10.0 * n + 6)) for n in range(1, n_cues + 1))
    film = Film("film.mp4", 10.0 * (n_cues + 2))
    Workspace(folder).save_draft(script(*cues, p1="Anna").replace(film=film, gaps=gaps))
    return folder


class RandomEdits:
    """Edits one folder over HTTP until enough edits are acknowledged."""

    def __init__(self, folder, *, seed):
        self.folder, self.choose = folder, random.Random(seed)
        self.count, self.journal, self.n_words = Survived(), b"", 0

    def run(self, n_edits, n_kills):
        """Make so many edits; kill the server about so many times, at random moments."""
        per_kill = n_edits / max(n_kills, 1)
        while self.count.acknowledged < n_edits:
            wanted = min(self.count.acknowledged + self.choose.uniform(0.5, 1.5) * per_kill, n_edits)
            with Running(self.folder) as running:
                self._edit_until(running, wanted, is_killed=self.count.kills < n_kills)
            self._check()
        return self.count

    def _edit_until(self, running, wanted, *, is_killed):
        killer = threading.Timer(0.0, running.kill)
        try:
            with Tab(running.entry) as tab:
                while self.count.acknowledged < wanted:
                    self._edit(tab)
                if is_killed:  # in the middle of an edit
                    killer = threading.Timer(self.choose.uniform(0, 0.03), running.kill)
                    killer.start()
                    while True:
                        self._edit(tab)
        except _UNREACHED:
            assert is_killed
            killer.join()
            self.count.kills += 1

    def _edit(self, tab):
        answer = self._sent(tab)
        if answer.status_code == 200:
            self.count.acknowledged += 1
            now = (self.folder / JOURNAL).read_bytes()
            self.count.lost += not now.startswith(self.journal)
            self.journal = now
        elif answer.status_code == 422:
            self.count.refused += 1
        else:
            self.count.statuses[answer.status_code] = self.count.statuses.get(answer.status_code, 0) + 1

    def _sent(self, tab):
        """Send one random edit; its words, if it has any, are in no other."""
        if self.choose.random() < 0.15:
            return tab.press(self.choose.choice(["undo", "undo", "redo"]))
        dropped = self.choose.random() < 0.1
        shown = tab.shown("?show=dropped" if dropped else "") or tab.shown()
        one = self.choose.choice(shown)
        self.n_words += 1
        words = f"Edit number {self.n_words} of {len(shown)} cues."
        kind = self.choose.randrange(9)
        if kind < 4:
            answer = tab.send(one, "save", text=words)
            assert answer.status_code != 200 or words in (self.folder / JOURNAL).read_text(encoding="utf-8")
            return answer
        if kind == 4:
            return tab.send(one, self.choose.choice(["nudge", "nudge-start"]), by=self.choose.choice(_STEPS))
        if kind == 5 and len(shown) < 30:
            return tab.send(one, "insert", new_text=words, new_start=str(self.choose.randrange(1, 130)))
        if kind == 6 and len(shown) < 30:
            return tab.send(one, "split", at=str(len(one.text) // 2))
        action = self.choose.choice(["accept", "reject", "restore", "extend", "unextend", "join", "next-gap", "fit"])
        return tab.send(one, action)

    def _check(self):
        """Count what the folder has lost, after another command has opened it."""
        assert not (self.count.lost and self.count.statuses)
        now = (self.folder / JOURNAL).read_bytes() if (self.folder / JOURNAL).exists() else b""
        self.count.lost += not now.startswith(self.journal)
        with Workspace(self.folder).opened(who="check"):
            pass
        self.journal = (self.folder / JOURNAL).read_bytes() if (self.folder / JOURNAL).exists() else b""
        self.count.unequal += not is_replayed(self.folder)


def is_replayed(folder):
    """Whether the draft with the journal is the script, byte for byte."""
    script = replay(read_record(folder / DRAFT, Script), Journal(folder / JOURNAL, Revision).read())
    return (folder / SCRIPT).read_bytes() == record_text(script).encode()
