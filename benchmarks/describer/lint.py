"""`cinescribe lint`: does it find seeded faults, and how often does it find fault with what people wrote?

- Faults of every kind are put into Backlot's captions and into descriptions by people (`lint_seeds`). A fault is found
  if a finding of its rule names its cue or its stretch. Where a mend brings a seeded cue back, it must be the
  text as it was.
- Descriptions by people are checked as they are. `lint_judgements.toml` says of each finding about words whether the
  rule's source means it. A finding that nobody has judged counts as false.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.describer.lint_seeds import SEEDS, Seeded
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.plan.caption_templates import template_captions
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.scenes import action_take, takes_by_clip
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import lint, lint_script
from cinescribe.describe.guidelines.read_description import read_description
from cinescribe.export.folder import SCRIPT
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.speech.gaps import gaps
from cinescribe.schema import Cue, Film, Person, Script, Speech
from cinescribe.store import write_record
from cinescribe.timing import Seconds, Span

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
JUDGEMENTS = Path(__file__).with_name("lint_judgements.toml")
SEED, N_FILMS, N_CLIPS = 2026, 12, 40
N_CAPTIONS = 1000  # of COCO
SECONDS_PER_WORD = 0.4
PAUSE: Seconds = 0.4  # between cues of Backlot
APART: Seconds = 30.0  # from one cue to the next, where the voice is checked
ROOM = 2.0  # times the time for a cue; three times as many words do not fit
NEAR: Seconds = 0.05  # between a finding and its judgement
GUIDELINES = "netflix"  # it has every rule
# Rules whose findings are arithmetic on the file's own times: they need no judgement.
ARITHMETIC = frozenset(("speech-overlap", "rate", "cue-overlap", "cue-pause", "silence"))
GOAL, FALSE_GOAL = 0.95, 2.0
REAL = ("data/text/elephants_dream_vtt/descriptions.en.vtt", "data/ad_pair_rabbit/descriptions.vtt")
SUBTITLES = {  # beside a file of descriptions
    "descriptions.en.vtt": "captions.en.vtt",
    "able_blocks4all_descriptions_en.vtt": "able_blocks4all_captions_en.vtt",
    "able_deadline_descriptions_en.vtt": "able_deadline_captions_en.vtt",
    "able_itaccess_description_en.vtt": "able_itaccess_captions_en.vtt",
    "able_wwa_description_en.vtt": "able_wwa_captions_en.vtt",
    "rescue_descriptions.vtt": "rescue_captions.vtt",
}
HELD = ("*descriptions*.vtt", "able_*_description*.vtt", "rescue_descriptions.vtt")
CAPTIONS = "data/text/coco_captions/captions_val2017_part.json"
COATS = ("red", "blue", "green", "grey", "brown", "white")
NOTES = (
    "The seeds have tables and lists of their own: the past tense by a table of verbs, no word by the rules' code. "
    "Sentences of feelings, thoughts and sounds are added; words of the first and second person, adverbs and labels "
    "replace or extend words of the cue.",
    "The rules were made on the descriptions of Elephants Dream and of a rabbit, on two samples of COCO's captions and "
    "on other films of Backlot than those here. The captions here are a third sample. The untouched files come from "
    "public repositories (Able Player, a student's exercise). They set nothing, and their findings were judged once. "
    "They are no part of the reference data (`--held DIR`).",
    "The sentences that are added use common words of their kind. How many rarer words the lists lack is not measured.",
    "A finding about words is true if the cited source asks for what the rule says; it may still be a choice that a "
    "good describer makes. Findings about times follow from the file's own times. Some players wait for a cue, so that "
    "its times are nominal.",
)


@dataclass(frozen=True)
class Described:
    """A description to be seeded: where it comes from, and its script."""

    origin: str
    script: Script


def backlot_script(seed: int) -> Script:
    """Return a description of a film of Backlot: captions with names, one for each clip, in gaps of the dialogue.

    Everybody is introduced: `Anna, a woman in a red coat, opens the door.`
    """
    plan = plan_film(seed, n_clips=N_CLIPS)
    speech = tuple(Speech(line.span, "subtitles", line.text) for line in plan.lines)
    free = gaps(speech, plan.duration)
    cues: list[Cue] = []
    met: set[str] = set()
    for takes in takes_by_clip(plan.takes):
        take = action_take(takes)
        text = template_captions(take, plan.genders[take.actor])[len(cues) % 5].text
        for id in dict.fromkeys(re.findall(r"\bP\d+\b", text)):
            if id not in met:
                coat = f"a {plan.genders[id]} in a {COATS[len(met) % len(COATS)]} coat"
                text = re.sub(rf"\b{id}\b", f"{id}, {coat},", text, count=1).replace(",.", ".").replace(",'s", "'s")
                met.add(id)
        text = named_text(text, plan.names)
        seconds = SECONDS_PER_WORD * len(text.split())
        earliest = max(take.span.start, cues[-1].span.end + PAUSE if cues else 0.0)
        starts = (
            max(gap.span.start, earliest) for gap in free if max(gap.span.start, earliest) + seconds <= gap.span.end
        )
        start = next(starts, None)
        if start is not None:
            cues.append(Cue(Span(round(start, 3), round(start + seconds, 3)), text))
    people = tuple(Person(member.id.lower(), member.id, member.name) for member in plan.cast)
    return Script(Film(f"{plan.id}.mp4", plan.duration), people=people, speech=speech, gaps=free, cues=tuple(cues))


def real_scripts(shared: Path) -> Iterator[Described]:
    """Yield the descriptions of the reference data, with the subtitles of those that have them."""
    for name in REAL:
        path = shared / name
        subtitles = SUBTITLES.get(path.name)
        read = read_description(path, subtitles=path.with_name(subtitles) if subtitles else None)
        yield Described("people", read.script)


def found_by(rule: str, seeded: Seeded, findings: Sequence[Finding]) -> tuple[int, int]:
    """Return how many seeded faults a rule has found, and how many there are."""
    own = [finding for finding in findings if finding.rule == rule]
    cues = {finding.cue for finding in own}
    n_cues = sum(cue in cues for cue in seeded.cues)
    n_spans = sum(any(one.span is not None and one.span.overlap(span) > 0 for one in own) for span in seeded.spans)
    return n_cues + n_spans, len(seeded.cues) + len(seeded.spans)


def mended(rule: str, seeded: Seeded, findings: Sequence[Finding]) -> tuple[int, int]:
    """Return how many mends bring the text back as it was, and how many mends there are."""
    mends = {finding.cue: finding.mend for finding in findings if finding.rule == rule and finding.mend}
    pairs = [(mends[cue], text) for cue, text in (seeded.before or {}).items() if cue in mends]
    return sum(_same(mend, text) for mend, text in pairs), len(pairs)


def _same(mend: str, text: str) -> bool:
    return "".join(mend.split()).casefold() == "".join(text.split()).casefold()


def seeds_table(described: Sequence[Described]) -> Table:
    """Seed every kind of fault, print and return how many are found, by origin."""
    guidelines, rng = read_guidelines(GUIDELINES), random.Random(SEED)
    found: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    mends: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for each in described:
        before = {(finding.rule, finding.cue) for finding in lint_script(each.script, guidelines)}
        for rule, seeds in SEEDS.items():
            for seed in seeds:
                seeded = seed(each.script, rng)
                # A cue that was at fault before shows nothing.
                new = Seeded(
                    seeded.script,
                    tuple(cue for cue in seeded.cues if (rule, cue) not in before),
                    seeded.spans,
                    seeded.before,
                )
                findings = lint_script(new.script, guidelines)
                _add(found[rule, each.origin], found_by(rule, new, findings))
                _add(mends[rule], mended(rule, new, findings))
    rows = [
        (
            rule,
            *_shares(found[rule, "Backlot"]),
            *_shares(found[rule, "people"]),
            _of(mends[rule]),
        )
        for rule in SEEDS
    ]
    columns = ("rule", "Backlot: seeded", "recall", "people: seeded", "recall", "mends as it was")
    return print_table("Seeded faults", columns, rows)


def _add(sums: list[int], more: tuple[int, int]) -> None:
    sums[0] += more[0]
    sums[1] += more[1]


def _shares(counts: list[int]) -> tuple[int, float | None]:
    return counts[1], round(counts[0] / counts[1], 4) if counts[1] else None


def _of(counts: list[int]) -> str | None:
    return f"{counts[0]} of {counts[1]}" if counts[1] else None


def sound_rows(work: Path) -> Iterator[Row]:
    """Yield the results of the rules that need a voice or a sound file."""
    yield "room", *_room(work)
    loud = [(level, abs(level + 27) > 2) for level in (-40, -33, -30, -29.5, -27, -26, -24.5, -23, -20, -15)]
    yield "loudness", *_tones(work, "loudness", [(level + 3.01, level, bad) for level, bad in loud])
    peaks = [(peak, peak > -2) for peak in (-12.0, -6.0, -3.0, -2.5, -1.5, -1.0, -0.5, -0.1)]
    yield "true-peak", *_tones(work, "true-peak", [(peak, peak, bad) for peak, bad in peaks])


def _room(work: Path) -> tuple[int, float, int]:
    """Cues made three times as long, found by the default voice; and those left as they were."""
    script = backlot_script(SEED)
    cues = tuple(
        Cue(Span(APART * n, APART * n + 2), " ".join([cue.text] * (3 if n % 3 == 0 else 1)), id=cue.id)
        for n, cue in enumerate(script.cues)
    )
    rooms = (ROOM * SECONDS_PER_WORD * len(cue.text.split()) for cue in script.cues)
    speech = tuple(Speech(Span(APART * n + room, APART * n + room + 1), "subtitles") for n, room in enumerate(rooms))
    film = script.film.replace(duration=APART * len(cues))
    write_record(work / SCRIPT, script.replace(film=film, cues=cues, speech=speech, gaps=()))
    names = {finding.cue for finding in lint(work) if finding.rule == "room"}
    bad = [cue.id for n, cue in enumerate(cues) if n % 3 == 0]
    return len(bad), sum(cue in names for cue in bad) / len(bad), len(names - set(bad))


def _tones(work: Path, rule: str, tones: Sequence[tuple[float, float, bool]]) -> tuple[int, float, int]:
    """Tones of a known peak in dBFS: how many are at fault, the share found, and how many others were found."""
    hits, false, times = 0, 0, np.arange(48_000 * 5) / 48_000
    for peak, _, bad in tones:
        path = work / f"{rule}{peak:g}.wav"
        tone = (10 ** (peak / 20) * np.sin(2 * math.pi * 997 * times)).astype(np.float32)
        write_wav(path, Soundtrack(tone[None], 48_000))
        is_found = any(finding.rule == rule for finding in lint(path, guidelines=GUIDELINES))
        hits, false = hits + (is_found and bad), false + (is_found and not bad)
    n_bad = sum(bad for *_, bad in tones)
    return n_bad, hits / n_bad, false


def judgements() -> Mapping[str, list[tuple[str, str, bool]]]:
    """Return by file the cue's time or the caption's id, the rule, and whether the finding is true."""
    values = tomllib.loads(JUDGEMENTS.read_text(encoding="utf-8"))["file"]
    return {
        one["name"]: [(str(each["at"]), each["rule"], each["true"]) for each in one.get("finding", ())]
        for one in values
    }


@dataclass(frozen=True)
class Checked:
    """A text by people, its findings, and the names by which judgements call its cues."""

    name: str
    script: Script
    findings: tuple[Finding, ...]
    keys: Mapping[str, str]


def checked_file(path: Path) -> Checked:
    """Check a file of descriptions as it is."""
    subtitles = SUBTITLES.get(path.name)
    beside = path.with_name(subtitles) if subtitles else None
    script = read_description(path).script
    return Checked(
        path.name,
        script,
        lint(path, subtitles=beside, guidelines=GUIDELINES),
        {cue.id: f"{cue.span.start:.3f}" for cue in script.cues},
    )


def checked_captions(shared: Path) -> Checked:
    """Check captions of COCO as if they were cues."""
    rows = json.loads((shared / CAPTIONS).read_text(encoding="utf-8"))["annotations"]
    chosen = random.Random(SEED).sample(rows, N_CAPTIONS)
    cues = tuple(
        Cue(Span(30.0 * n, 30.0 * n + 25), row["caption"].strip(), id=f"i{row['id']}") for n, row in enumerate(chosen)
    )
    script = Script(Film("", 30.0 * len(cues)), cues=cues)
    # Captions of different pictures repeat each other, and introduce nobody.
    skipped = {"repetition", "name-before-introduction"}
    findings = tuple(one for one in lint_script(script, read_guidelines(GUIDELINES)) if one.rule not in skipped)
    return Checked("COCO captions", script, findings, {cue.id: cue.id for cue in cues})


def judged_row(checked: Checked, origin: str, *, print_unjudged: bool) -> Row:
    """Return the figures of a text by people."""
    known = judgements().get(checked.name, [])
    true = false = unjudged = times = 0
    for finding in checked.findings:
        if finding.rule in ARITHMETIC:
            times += 1
            continue
        key = checked.keys.get(finding.cue or "", "")
        verdict = next((good for at, rule, good in known if rule == finding.rule and at == key), None)
        true, false, unjudged = true + (verdict is True), false + (verdict is False), unjudged + (verdict is None)
        if verdict is None and print_unjudged:
            text = next((cue.text for cue in checked.script.cues if cue.id == finding.cue), "")
            print(f"# {checked.name}: {finding.text} | {' '.join(text.split())}")
            print(f'  {{ at = "{key}", rule = "{finding.rule}", true = ? }},')
    return checked.name, origin, len(checked.script.cues), times, true, false, unjudged


def people_table(shared: Path, held: Path | None, *, print_unjudged: bool) -> Table:
    """Check what people wrote, print and return the figures."""
    paths = [(shared / name, "tuned on") for name in REAL]
    if held is not None:
        paths += [(path, "untouched") for path in sorted({path for form in HELD for path in held.glob(form)})]
    rows = [judged_row(checked_file(path), origin, print_unjudged=print_unjudged) for path, origin in paths]
    rows.append(judged_row(checked_captions(shared), "fresh sample", print_unjudged=print_unjudged))
    columns = ("text", "role", "cues", "about times", "about words: true", "false", "unjudged")
    return print_table("Findings in what people wrote", columns, rows)


def false_share(rows: Sequence[Row]) -> str:
    """Return the false findings in 100 cues of some rows, with both numbers."""
    n_cues = sum(int(row[2] or 0) for row in rows)
    n_false = sum(int(row[5] or 0) + int(row[6] or 0) for row in rows)
    return f"{100 * n_false / n_cues:.1f} ({n_false} in {n_cues})" if n_cues else "none"


def headlines(seeds: Table, sounds: Table, people: Table) -> list[Headline]:
    """Return the lines of the summary."""
    recalls = {(row[0], place): row[n] for row in seeds.rows for n, place in ((2, "Backlot"), (4, "people"))}
    recalls |= {(row[0], "sound"): row[2] for row in sounds.rows}
    known = {key: float(value) for key, value in recalls.items() if value is not None}
    worst = min(known, key=lambda key: known[key])
    missed = sorted(f"{rule} ({place}) {value:.3f}" for (rule, place), value in known.items() if value < GOAL)
    described = [row for row in people.rows if row[0] != "COCO captions"]
    lines = [
        Headline(
            "lowest recall of seeded faults, of any rule",
            f"{known[worst]:.3f} ({worst[0]}, {worst[1]})",
            f"≥ {GOAL}" + (f"; missed by {', '.join(missed)}" if missed else ""),
        ),
        Headline("false findings in 100 cues by people, all descriptions", false_share(described), f"≤ {FALSE_GOAL:g}"),
    ]
    for role in ("tuned on", "untouched"):
        if rows := [row for row in described if row[1] == role]:
            lines.append(Headline(f"of these, descriptions {role}", false_share(rows), f"≤ {FALSE_GOAL:g}"))
    others = [row for row in people.rows if row[0] == "COCO captions"]
    lines.append(Headline("false findings in 100 captions of COCO", false_share(others)))
    return lines


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED, help="the reference data")
    parser.add_argument("--held", type=Path, help="a folder with descriptions that set nothing")
    parser.add_argument("--print", action="store_true", help="print findings that nobody has judged")
    add_write_option(parser)
    arguments = parser.parse_args()
    backlot = [Described("Backlot", backlot_script(SEED + n)) for n in range(N_FILMS)]
    seeds = seeds_table([*backlot, *real_scripts(arguments.shared)])
    with tempfile.TemporaryDirectory() as work:
        columns = ("rule", "seeded", "recall", "false")
        sounds = print_table("Seeded faults of voice and sound", columns, sound_rows(Path(work)))
    people = people_table(arguments.shared, arguments.held, print_unjudged=arguments.print)
    report_results(
        "lint",
        "Guideline lint",
        headlines=headlines(seeds, sounds, people),
        tables=[seeds, sounds, people],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
