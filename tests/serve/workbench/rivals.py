"""Two tabs and a command that edit the same few cues at once."""

import html
import random
import re
import threading
from dataclasses import dataclass, field
from itertools import count

from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.export.exports import base_rows
from cinescribe.export.folder import JOURNAL
from tests.dummies import SteadyVoice
from tests.serve.workbench.running import Running, Shown, Tab, revision_in


@dataclass
class Rivals:
    """What was counted.

    Attributes:
        acknowledged: the words of edits that were answered as saved.
        conflicts: answers that gave both texts.
        by_command: edits of the command.
        faults: answers that did not say what they should.
    """

    acknowledged: list[str] = field(default_factory=list)
    conflicts: int = 0
    by_command: int = 0
    faults: list[str] = field(default_factory=list)

    def is_over(self, n_conflicts):
        """Whether there were so many conflicts, and the command had a part in it."""
        return self.conflicts >= n_conflicts and self.by_command > 0


def compete(folder, *, n_conflicts, seed):
    """Let two tabs and a command edit until there were so many conflicts; return what was counted, and what is lost."""
    rivals = Rivals()
    with Running(folder) as running, Tab(running.entry) as one, Tab(running.entry) as other:
        tabs = [
            threading.Thread(target=_edit_by_tab, args=(tab, name, rivals, n_conflicts, seed))
            for tab, name in ((one, "one"), (other, "other"))
        ]
        command = threading.Thread(target=_edit_by_command, args=(folder, rivals, n_conflicts))
        for thread in (*tabs, command):
            thread.start()
        for thread in (*tabs, command):
            thread.join()
    with Workspace(folder).opened(who="check"):
        pass
    journal = (folder / JOURNAL).read_text(encoding="utf-8")
    return rivals, [words for words in rivals.acknowledged if f'"{words}"' not in journal]


def _edit_by_tab(tab, name, rivals, n_conflicts, seed):
    """Edit by what the tab has shown first: others change it meanwhile."""
    choose = random.Random(f"{seed} {name}")
    shown = tab.shown()[:3]
    for n in count(1):
        if rivals.is_over(n_conflicts):
            return
        at, words = choose.randrange(len(shown)), f"Tab {name} says {n}."
        revision = shown[at].revision
        while revision is not None:
            key = shown[at].key
            answer = tab.send(Shown(key, revision, ""), "save", text=words)
            revision = _outcome(answer, key, words, rivals)
        shown[at] = Shown(key, revision_in(answer.json()["parts"][f"cue-{key}"]), words)


def _outcome(answer, key, words, rivals):
    """Take an answer in; return the revision to send the words again with, if they are not saved."""
    part = answer.json()["parts"].get(f"cue-{key}", "")
    if answer.status_code == 200:
        rivals.acknowledged.append(words)
        return None
    theirs = re.search("There it says: “(.*?)”", part)
    if answer.status_code != 409 or words not in html.unescape(part) or theirs is None or theirs[1] == words:
        rivals.faults.append(f"{answer.status_code}: {answer.text[:200]}")
    rivals.conflicts += 1
    return revision_in(part)


def _edit_by_command(folder, rivals, n_conflicts):
    """Export, change the first cue in the file, and read it back, as `cinescribe edit` does."""
    for n in count(1):
        if rivals.is_over(n_conflicts):
            return
        path = export_description(folder, to="text")
        text = path.read_text(encoding="utf-8")
        words = f"The command says {n}."
        exported = base_rows(folder, path)
        assert exported is not None
        first = exported.rows[0].text  # as it was exported; the tabs may have changed it since
        path.write_text(text.replace(first, words, 1), encoding="utf-8")
        edited = edit_description(folder, path, voice=SteadyVoice(), who="command")
        if any(change.after is not None and change.after.text == words for change in edited.comparison.changes):
            rivals.acknowledged.append(words)
            rivals.by_command += 1
