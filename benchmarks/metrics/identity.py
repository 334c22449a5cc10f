"""What metrics see of wrong identities: MICap's Table 1 on Backlot's captions, and its worked cases from their text.

Captionsets are five clips in a row of films that Backlot plans (nothing is rendered), ids as LSMDC writes them. The
paper's figures are of 1,443 captionsets of LSMDC and of SPICE's own parser; its BERTScore's model is not told, ours is
MiniLM.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.scene_graph.scene_graph import text_tuples
from cinescribe.language.vectors.contextual_vectors import contextual_vectors
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.metrics.core.caching_parser import CachingParser
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.embedding.bertscore import bertscore
from cinescribe.metrics.identity.ispice import identity_terms, ispice
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.metrics.identity.sensitivity import sensitivity
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice import spice

CLIPS = 5  # of a captionset
PAPER = {
    "swap": {"iS": 0.55, "S": 0.85, "B4": 0.87, "C": 0.86, "M": 0.61, "R": 0.95, "BSc": 0.99},
    "add": {"iS": 0.51, "S": 0.86, "B4": 0.89, "C": 0.88, "M": 0.60, "R": 0.95, "BSc": 0.99},
    "remove": {"iS": 0.46, "S": 0.84, "B4": 0.87, "C": 0.86, "M": 0.60, "R": 0.95, "BSc": 0.99},
}
# The tuples with an id that MICap's Fig. 7 prints for its references.
PRINTED = {
    "add": "p1, phone, on; p1, head, bow; p1, head, have; p1, window, look out of",
    "remove": "p1, pants, take out; p1, chest, take out opening; p2, duffel, have; p2, head, have; p2, head, hit; p2, "
    "bunk, hit on; p2, bed, scramble off; p2, bag, set; p2, area, set in; p2, bunk, set on; p2, spring",
    "replace": "p1, car, race to; p1, lot, race in; p1, car, have; p1, stow; p1, bag, have; p1, engine, start; "
    "p2, wince",
}
_REFERENCE = "Reference :"  # what stands before the text of each in the paper


@dataclass(frozen=True)
class Worked:
    """A worked case of Fig. 7: its edit, its reference, and the tuples with an id that are printed for it."""

    edit: str
    text: str
    tuples: frozenset[tuple[str, ...]]


def worked(shared: Path) -> list[Worked]:
    """The worked cases, their texts from the paper beside the project."""
    lines = (shared / "papers" / "micap.txt").read_text(encoding="utf-8").splitlines()
    texts = [line.removeprefix(_REFERENCE).strip() for line in lines if line.startswith(_REFERENCE)]
    return [
        Worked(edit, text, frozenset(tuple(part.split(", ")) for part in printed.split("; ")))
        for (edit, printed), text in zip(PRINTED.items(), texts, strict=True)
    ]


def captionsets(n_films: int) -> list[str]:
    """The reference captions of clips in a row, ids local to the film."""
    sets = []
    for seed in range(n_films):
        texts = [clip.captions[0].text for clip in filmed_clips(plan_film(seed, n_clips=2 * CLIPS))]
        sets += [" ".join(texts[:CLIPS]), " ".join(texts[CLIPS:])]
    return sets


def print_sensitivity(texts: Sequence[str], parser: CachingParser) -> None:
    """Table 1 beside the paper's."""
    vectors = contextual_vectors(PACKAGED_ENCODER)
    metrics = {
        "iS": lambda pairs: ispice(pairs, parser),
        "S": lambda pairs: spice(pairs, parser)[0],
        "B4": lambda pairs: bleu(tokenize_pairs(pairs))[3],
        "C": lambda pairs: cider(tokenize_pairs(pairs)),
        "M": lambda pairs: meteor(tokenize_pairs(pairs)),
        "R": lambda pairs: rouge(tokenize_pairs(pairs)),
        "BSc": lambda pairs: bertscore(pairs, vectors)[2],
    }
    began = time.process_time()
    rows = sensitivity(texts, metrics)
    print(
        f"{len(texts)} captionsets, 3 edits of each kind, {time.process_time() - began:.0f} CPU s, parser {parser.name}"
    )
    print(f"{'':8}{'sets':>5}" + "".join(f"{name:>7}" for name in metrics))
    for row in rows:
        print(f"{row.edit:8}{row.captionsets:5}" + "".join(f"{row.ratios[name]:7.2f}" for name in metrics))
        print(f"{'  paper':8}{1443:5}" + "".join(f"{PAPER[row.edit][name]:7.2f}" for name in metrics))


def print_worked(shared: Path, parser: CachingParser) -> None:
    """Tuples with an id that the parser leads to, against those that Fig. 7 prints."""
    print("\ntuples with an id, from the text of Fig. 7")
    total = np.zeros(3, dtype=int)
    for case in worked(shared):
        told = {one for one in map(tuple, text_tuples([case.text], parser)[0]) if len(one) > 1}
        found = {one for one in told if any(PERSON.fullmatch(part) for part in one)}
        missed, more = sorted(case.tuples - found), sorted(found - case.tuples)
        counts = np.array([len(found & case.tuples), len(found), len(case.tuples)])
        total += counts
        print(f"{case.edit:8} {_rates(counts)}  missed {missed}  more {more}")
    print(f"{'all':8} {_rates(total)}")


def print_pairs(folder: Path, parser: CachingParser) -> None:
    """Our two terms beside those of the published code over a rebuilt CoreNLP, ids not renamed."""
    if not folder.exists():
        print(f"\nno reference pairs at {folder}")
        return
    pairs = json.loads((folder / "pairs200.json").read_text())
    expected = json.loads((folder / "expected.json").read_text())["per_pair"]
    tuples = text_tuples([text for pair in pairs for text in (pair["cand"], pair["refs"][0])], parser)
    ours = np.array([identity_terms(left, right) for left, right in zip(tuples[::2], tuples[1::2], strict=True)])
    theirs = np.array([(one["ispice_action_f"], one["ispice_id_f"]) for one in expected])
    equal = (np.abs(ours - theirs) < 1e-9).mean(axis=0)
    print(f"\n{len(pairs)} pairs beside the published code over another parser")
    print(f"term 1 equal {equal[0]:.2f}, term 2 equal {equal[1]:.2f}; iSPICE correlates ", end="")
    print(
        f"{np.corrcoef(ours.prod(axis=1), theirs.prod(axis=1))[0, 1]:.3f}, mean {ours.prod(axis=1).mean():.3f}", end=""
    )
    print(f" (theirs {theirs.prod(axis=1).mean():.3f})")


def _rates(counts: np.ndarray) -> str:
    shared, found, wanted = counts.tolist()
    return f"precision {shared}/{found} = {shared / found:.2f}, recall {shared}/{wanted} = {shared / wanted:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--films", type=int, default=60)
    arguments = parser.parse_args()
    parses = CachingParser(shipped_parser())
    print_sensitivity(captionsets(arguments.films), parses)
    print_worked(arguments.shared, parses)
    print_pairs(arguments.shared / "golden" / "ispice", parses)


if __name__ == "__main__":
    main()
