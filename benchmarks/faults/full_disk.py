"""What a full disk does to each command that writes. Needs the right to mount a small file system (root, Linux).

    python -m benchmarks.faults.full_disk [--only NAME] [--write]

Each command runs once with room enough. Then it runs on file systems that fill up before, in the middle and near the
end of what it writes, temporary files included; it must fail in one clear line, leave what was there as it was, and
leave nothing half-written. Then the file system grows, the same command runs again, and its files are compared.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.faults.command import contents, started
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results

SHARES = (0.05, 0.5, 0.95)  # of what a command writes, for which there is room
ROOM = 4 << 30  # bytes; more than any of the commands writes
_PAGE = 4096
_FORMS = ("vtt", "srt", "csv", "dapt", "text", "page", "wav", "film")
NOTES = (
    "A command that runs to its end where there is room for .95 of its files replaced or removed files on its way.",
    "Compared: every file that was there before, and, after the disk has grown and the command has run again, every "
    "file; but for logs, journals and TensorBoard's files, which hold times.",
)


@dataclass(frozen=True)
class Work:
    """A command that writes.

    Args:
        name: of the command.
        arguments: of the command; paths begin with `{disk}`, the small file system, or `{inputs}`.
        copied: files and folders of the inputs that must be on that file system before.
    """

    name: str
    arguments: tuple[str, ...]
    copied: tuple[str, ...] = ()


@dataclass
class Outcome:
    """What was counted: runs, and those that failed well, that changed files, left parts, or differed in the end."""

    runs: int = 0
    ended: int = 0
    refused: int = 0
    unclear: int = 0
    changed: int = 0
    partial: int = 0
    different: int = 0


def works() -> list[Work]:
    """Return the commands, each with inputs of `prepare`."""

    def writes(name: str, *arguments: str, copied: Sequence[str] = ()) -> Work:
        return Work(name, (*name.split(), *arguments), tuple(copied))

    film, folder, described = "{inputs}/film.mp4", "{disk}/out", ("film.ad",)
    return [
        writes("backlot shoot", "-o", folder, "--films", "1", "--size", "tiny", "--height", "90"),
        writes("backlot stills", "-o", folder, "--images", "3"),
        writes("corpus build backlot", folder, "--size", "tiny", "--height", "90"),
        writes("corpus export", "{inputs}/corpus", "--to", "jsonl", "-o", folder),
        writes("corpus import jsonl", "{inputs}/corpus", "-o", folder),
        writes("corpus stats", "{inputs}/corpus", "-o", folder),
        writes("features extract", "{disk}/corpus", "--with", "clip", copied=["corpus"]),
        writes("train", str(_recipe()), "--corpus", "{inputs}/features", "-o", folder, "--set", "training.epochs=1"),
        writes(
            "score",
            "{inputs}/captions.json",
            "{inputs}/captions.json",
            "--per-item",
            "{disk}/items.jsonl",
            "--overwrite",
        ),
        writes(
            "explain words",
            film,
            "--moments",
            "1",
            "-o",
            "{disk}/words.html",
            "--figure",
            "{disk}/words.png",
            "--overwrite",
        ),
        writes("describe", film, "-o", folder),
        *(writes(f"export --to {form}", "{disk}/film.ad", copied=described) for form in _FORMS),
        writes("edit", "{disk}/film.ad", "{disk}/edited.txt", copied=(*described, "edited.txt")),
    ]


def _recipe() -> Path:
    return Path(__file__).resolve().parents[2] / "recipes" / "backlot" / "tiny.toml"


def prepare(inputs: Path) -> None:
    """Make what the commands read: a film and its description, a corpus without and with features, captions."""
    corpus, features = inputs / "corpus", inputs / "features"
    _must("corpus", "build", "backlot", str(corpus), "--size", "tiny", "--height", "90")
    shutil.copytree(corpus, features)
    _must("features", "extract", str(features), "--with", "clip,actions,faces")
    shutil.copy(next(corpus.rglob("*.mp4")), inputs / "film.mp4")
    _must("describe", str(inputs / "film.mp4"), "-o", str(inputs / "film.ad"))
    _must("export", str(inputs / "film.ad"), "--to", "text", "-o", str(inputs / "exported.txt"))
    text = (inputs / "exported.txt").read_text()
    (inputs / "edited.txt").write_text(text.replace("Person 1", "Somebody").replace(".\n", " here.\n"))
    (inputs / "captions.json").write_text('{"a": "A man walks in.", "b": "A dog runs off."}')


def _must(*arguments: str) -> None:
    with started(*arguments, "--quiet") as process:
        _, errors = process.communicate()
    if process.returncode:
        raise SystemExit(f"cinescribe {' '.join(arguments)} failed: {errors}")


@contextmanager
def disk(folder: Path, size: int) -> Iterator[Callable[[int], None]]:
    """Mount a file system of some bytes at a folder; yield what gives it another size."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield lambda size: _resize(folder, size)
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _resize(folder: Path, size: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)


def run(work: Work, inputs: Path, mounted: Path) -> tuple[int, str]:
    """Run a command; return its exit status and its messages."""
    temporary = mounted / "tmp"
    temporary.mkdir(exist_ok=True)
    names = {"disk": str(mounted), "inputs": str(inputs)}
    arguments = [argument.format(**names) for argument in work.arguments]
    with started(*arguments, environment={**os.environ, "TMPDIR": str(temporary)}) as process:
        _, errors = process.communicate()
    shutil.rmtree(temporary)
    return process.returncode, errors


def attacked(work: Work, inputs: Path, mounted: Path) -> Outcome:
    """Run a command with room, then with too little; return what came out."""
    outcome = Outcome()
    with disk(mounted, ROOM) as resize:
        before = _copied(work, inputs, mounted)
        status, errors = run(work, inputs, mounted)
        if status:
            raise SystemExit(f"{work.name} failed with room enough: {errors}")
        wanted, written = contents(mounted), _used(mounted) - before
    for share in SHARES:
        with disk(mounted, ROOM) as resize:
            _copied(work, inputs, mounted)
            old = contents(mounted)
            resize((before + int(written * share)) // _PAGE * _PAGE + _PAGE)
            status, errors = run(work, inputs, mounted)
            found = contents(mounted)
            outcome.runs += 1
            outcome.ended += not status
            is_clear = status == 1 and "No space left" in errors and "Traceback" not in errors
            outcome.refused += is_clear
            if status and not is_clear:
                outcome.unclear += 1
                print(f"{work.name} at {share}: status {status}: {errors[-600:]}", flush=True)
            if status:
                outcome.changed += _count(work, share, "changed", (n for n in old if found.get(n) != old[n]))
            outcome.partial += _count(work, share, "left over", (n for n in found if ".part" in n))
            resize(ROOM)
            status, errors = run(work, inputs, mounted)
            if status:
                print(f"{work.name} at {share}, with room again: status {status}: {errors[-600:]}", flush=True)
            found = contents(mounted)
            names = (name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
            outcome.different += _count(work, share, "different in the end", names)
    return outcome


def _copied(work: Work, inputs: Path, mounted: Path) -> int:
    """Copy what a command needs; return how much room that takes."""
    for name in work.copied:
        (shutil.copytree if (inputs / name).is_dir() else shutil.copy)(inputs / name, mounted / name)
    return _used(mounted)


def _used(mounted: Path) -> int:
    found = os.statvfs(mounted)
    return (found.f_blocks - found.f_bfree) * found.f_frsize


def _count(work: Work, share: float, what: str, names: Iterator[str]) -> int:
    listed = sorted(names)
    for name in listed:
        print(f"{work.name} at {share}: {what}: {name}", flush=True)
    return len(listed)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="commands whose name contains this")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        inputs, mounted = Path(folder) / "inputs", Path(folder) / "disk"
        inputs.mkdir()
        prepare(inputs)
        found = {work.name: attacked(work, inputs, mounted) for work in works() if arguments.only in work.name}
    columns = ("runs", "ended", "refused", "unclear", "changed", "partial", "different")
    rows: list[Row] = [(name, *(getattr(one, column) for column in columns)) for name, one in found.items()]
    heading = (
        "command",
        "runs",
        "ended all the same",
        "refused in a line",
        "other ends",
        "old files changed",
        "parts left over",
        "files different in the end",
    )
    table = print_table("A full disk", heading, rows)
    bad = sum(one.unclear + one.changed + one.partial + one.different for one in found.values())
    report_results(
        "full_disk",
        "Commands on a full disk",
        headlines=[
            Headline("commands that write", str(len(found))),
            Headline("faults: unclear ends, changed files, parts left over, other results", str(bad), "0"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
