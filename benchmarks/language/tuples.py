"""Agreement of scene-graph tuples with the original SPICE, on captions that the rules were not tuned on.

The records are from SPICE 1.0 with CoreNLP 3.6.0, including parse errors. A fifth of them, chosen by a digest of the
caption, is held out for this test; rules and trees were tuned on the other four. About half of the captions are written
in lemmas (`a dog be run`), which parsers are not made for, so both halves are also reported separately. `--treebank
FILE` writes trees fitted to the tuples of the other four fifths, for `cinescribe language train-parser`, and prints no
scores.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import pearsonr, spearmanr

from benchmarks.metrics.identity import worked
from cinescribe.language.parser.fitted_trees import fitted_treebank, write_treebank
from cinescribe.language.parser.parse import load_parser, shipped_parser
from cinescribe.language.scene_graph.scene_graph import scene_tuples, text_tuples
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.metrics.scene_graph.spice import spice_from_tuples

FIFTHS = 5
OF_LEMMAS = "chengtbf"  # the source whose captions are written in lemmas
CORENLP = (6, 26)  # captions per CPU second of SPICE's own parser; recorded before, not measured here
KINDS = {"all": (1, 2, 3), "objects": (1,), "attributes": (2,), "relations": (3,)}

Tuples = Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Record:
    """A caption with its tuples by the original SPICE."""

    caption: str
    tuples: Tuples
    is_of_lemmas: bool


def fifth(caption: str) -> int:
    """The fixed fifth that a caption belongs to; 0 is the test set."""
    return int(hashlib.sha256(caption.encode()).hexdigest(), 16) % FIFTHS


def read_json(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def records(shared: Path) -> list[Record]:
    rows = read_json(shared / "golden" / "spice" / "spice_cache_tuples.json.gz")
    return [Record(row["caption"], [tuple(t) for t in row["tuples"]], row["src"] == OF_LEMMAS) for row in rows]


def agreement(ours: Iterable[Tuples], theirs: Iterable[Tuples], lengths: Sequence[int]) -> tuple[float, float, float]:
    """Precision, recall and F1 over all captions; each tuple of a caption counts once."""
    pairs = [
        ({t for t in one if len(t) in lengths}, {t for t in other if len(t) in lengths})
        for one, other in zip(ours, theirs, strict=True)
    ]
    shared = sum(len(one & other) for one, other in pairs)
    n_ours, n_theirs = sum(len(one) for one, _ in pairs), sum(len(other) for _, other in pairs)
    return shared / n_ours, shared / n_theirs, 2 * shared / (n_ours + n_theirs)


def print_agreement(title: str, captions: Sequence[Record], ours: Sequence[Tuples]) -> None:
    print(f"{title}: {len(captions)} captions\n  {'':12}{'P':>7}{'R':>7}{'F1':>7}")
    for kind, lengths in KINDS.items():
        scores = agreement(ours, [one.tuples for one in captions], lengths)
        print(f"  {kind:12}" + "".join(f"{score:7.3f}" for score in scores))


def print_test(shared: Path, parser: Parser, test: int) -> None:
    captions = [record for record in records(shared) if fifth(record.caption) == test]
    ours = text_tuples([record.caption for record in captions], parser)
    print_agreement(f"fifth {test} of the records", captions, ours)
    for title, of_lemmas in (("  of these, written as English", False), ("  of these, written in lemmas", True)):
        chosen = [at for at, record in enumerate(captions) if record.is_of_lemmas == of_lemmas]
        print_agreement(title, [captions[at] for at in chosen], [ours[at] for at in chosen])


def print_demo(shared: Path, parser: Parser) -> None:
    """Print the correlation of our SPICE with the original on the COCO demo's images."""
    genuine = {
        str(row["image_id"]): row["scores"]["All"]["f"]
        for row in read_json(shared / "golden" / "spice" / "fakecap1000_spice_detailed.json.gz")
    }
    items = [
        item
        for item in read_json(shared / "golden" / "coco" / "coco1000_fakecap2014.input.json.gz")
        if str(item["id"]) in genuine
    ]
    candidates = text_tuples([item["cand"] for item in items], parser)
    references = [text_tuples(item["refs"], parser) for item in items]
    score = spice_from_tuples([str(item["id"]) for item in items], candidates, references, source=parser.name)[0]
    ids = list(score.per_item)
    ours, theirs = np.array([score.per_item[key] for key in ids]), np.array([genuine[key] for key in ids])
    print(f"demo, {len(ids)} images: SPICE {ours.mean():.4f}, genuine {theirs.mean():.4f}", end="; ")
    print(f"per image Pearson {pearsonr(ours, theirs)[0]:.3f}, Spearman {spearmanr(ours, theirs)[0]:.3f}")


def print_worked(shared: Path, parser: Parser) -> None:
    """Print the agreement with the tuples of people in MICap's example captionsets."""
    ours, theirs = [], []
    for case in worked(shared):
        found = text_tuples([case.text], parser)[0]
        ours.append([t for t in found if len(t) > 1 and any(PERSON.fullmatch(word) for word in t)])
        theirs.append(list(case.tuples))
    precision, recall, f1 = agreement(ours, theirs, (2, 3))
    print(f"iSPICE's worked captionsets, tuples of people: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")


def print_rates(shared: Path, parser: Parser) -> None:
    texts = [record.caption for record in records(shared)]
    parses = parser.parse(texts)
    steps: dict[str, Callable[[], object]] = {
        "tokenise": lambda: tokenize(texts),
        "parse": lambda: parser.parse(texts),
        "rules": lambda: [scene_tuples(parse) for parse in parses],
        "text to tuples": lambda: text_tuples(texts, parser),
    }
    print("captions per CPU second")
    for name, step in steps.items():
        start = time.process_time()
        step()
        print(f"  {name:16}{len(texts) / (time.process_time() - start):9,.0f}")
    print(f"  {'CoreNLP':16}{'-'.join(map(str, CORENLP)):>9} (recorded elsewhere)")


def write_fitted(shared: Path, parser: Parser, *, test: int, path: Path) -> None:
    known = [record for record in records(shared) if fifth(record.caption) != test]
    texts, tuples = [record.caption for record in known], [record.tuples for record in known]
    trees = fitted_treebank(texts, tuples, parser=parser)
    write_treebank(trees, path)
    print(f"{path}: trees of {len(trees)} among {len(known)} captions")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    arguments.add_argument(
        "--fifth", type=int, default=0, choices=range(FIFTHS), help="of the records; 0 is the test's"
    )
    arguments.add_argument("--parser", type=Path, help="a folder that train-parser wrote; the shipped parser otherwise")
    arguments.add_argument("--treebank", type=Path, help="CoNLL-U to write trees fitted to the other fifths to")
    args = arguments.parse_args()
    parser = load_parser(args.parser) if args.parser else shipped_parser()
    print(f"parser: {parser.name}")
    if args.treebank:
        write_fitted(args.shared, parser, test=args.fifth, path=args.treebank)
        return
    print_test(args.shared, parser, args.fifth)
    print_demo(args.shared, parser)
    print_worked(args.shared, parser)
    print_rates(args.shared, parser)


if __name__ == "__main__":
    main()
