"""Accuracy of the shipped parser on held-out sentences of its treebank, and captions parsed per second.

Time is CPU seconds on one thread, from text to words with lemmas, in one call after a warm-up call; the tokeniser is
also timed alone. Scores are F1 in percent, as in the CoNLL 2018 shared task.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from pathlib import Path
from random import Random

import spacy

from cinescribe.language.parser.caption_augmentation import caption_like, in_lower_case, without_full_stop
from cinescribe.language.parser.evaluation import ParserScores, parser_scores
from cinescribe.language.parser.parse import SHIPPED_PARSER, TrainedParser, load_parser
from cinescribe.language.parser.train_parser import gold_token_scores
from cinescribe.language.parser.treebank import Tree, read_treebank
from cinescribe.language.tokens.ud_tokens import ud_tokenizer

SEED = 0  # for rewriting held-out sentences as captions


def load() -> TrainedParser:
    """Load the parser and print its size and loading time."""
    before = time.process_time()
    parser = load_parser(SHIPPED_PARSER)
    spent = time.process_time() - before
    size = sum(path.stat().st_size for path in SHIPPED_PARSER.iterdir()) / 1e6
    print(f"{parser.name}: {size:.2f} MB on disk, loaded in {spent:.2f} CPU s (imports not counted)\n")
    return parser


def score(parser: TrainedParser, folder: Path) -> None:
    """Print the scores on held-out sentences."""
    print(f"{'EWT 2.x':34}{'words':>7}{'sents':>7}{'UPOS':>7}{'feats':>7}{'lemma':>7}{'UAS':>7}{'LAS':>7}{'+sub':>7}")
    for part in ("dev", "test"):
        trees = read_treebank(folder / f"en_ewt-ud-{part}.conllu.gz")
        _row(f"{part}, words and sentences given", gold_token_scores(parser, trees))
        _row(f"{part}, from text", parser_scores(parser, trees))
    dev, rng = read_treebank(folder / "en_ewt-ud-dev.conllu.gz"), Random(SEED)
    bare: list[Tree] = [in_lower_case(without_full_stop(tree)) for tree in dev]
    _row("dev in lower case, no stop", gold_token_scores(parser, bare))
    _row("dev rewritten as captions", gold_token_scores(parser, [caption_like(tree, rng) for tree in dev]))
    print()


def _row(name: str, s: ParserScores) -> None:
    numbers = (s.words, s.sentences, s.upos, s.features, s.lemmas, s.uas, s.las, s.subtyped_las)
    print(f"{name:34}" + "".join(f"{number:7.2f}" for number in numbers), flush=True)


def speed(parser: TrainedParser, path: Path) -> None:
    """Print captions per CPU second, parsed and only tokenised."""
    with gzip.open(path, "rt", encoding="utf-8") as opened:
        captions = [str(item["cand"]) for item in json.load(opened)]
    parser.parse(captions[:50])
    before = time.process_time()
    parsed = parser.parse(captions)
    spent = time.process_time() - before
    n_words = sum(len(sentence) for text in parsed for sentence in text)
    print(
        f"{len(captions)} captions of {n_words / len(captions):.1f} words: {len(captions) / spent:.0f} captions a CPU s"
    )
    tokenizer = ud_tokenizer(spacy.blank("en"))
    before = time.process_time()
    for caption in captions:
        tokenizer(caption)
    print(f"cut into words only: {len(captions) / (time.process_time() - before):.0f} captions a CPU s")
    in_one = sum(len(text) == 1 for text in parsed) / len(parsed)
    print(f"read as one sentence: {100 * in_one:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    args = parser.parse_args()
    shipped = load()
    speed(shipped, args.shared / "golden/coco/coco5k_ref5.input.json.gz")
    score(shipped, args.shared / "data/ewt")


if __name__ == "__main__":
    main()
