"""Sensitivity of metrics to wrong identities: MICap's Table 1 on Backlot's captions, and the paper's worked cases.

Captionsets are five consecutive clips of films that Backlot plans (nothing is rendered), with ids as in LSMDC. The
paper's numbers are from 1,443 captionsets of LSMDC with SPICE's own parser. It does not name its BERTScore model; ours
is MiniLM.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.scene_graph.scene_graph import text_tuples
from cinescribe.metrics.core.caching_parser import CachingParser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.identity.ispice import identity_terms, ispice
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.metrics.scoring.identity_sensitivity import identity_sensitivity
from cinescribe.metrics.scoring.sources import Sources

CLIPS = 5  # per captionset
SHORT = ("iS", "S", "B4", "C", "M", "R", "BSc")  # the paper's names of `TABLE_METRICS`
PAPER = {
    "swap": (0.55, 0.85, 0.87, 0.86, 0.61, 0.95, 0.99),
    "add": (0.51, 0.86, 0.89, 0.88, 0.60, 0.95, 0.99),
    "remove": (0.46, 0.84, 0.87, 0.86, 0.60, 0.95, 0.99),
}
# The tuples with an id that MICap's Fig. 7 prints for its references.
PRINTED = {
    "add": "p1, phone, on; p1, head, bow; p1, head, have; p1, window, look out of",
    "remove": "p1, pants, take out; p1, chest, take out opening; p2, duffel, have; p2, head, have; p2, head, hit; p2, "
    "bunk, hit on; p2, bed, scramble off; p2, bag, set; p2, area, set in; p2, bunk, set on; p2, spring",
    "replace": "p1, car, race to; p1, lot, race in; p1, car, have; p1, stow; p1, bag, have; p1, engine, start; "
    "p2, wince",
}
# What it prints for each: the two terms of the candidate's and the reference's tuples, and iSPICE in percent.
PRINTED_SCORES = {"add": 16.66, "remove": 12.12, "replace": 57.14}
_CANDIDATE, _REFERENCE = "Candidate :", "Reference :"  # precede the texts in the paper


@dataclass(frozen=True)
class WorkedCase:
    """A worked case of Fig. 7: its edit, its candidate and reference, and the reference's printed tuples with an id."""

    edit: str
    candidate: str
    text: str
    tuples: frozenset[tuple[str, ...]]


def worked_cases(shared: Path) -> list[WorkedCase]:
    """Return the worked cases, with their texts from the paper in the shared folder."""
    lines = (shared / "papers" / "micap.txt").read_text(encoding="utf-8").splitlines()
    candidates, references = (
        [line.removeprefix(head).strip() for line in lines if line.startswith(head)]
        for head in (_CANDIDATE, _REFERENCE)
    )
    return [
        WorkedCase(edit, candidate, text, frozenset(tuple(part.split(", ")) for part in printed.split("; ")))
        for (edit, printed), candidate, text in zip(PRINTED.items(), candidates, references, strict=True)
    ]


def captionsets(n_films: int) -> list[str]:
    """Return the reference captions of consecutive clips, with ids local to the film."""
    sets = []
    for seed in range(n_films):
        texts = [clip.captions[0].text for clip in filmed_clips(plan_film(seed, n_clips=2 * CLIPS))]
        sets += [" ".join(texts[:CLIPS]), " ".join(texts[CLIPS:])]
    return sets


def sensitivity_table(texts: Sequence[str], parser: CachingParser) -> Table:
    """Print and return Table 1 beside the paper's."""
    began = time.process_time()
    scores = identity_sensitivity(texts, sources=Sources(parser=parser))
    by_edit = {
        edit: scores[n : n + len(SHORT)] for n, edit in zip(range(0, len(scores), len(SHORT)), PAPER, strict=True)
    }
    rows: list[Row] = []
    for edit, of_edit in by_edit.items():
        rows.append((edit, len(of_edit[0].per_item), *(f"{score.value:.2f}" for score in of_edit)))
        rows.append((f"{edit}, paper", 1443, *(f"{value:.2f}" for value in PAPER[edit])))
    note = (
        f"{len(texts)} captionsets, 3 edits of each kind, {time.process_time() - began:.0f} CPU s, parser {parser.name}"
    )
    return print_table("Share of each metric that is left", ("edit", "sets", *SHORT), rows, note)


def worked_tables(shared: Path, parser: CachingParser) -> list[Table]:
    """Compare the parser's tuples with an id, and the score from the text, with those that Fig. 7 prints."""
    total, rows, differing = np.zeros(3, dtype=int), list[Row](), list[Row]()
    for case in worked_cases(shared):
        parsed = {each for each in map(tuple, text_tuples([case.text], parser)[0]) if len(each) > 1}
        found = {each for each in parsed if any(PERSON.fullmatch(part) for part in each)}
        missed, extra = sorted(case.tuples - found), sorted(found - case.tuples)
        counts = np.array([len(found & case.tuples), len(found), len(case.tuples)])
        total += counts
        differing.append((case.edit, *("; ".join(map(_written, part)) or "-" for part in (missed, extra))))
        score = ispice(Pairs.of({case.edit: case.candidate}, {case.edit: case.text}), parser)
        rows.append((case.edit, f"{100 * score.value:.1f}", f"{PRINTED_SCORES[case.edit]:.1f}", *_rates(counts)))
    columns = ("case", "iSPICE from the text", "iSPICE in the paper", "precision of tuples", "recall of tuples")
    return [
        print_table("Fig. 7 from its text", columns, [*rows, ("all", None, None, *_rates(total))]),
        print_table("Tuples that differ", ("case", "only in the paper", "only ours"), differing),
    ]


def pairs_headline(folder: Path, parser: CachingParser) -> list[Headline]:
    """Compare our two terms with the published code's over a rebuilt CoreNLP, without renaming ids."""
    if not folder.exists():
        print(f"\nno reference pairs at {folder}")
        return []
    pairs = json.loads((folder / "pairs200.json").read_text())
    expected = json.loads((folder / "expected.json").read_text())["per_pair"]
    tuples = text_tuples([text for pair in pairs for text in (pair["cand"], pair["refs"][0])], parser)
    ours = np.array([identity_terms(left, right) for left, right in zip(tuples[::2], tuples[1::2], strict=True)])
    theirs = np.array([(each["ispice_action_f"], each["ispice_id_f"]) for each in expected])
    equal = (np.abs(ours - theirs) < 1e-9).mean(axis=0)
    correlation = np.corrcoef(ours.prod(axis=1), theirs.prod(axis=1))[0, 1]
    means = f"means {ours.prod(axis=1).mean():.3f} and {theirs.prod(axis=1).mean():.3f}"
    shares = f"terms equal in {equal[0]:.0%} and {equal[1]:.0%}"
    what = f"iSPICE against the published code with another parser, {len(pairs)} pairs, Pearson"
    return [Headline(what, f"{correlation:.3f} ({means}; {shares})")]


def _written(each: tuple[str, ...]) -> str:
    return f"{each[0]} {each[-1]} {each[1]}" if len(each) == 3 else " ".join(each)


def _rates(counts: np.ndarray) -> tuple[str, str]:
    shared, found, wanted = counts.tolist()
    return f"{shared} of {found}, {shared / found:.2f}", f"{shared} of {wanted}, {shared / wanted:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--films", type=int, default=60)
    add_write_option(parser)
    arguments = parser.parse_args()
    parses = CachingParser(shipped_parser())
    tables = [sensitivity_table(captionsets(arguments.films), parses), *worked_tables(arguments.shared, parses)]
    rows = tables[0].rows
    headlines = [
        Headline(f"iSPICE left after edit: {ours[0]}", f"{ours[2]} (paper {paper[2]})")
        for ours, paper in zip(rows[::2], rows[1::2], strict=True)
    ]
    headlines += pairs_headline(arguments.shared / "golden" / "ispice", parses)
    title = "Metrics and wrong identities"
    report_results("identity", title, headlines=headlines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
