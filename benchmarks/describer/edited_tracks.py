"""Random edits of exported tracks in another editor, read back: does each cue keep its own evidence?

The editor counts SubRip anew, and saves WebVTT as pysubs2 does: with the identifier of the next cue among the words.
Cues are moved, deleted, inserted, joined, split and reworded; a cue may be taken for a new one, but must never get the
evidence of another, and an identifier must never become words.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot import filmed_clips, named_text
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.export.settings import Settings, write_settings
from cinescribe.media.speech.subtitles import read_timed_text
from cinescribe.schema import Cue, Evidence, Film, Script
from cinescribe.timing import Span, clock
from tests.dummies import SteadyVoice

N_FILMS, N_CUES = 12, 40  # for each edit and form
SEED = 43
NO_VOICE = "nobody"  # so that nothing is spoken to check whether it fits
INSERTED = "Something else that nobody wrote before is seen here at once."
STRETCH = 25 / 23.976  # of a film that runs at the speed of television
NOTE = (
    "Kept: the cue has the evidence that it had. Joined cues keep that of one of their two, split ones that of the "
    "whole, in one of their parts. As new: it has none. Of another: it has the evidence of a cue that it is not."
)


@dataclass(frozen=True)
class Entry:
    """A cue as the editor shows it.

    Args:
        start, end: seconds.
        lines: of words and identifiers.
        cues: ids of the cues whose words these are.
    """

    start: float
    end: float
    lines: tuple[str, ...]
    cues: frozenset[str]


Edit: TypeAlias = Callable[[random.Random, list[Entry]], list[Entry]]


def moved_together(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """All begin later, or earlier, by as much."""
    by = rng.uniform(-2.0, 8.0)
    return [replace(one, start=max(one.start + by, 0.0), end=max(one.end + by, 0.1)) for one in entries]


def stretched(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """The film runs slower, or faster."""
    by = rng.choice((STRETCH, 1 / STRETCH))
    return [replace(one, start=one.start * by, end=one.end * by) for one in entries]


def moved(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Each begins a little earlier or later."""
    return [
        replace(one, start=max(one.start + by, 0.0), end=max(one.end + by, 0.1))
        for one, by in ((one, rng.uniform(-1.5, 1.5)) for one in entries)
    ]


def deleted(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Every fifth is deleted."""
    return [one for one in entries if rng.random() >= 0.2]


def inserted(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """A new one follows every fifth."""
    out: list[Entry] = []
    for number, one in enumerate(entries):
        out.append(one)
        if rng.random() < 0.2:
            out.append(Entry(one.end + 0.2, one.end + 2.0, (f"{INSERTED[:-1]}, {number} times.",), frozenset()))
    return out


def joined(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Some become one with the next."""
    out: list[Entry] = []
    for one in entries:
        if out and rng.random() < 0.15:
            last = out.pop()
            out.append(Entry(last.start, one.end, (*last.lines, *one.lines), last.cues | one.cues))
        else:
            out.append(one)
    return out


def split(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Some longer ones become two."""
    out: list[Entry] = []
    for one in entries:
        words = one.lines[0].split()
        if len(words) < 6 or rng.random() >= 0.2:
            out.append(one)
            continue
        at, middle = len(words) // 2, (one.start + one.end) / 2
        out.append(Entry(one.start, middle, (" ".join(words[:at]),), one.cues))
        out.append(Entry(middle, one.end, (" ".join(words[at:]), *one.lines[1:]), one.cues))
    return out


def reworded(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """A third of them have one or two other words."""
    out = []
    for one in entries:
        words = one.lines[0].split()
        for _ in range(rng.randint(1, 2) if rng.random() < 1 / 3 else 0):
            words[rng.randrange(len(words))] = rng.choice(("slowly", "old", "again", "there", "walks"))
        out.append(replace(one, lines=(" ".join(words), *one.lines[1:])))
    return out


def rewritten(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Some have wholly other words."""
    new = ("Rain begins to fall.", "He waits in silence.", "A light goes out far away.", "Nobody answers her.")
    return [replace(one, lines=(rng.choice(new), *one.lines[1:])) if rng.random() < 0.15 else one for one in entries]


SINGLE: dict[str, Edit] = {
    "opened and saved": lambda _, entries: entries,
    "all moved": moved_together,
    "film stretched": stretched,
    "each moved a little": moved,
    "some deleted": deleted,
    "some inserted": inserted,
    "some joined": joined,
    "some split": split,
    "some reworded": reworded,
    "some rewritten": rewritten,
}


def mixed(rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Three edits one after the other."""
    for edit in rng.sample(list(SINGLE.values())[1:], 3):
        entries = edit(rng, entries)
    return entries


EDITS: dict[str, Edit] = SINGLE | {"three of these": mixed}


def saved(form: str, entries: Sequence[Entry]) -> str:
    """SubRip or WebVTT, counted from 1 on."""
    mark = {"srt": ",", "vtt": "."}[form]
    blocks = []
    for n, one in enumerate(entries, 1):
        times = f"{clock(one.start, mark=mark)} --> {clock(one.end, mark=mark)}"
        blocks.append("\n".join((str(n), times, *one.lines, "")))
    return "WEBVTT\n\n" * (form == "vtt") + "\n".join(blocks)


def described(sentences: Sequence[str], rng: random.Random) -> Script:
    """A script with some of the sentences, each with evidence of its own."""
    first = rng.randrange(max(len(sentences) - N_CUES, 1))
    cues, at = [], 1.0
    for sentence in sentences[first : first + N_CUES]:
        at = round(at + rng.uniform(0.4, 9.0), 3)
        end = round(at + len(sentence.split()) / 2.5, 3)
        name = f"c{round(at * 1000)}"
        cues.append(Cue(Span(at, end), sentence, evidence=(Evidence(at, f"of {name}"),), by="observer", id=name))
        at = end
    return Script(Film("film.mp4", at + 60.0), cues=tuple(cues))


def judged(script: Script, form: str, edit: Edit, rng: random.Random, folder: Path) -> Counter[str]:
    """Export, edit and read back; count the cues by what became of their evidence."""
    workspace = Workspace(folder)
    workspace.save_draft(script)
    write_settings(folder, Settings(voice=NO_VOICE))
    path = export_description(folder, to=form)
    ids = [cue.id for cue in script.cues]
    below = [*ids[1:], None] if form == "vtt" else [None] * len(ids)
    shown = [
        Entry(cue.span.start, cue.span.end, (cue.text, *filter(None, [name])), frozenset({cue.id}))
        for cue, name in zip(script.cues, below, strict=True)
    ]
    entries = sorted(edit(rng, shown), key=lambda one: one.start)
    path.write_text(saved(form, entries), encoding="utf-8")
    after = edit_description(folder, path, voice=SteadyVoice(), who="an editor").script
    return _judgement(entries, after, set(ids))


def _judgement(entries: Sequence[Entry], after: Script, ids: set[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    left = list(after.cues)
    parts: dict[frozenset[str], list[str]] = {}
    for one in entries:
        words = " ".join(line for line in one.lines if line not in ids)
        cue = _cue_of(one, words, left)
        if cue is None:
            found["words changed"] += 1
            continue
        left.remove(cue)
        parts.setdefault(one.cues, []).append(cue.evidence[0].what.removeprefix("of ") if cue.evidence else "")
    for cues, got in parts.items():
        for name in [*filter(None, got)] or [""]:
            kind = "as new" if not name else "kept" if name in cues else "of another"
            found["new" if not cues and not name else kind] += 1
    found["identifiers as words"] += sum(bool(ids & {*cue.text.split()}) for cue in after.cues)
    found["deleted and there"] += len(left)
    return found


def _cue_of(one: Entry, words: str, cues: Sequence[Cue]) -> Cue | None:
    near = [cue for cue in cues if abs(cue.span.start - one.start) < 0.003]
    return next((cue for cue in near if cue.text.split() == words.split()), None)


def texts(data: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield descriptions of two kinds: their name and their sentences."""
    path = data / "text/elephants_dream_vtt/descriptions.en.vtt"
    yield "a person's description", [cue.text for cue in read_timed_text(path)]
    plans = [plan_film(seed, n_clips=12) for seed in range(430, 440)]
    captions = [named_text(clip.captions[0].text, plan.names) for plan in plans for clip in filmed_clips(plan)]
    yield "Backlot's captions, which are alike", captions


def table(name: str, sentences: Sequence[str], folder: Path) -> Table:
    """Measure every edit in both forms."""
    return print_table(f"Edited by another editor: {name}", COLUMNS, _rows(sentences, folder), note=NOTE)


COLUMNS = (
    "form and edit", "cues", "kept, %", "as new, %", "of another, %", "deleted and there", "words changed",
    "identifiers as words",
)  # fmt: skip


def _rows(sentences: Sequence[str], folder: Path) -> Iterator[Row]:
    for form in ("srt", "vtt"):
        for name, edit in EDITS.items():
            rng = random.Random(f"{SEED} {form} {name}")
            total: Counter[str] = Counter()
            for n in range(N_FILMS):
                own = folder / f"{form}-{name}-{n}.ad".replace(" ", "-")
                total += judged(described(sentences, rng), form, edit, rng, own)
            n_cues = total["kept"] + total["as new"] + total["of another"]
            share = (round(100 * total[kind] / n_cues, 2) for kind in ("kept", "as new", "of another"))
            rest = (total[kind] for kind in ("deleted and there", "words changed", "identifiers as words"))
            yield (f"{form}, {name}", n_cues, *share, *rest)


def headlines(name: str, found: Table) -> Iterator[Headline]:
    """Yield the figures of the summary for one text."""
    n_cues = sum(int(row[1] or 0) for row in found.rows)
    kept, another = (sum(float(row[k] or 0) * int(row[1] or 0) for row in found.rows) / n_cues for k in (2, 4))
    yield Headline(f"cues that keep their own evidence, {name}", f"{kept:.2f} % of {n_cues:,}")
    yield Headline(f"cues that get that of another, {name}", f"{another:.2f} %", "0")
    yield Headline(f"identifiers that become words, {name}", str(sum(int(row[7] or 0) for row in found.rows)), "0")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    tables, lines = list[Table](), list[Headline]()
    with tempfile.TemporaryDirectory() as folder:
        for n, (name, sentences) in enumerate(texts(arguments.shared / "data")):
            tables.append(table(name, sentences, Path(folder) / str(n)))
            lines += headlines(name, tables[-1])
    report_results("edited_tracks", "Tracks edited elsewhere", headlines=lines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
