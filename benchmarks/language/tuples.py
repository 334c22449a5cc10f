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

from benchmarks.language.fitted_trees import fitted_treebank, write_treebank
from benchmarks.metrics.identity import worked_cases
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
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


def agreement_table(title: str, captions: Sequence[Record], ours: Sequence[Tuples]) -> Table:
    rows: list[Row] = [
        (kind, *(f"{score:.3f}" for score in agreement(ours, [one.tuples for one in captions], lengths)))
        for kind, lengths in KINDS.items()
    ]
    return print_table(f"{title}: {len(captions):,} captions", ("tuples", "precision", "recall", "F1"), rows)


def agreement_tables(shared: Path, parser: Parser, test: int) -> list[Table]:
    """Print and return the agreement on the test records, and on each half of them."""
    captions = [record for record in records(shared) if fifth(record.caption) == test]
    ours = text_tuples([record.caption for record in captions], parser)
    tables = [agreement_table(f"Fifth {test} of the records", captions, ours)]
    for title, of_lemmas in (("Of these, written as English", False), ("Of these, written in lemmas", True)):
        chosen = [at for at, record in enumerate(captions) if record.is_of_lemmas == of_lemmas]
        tables.append(agreement_table(title, [captions[at] for at in chosen], [ours[at] for at in chosen]))
    return tables


def demo_headline(shared: Path, parser: Parser) -> Headline:
    """Return the correlation of our SPICE with the original on the COCO demo's images."""
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
    details = f"Spearman {spearmanr(ours, theirs)[0]:.3f}, means {ours.mean():.4f} and {theirs.mean():.4f}"
    what = f"SPICE per image with the genuine one, {len(ids):,} images, Pearson"
    return Headline(what, f"{pearsonr(ours, theirs)[0]:.3f} ({details})", "≥ .9")


def worked_headline(shared: Path, parser: Parser) -> Headline:
    """Return the agreement with the tuples of people in MICap's example captionsets."""
    ours, theirs = [], []
    for case in worked_cases(shared):
        found = text_tuples([case.text], parser)[0]
        ours.append([t for t in found if len(t) > 1 and any(PERSON.fullmatch(word) for word in t)])
        theirs.append(list(case.tuples))
    precision, recall, f1 = agreement(ours, theirs, (2, 3))
    return Headline(
        "tuples of people, MICap's worked captionsets", f"F1 {f1:.3f} (precision {precision:.3f}, recall {recall:.3f})"
    )


def rates_table(shared: Path, parser: Parser) -> Table:
    texts = [record.caption for record in records(shared)]
    parses = parser.parse(texts)
    steps: dict[str, Callable[[], object]] = {
        "tokenise": lambda: tokenize(texts),
        "parse": lambda: parser.parse(texts),
        "rules": lambda: [scene_tuples(parse) for parse in parses],
        "text to tuples": lambda: text_tuples(texts, parser),
    }
    rows: list[Row] = []
    for name, step in steps.items():
        start = time.process_time()
        step()
        rows.append((name, round(len(texts) / (time.process_time() - start))))
    rows.append(("CoreNLP (recorded elsewhere)", " to ".join(map(str, CORENLP))))
    return print_table("Speed", ("step", "captions per CPU second"), rows)


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
    add_write_option(arguments)
    args = arguments.parse_args()
    parser = load_parser(args.parser) if args.parser else shipped_parser()
    print(f"parser: {parser.name}")
    if args.treebank:
        write_fitted(args.shared, parser, test=args.fifth, path=args.treebank)
        return
    tables = agreement_tables(args.shared, parser, args.fifth)
    held_out = {str(row[0]): row[3] for row in tables[0].rows}
    headlines = [
        Headline("tuples against genuine SPICE, held-out records, F1", f"{held_out['all']}", "≥ .85"),
        Headline("objects, F1", f"{held_out['objects']}", "≥ .92"),
        demo_headline(args.shared, parser),
        worked_headline(args.shared, parser),
    ]
    rates = rates_table(args.shared, parser)
    headlines.append(Headline("text to tuples", f"{rates.rows[-2][1]:,} captions per CPU second", "≥ 20 times CoreNLP"))
    report_results("tuples", "Scene-graph tuples", headlines=headlines, tables=[*tables, rates], write=args.write)


if __name__ == "__main__":
    main()
