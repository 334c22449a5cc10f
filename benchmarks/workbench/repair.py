"""How much typing and listening does a repair take, on the workbench and in a text editor with WebVTT?

Twenty seeded faults among sixty cues: wrong names, cues too long for their gaps, cues that begin over speech, needless
cues, and cues that say two things. A scripted describer repairs them in order of time. On the workbench, what is
pressed is sent to its server, and the result is compared with what is wanted; keys are those of its page of help.
Keystrokes are counted by one rule: a chord is two, each letter that is typed or deleted one, a word that the cursor
passes or deletes at once two, a line that is deleted one; of two ways to change a line the shorter one counts.
"""

from __future__ import annotations

import argparse
import difflib
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.schema import Cue, Film, Gap, Person, Script, Speech
from cinescribe.timing import Seconds, Span
from tests.serve.workbench.desk import Desk, desk
from tests.serve.workbench.running import Shown, csrf_of, shown_cues

SEED, N_CUES, N_EACH = 43, 60, 4
KINDS = ("wrong name", "too long", "over speech", "needless", "two things")
CHORD, PLACE = 2, 4  # keystrokes: of two keys at once, and to search for two letters
AROUND: Seconds = 2.0  # of film before and after a cue that is heard
# To hear a change of a text file in the film: save 2, to the terminal 2, the last command again 2, to the player 2,
# open the film again 2, go to a time 9, stop 1, back to the editor 2.
HEARING_A_FILE = 22
NOTES = (
    "The describer walks from cue to cue on the workbench, and searches in the text editor: four keystrokes to a "
    "place. Only the repair is counted, not the reading of the cues that are right.",
    "In WebVTT a changed text needs another end, which the voice decides: the describer has to hear it, and types it. "
    "On the workbench the message says whether it fits, so that only changed times and lengths are heard.",
    f"Hearing a cue takes one chord on the workbench and {HEARING_A_FILE} keystrokes with files: save, export, and "
    "find the place in a player. Both hear it with two seconds of film before and after it.",
    "This is a model of a describer who makes no mistakes, not a study of people.",
)


@dataclass
class Effort:
    """What a repair took: keystrokes, and seconds of listening, by kind of fault."""

    keys: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    hearing_keys: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    seconds: dict[str, Seconds] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))

    def heard(self, kind: str, cue: Span, keys: int) -> None:
        """Add the hearing of a cue in the film."""
        self.hearing_keys[kind] += keys
        self.seconds[kind] += cue.duration + 2 * AROUND


def faulty() -> tuple[Script, dict[str, str]]:
    """Return a script with faults, and their kinds by cue."""
    places = sorted(random.Random(SEED).sample(range(N_CUES), N_EACH * len(KINDS)))
    kinds = {f"c{at}": KINDS[n % len(KINDS)] for n, at in enumerate(places)}
    cues = tuple(_cue(at, kinds.get(f"c{at}", "")) for at in range(N_CUES))
    speech = tuple(Speech(Span(10.0 * at + 6, 10.0 * at + 9.8), "subtitles", "Words.") for at in range(N_CUES))
    gaps = tuple(Gap(Span(10.0 * at, 10.0 * at + 5.8)) for at in range(N_CUES))
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2", "Bob"))
    return Script(Film("film.mp4", 10.0 * N_CUES), people, (), speech, gaps, cues), kinds


def _cue(at: int, kind: str) -> Cue:
    start, text = 10.0 * at + 0.5, "Anna walks to the harbour."
    shorter: tuple[str, ...] = ()
    if kind == "wrong name":
        text = "Bob walks to the harbour."
    elif kind == "too long":
        text = (
            "Anna walks slowly and with her head bent down along the long wall to the old harbour of the town at night."
        )
        shorter = ("Anna walks to the harbour.",)
    elif kind == "over speech":
        start += 6.0
    elif kind == "two things":
        text = "Anna walks to the harbour. Bob waits."
    return Cue(Span(start, start + 1.7), text, ("p1",), id=f"c{at}", by="observer", shorter=shorter)


class Worker:
    """Repairs on the workbench."""

    def __init__(self, bench: Desk) -> None:
        self._bench, self.effort, self._page = bench, Effort(), ""

    def repair(self, kinds: dict[str, str]) -> None:
        """Walk through all cues in order, and repair those with a fault."""
        n_steps = 0
        for key in [cue.key for cue in self._shown()]:
            if key not in kinds:
                n_steps += 1
                continue
            kind = kinds[key]
            self.effort.keys[kind] += CHORD * (n_steps + 1)
            n_steps = 0
            self.effort.keys[kind] += self._mend(kind, next(cue for cue in self._shown() if cue.key == key))

    def _mend(self, kind: str, cue: Shown) -> int:
        """Mend one fault; return the keystrokes."""
        if kind == "wrong name":
            self._send(cue, "save", text=cue.text.replace("Bob", "Anna"))
            return len("Bob") + len("Anna")  # the cursor is at the beginning; leaving the cue saves it
        if kind == "two things":
            at = cue.text.index("Bob")
            self._send(cue, "split", at=str(at))
            return CHORD * len(cue.text[:at].split()) + CHORD
        action = {"too long": "fit", "over speech": "previous-gap", "needless": "reject"}[kind]
        self._send(cue, action)
        if kind != "needless":
            script = self._bench.films.get("film").folder.current().script
            span = next(each.span for each in script.cues if each.id == cue.key)
            self.effort.heard(kind, span, CHORD)
        return CHORD

    def _shown(self) -> list[Shown]:
        self._page = self._bench.get("/films/film/").text
        return list(shown_cues(self._page))

    def _send(self, cue: Shown, action: str, **fields: str) -> None:
        values = {"csrf": csrf_of(self._page), "revision": cue.revision, "text": cue.text, **fields}
        headers = {"origin": "http://desk", "accept": "application/json"}
        answer = self._bench.client.post(f"/films/film/cues/{cue.key}/{action}", data=values, headers=headers)
        assert answer.status_code == 200, answer.text


def in_text_editor(work: Path, broken: Script, right: Script, kinds: dict[str, str]) -> Effort:
    """Return what the same repair takes in a WebVTT file."""
    effort = Effort()
    before = {cue.id: cue for cue in broken.cues}
    for kind in KINDS:
        mended = tuple(_mended(before, right, {name for name, own in kinds.items() if own == kind}))
        files = (_vtt(work / f"{kind} broken", broken), _vtt(work / f"{kind} right", broken.replace(cues=mended)))
        effort.keys[kind] = keystrokes(*files)
        for cue in mended:
            if cue.status != "dropped" and cue != before.get(cue.id):
                effort.heard(kind, cue.span, HEARING_A_FILE)
    return effort


def _mended(before: dict[str, Cue], right: Script, wanted: set[str]) -> Iterator[Cue]:
    """The broken cues with those of one kind as they should be, and what was split off them."""
    split_off = {cue.id for cue in right.cues} - before.keys()
    for cue in right.cues:
        if cue.id in wanted:
            yield cue
        elif cue.id not in split_off:
            yield before[cue.id]
        elif any(before[name].span.start < cue.span.start < before[name].span.start + 10 for name in wanted):
            yield cue


def keystrokes(before: str, after: str) -> int:
    """Return the keystrokes that change one file into another."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum(PLACE + _typed(old[a:b], new[c:d]) for kind, a, b, c, d in changes if kind != "equal")


def _typed(old: Sequence[str], new: Sequence[str]) -> int:
    """The keystrokes of one place: of lines that are changed, then of those deleted or written whole."""
    pairs = list(zip(old, new, strict=False))
    n = len(pairs)
    changed = sum(min(_cost(one, other, 1), _cost(one.split(), other.split(), CHORD)) for one, other in pairs)
    return changed + len(old[n:]) + sum(map(len, new[n:]))


def _cost(old: Sequence[str], new: Sequence[str], deleted: int) -> int:
    """The keystrokes to delete and type what differs, by letters or by words."""
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum(
        (b - a) * deleted + sum(len(part) + (len(part) > 1) for part in new[c:d])
        for kind, a, b, c, d in changes
        if kind != "equal"
    )


def _vtt(folder: Path, script: Script) -> str:
    Workspace(folder).save_draft(script.replace(cues=tuple(sorted(script.cues, key=lambda cue: cue.span))))
    return export_description(folder, to="vtt").read_text(encoding="utf-8")


def check(script: Script, kinds: dict[str, str]) -> None:
    """Raise if a fault is left."""
    for cue in script.cues:
        kind = kinds.get(cue.id)
        if kind == "needless":
            assert cue.status == "dropped"
        elif kind is not None:
            assert cue.text == "Anna walks to the harbour.", cue
            assert any(gap.span.start <= cue.span.start and cue.span.end <= gap.span.end for gap in script.gaps), cue
    assert sum(cue.text == "Bob waits." for cue in script.cues) == N_EACH


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    add_write_option(parser)
    arguments = parser.parse_args()
    broken, kinds = faulty()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        Workspace(work / "film.ad").save_draft(broken)
        with desk(work / "film.ad") as bench:
            worker = Worker(bench)
            worker.repair(kinds)
            right = bench.films.get("film").folder.current().script
        check(right, kinds)
        mine, theirs = worker.effort, in_text_editor(work, broken, right, kinds)
    rows: list[Row] = [
        (kind, N_EACH, *(value for one in (mine, theirs) for value in _figures(one, kind))) for kind in KINDS
    ]
    totals = [sum(float(row[n] or 0) for row in rows) for n in range(2, 8)]
    rows.append(("all", N_EACH * len(KINDS), *(round(total) for total in totals)))
    columns = ("fault", "n", "keys", "to hear it", "seconds heard", "keys, WebVTT", "to hear it", "seconds heard")
    table = print_table("Keystrokes and listening", columns, rows)
    typed = f"{totals[0]:.0f} and {totals[3]:.0f} ({totals[0] / totals[3]:.0%})"
    with_hearing = (totals[0] + totals[1]) / (totals[3] + totals[4])
    both = f"{totals[0] + totals[1]:.0f} and {totals[3] + totals[4]:.0f} ({with_hearing:.0%})"
    heard = f"{totals[2]:.0f} s and {totals[5]:.0f} s ({totals[2] / totals[5]:.0%})"
    report_results(
        "workbench_repair",
        "Twenty faults, repaired on the workbench and in a text editor",
        headlines=[
            Headline("keystrokes to repair 20 faults: workbench, WebVTT", typed, "at most half"),
            Headline("the same with those to hear what changed", both, "at most half"),
            Headline("seconds of listening: workbench, WebVTT", heard, "at most half"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def _figures(effort: Effort, kind: str) -> tuple[int, int, int]:
    return effort.keys[kind], effort.hearing_keys[kind], round(effort.seconds[kind])


if __name__ == "__main__":
    main()
