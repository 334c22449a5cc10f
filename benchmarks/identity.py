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
from pathlib import Path

import numpy as np

from cinescribe.backlot.continuity import filmed_clips
from cinescribe.backlot.screenplay import plan_film
from cinescribe.language.contextual import contextual_vectors
from cinescribe.language.encoders import PACKAGED
from cinescribe.language.parse import shipped_parser
from cinescribe.language.scene_graph import text_tuples
from cinescribe.metrics.bertscore import bertscore
from cinescribe.metrics.bleu import bleu
from cinescribe.metrics.cider import cider
from cinescribe.metrics.identity import identity_terms, ispice
from cinescribe.metrics.meteor import meteor
from cinescribe.metrics.parsed_once import ParsedOnce
from cinescribe.metrics.person_ids import PERSON
from cinescribe.metrics.rouge import rouge
from cinescribe.metrics.sensitivity import sensitivity
from cinescribe.metrics.spice import spice
from cinescribe.metrics.tokens import tokens_of

CLIPS = 5  # of a captionset
PAPER = {
    "swap": {"iS": 0.55, "S": 0.85, "B4": 0.87, "C": 0.86, "M": 0.61, "R": 0.95, "BSc": 0.99},
    "add": {"iS": 0.51, "S": 0.86, "B4": 0.89, "C": 0.88, "M": 0.60, "R": 0.95, "BSc": 0.99},
    "remove": {"iS": 0.46, "S": 0.84, "B4": 0.87, "C": 0.86, "M": 0.60, "R": 0.95, "BSc": 0.99},
}
# The references of MICap's Fig. 7, and the tuples with an id that it prints for them.
WORKED = {
    "add": (
        "A path leads from the side of the circle splitting into two prongs. A third crop circle has two straight "
        "lines at either side and a circle of maize remaining in the center with another path leading off from its "
        "side. It splits into three larger prongs the central one of which points towards a smaller circle. P1 is "
        "on the phone as P1 looks out of his window at the yard. P1 bows his head.",
        "p1, phone, on; p1, head, bow; p1, head, have; p1, window, look out of",
    ),
    "remove": (
        "Opening a small chest filled with personal items P1 takes out a pair of green drawstring pants. In the "
        "common sleeping area P2 sets his bags on a lower bunk. A rat runs along a shelf by the headboard. P2 "
        "springs up and hits his head on the top bunk. P2 scrambles wildly off the bed grabbing his duffel and "
        "peers after the rat with a fearful stare.",
        "p1, pants, take out; p1, chest, take out opening; p2, duffel, have; p2, head, have; p2, head, hit; p2, "
        "bunk, hit on; p2, bed, scramble off; p2, bag, set; p2, area, set in; p2, bunk, set on; p2, spring",
    ),
    "replace": (
        "Meanwhile P1 races to his car in the airport parking lot. P1 stows his bags in the trunk then climbs in. "
        "As P1 starts the engine his wipers clear a layer of dirt off the windshield. In an exam room at the "
        "clinic the dark haired nurse draws his blood. P2 winces.",
        "p1, car, race to; p1, lot, race in; p1, car, have; p1, stow; p1, bag, have; p1, engine, start; p2, wince",
    ),
}


def captionsets(n_films: int) -> list[str]:
    """The reference captions of clips in a row, ids local to the film."""
    sets = []
    for seed in range(n_films):
        texts = [clip.captions[0].text for clip in filmed_clips(plan_film(seed, n_clips=2 * CLIPS))]
        sets += [" ".join(texts[:CLIPS]), " ".join(texts[CLIPS:])]
    return sets


def print_sensitivity(texts: Sequence[str], parser: ParsedOnce) -> None:
    """Table 1 beside the paper's."""
    vectors = contextual_vectors(PACKAGED)
    metrics = {
        "iS": lambda pairs: ispice(pairs, parser),
        "S": lambda pairs: spice(pairs, parser)[0],
        "B4": lambda pairs: bleu(tokens_of(pairs))[3],
        "C": lambda pairs: cider(tokens_of(pairs)),
        "M": lambda pairs: meteor(tokens_of(pairs)),
        "R": lambda pairs: rouge(tokens_of(pairs)),
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


def print_worked(parser: ParsedOnce) -> None:
    """Tuples with an id that the parser leads to, against those that Fig. 7 prints."""
    print("\ntuples with an id, from the text of Fig. 7")
    total = np.zeros(3, dtype=int)
    for name, (text, printed) in WORKED.items():
        wanted = {tuple(part.split(", ")) for part in printed.split("; ")}
        told = {one for one in map(tuple, text_tuples([text], parser)[0]) if len(one) > 1}
        found = {one for one in told if any(PERSON.fullmatch(part) for part in one)}
        counts = np.array([len(found & wanted), len(found), len(wanted)])
        total += counts
        print(f"{name:8} {_rates(counts)}  missed {sorted(wanted - found)}  more {sorted(found - wanted)}")
    print(f"{'all':8} {_rates(total)}")


def print_pairs(folder: Path, parser: ParsedOnce) -> None:
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
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--films", type=int, default=60)
    arguments = parser.parse_args()
    parses = ParsedOnce(shipped_parser())
    print_sensitivity(captionsets(arguments.films), parses)
    print_worked(parses)
    print_pairs(arguments.shared / "golden" / "ispice", parses)


if __name__ == "__main__":
    main()
