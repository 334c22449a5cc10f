"""Accuracy of the shipped parser on held-out sentences of its treebank, and captions parsed per second.

Time is CPU seconds on one thread, from text to words with lemmas, in one call after a warm-up call; the tokeniser is
also timed alone. Scores are F1 in percent, as in the CoNLL 2018 shared task.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import spacy

from benchmarks.language.verb_frames import ALL, accuracy, exchanged_verbs, held_out_verbs
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.language.parser.caption_augmentation import caption_like, in_lower_case, without_full_stop
from cinescribe.language.parser.evaluation import ParserScores, compare_parses, in_paragraphs
from cinescribe.language.parser.parse import SHIPPED_PARSER, TrainedParser, load_parser
from cinescribe.language.parser.train_parser import gold_token_scores
from cinescribe.language.parser.treebank import TreebankSentence, read_treebank
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.ud_tokens import ud_tokenizer

SEED = 0  # for rewriting held-out sentences as captions


def load() -> tuple[TrainedParser, Headline]:
    """Load the parser and return it with its size and loading time."""
    before = time.process_time()
    parser = load_parser(SHIPPED_PARSER)
    spent = time.process_time() - before
    size = sum(path.stat().st_size for path in SHIPPED_PARSER.iterdir()) / 1e6
    print(f"{parser.name}, loaded in {spent:.2f} CPU s (imports not counted)")
    return parser, Headline("size", f"{size:.1f} MB", "≤ 8")


def parser_scores(parser: Parser, trees: Sequence[TreebankSentence]) -> ParserScores:
    """Return the scores of a parser on raw text, one paragraph at a time; it finds words and sentences itself."""
    paragraphs = in_paragraphs(trees)
    texts = ["".join(tree.text for tree in paragraph) for paragraph in paragraphs]
    gold = [[tree.words for tree in paragraph] for paragraph in paragraphs]
    return compare_parses(gold, parser.parse(texts))


COLUMNS = ("English-EWT", "words", "sentences", "UPOS", "features", "lemmas", "UAS", "LAS", "LAS with subtypes")
DEV, TEST = "dev, words and sentences given", "test, words and sentences given"


def scores_table(parser: TrainedParser, folder: Path) -> Table:
    """Print and return the scores on held-out sentences."""
    return print_table("English-EWT", COLUMNS, _score_rows(parser, folder))


def _score_rows(parser: TrainedParser, folder: Path) -> Iterator[Row]:
    for part, given in (("dev", DEV), ("test", TEST)):
        trees = read_treebank(folder / f"en_ewt-ud-{part}.conllu.gz")
        yield _row(given, gold_token_scores(parser, trees))
        yield _row(f"{part}, from text", parser_scores(parser, trees))
    dev, rng = read_treebank(folder / "en_ewt-ud-dev.conllu.gz"), Random(SEED)
    bare: list[TreebankSentence] = [in_lower_case(without_full_stop(tree)) for tree in dev]
    yield _row("dev in lower case, no stop", gold_token_scores(parser, bare))
    yield _row("dev rewritten as captions", gold_token_scores(parser, [caption_like(tree, rng) for tree in dev]))


def _row(name: str, s: ParserScores) -> Row:
    numbers = (s.words, s.sentences, s.upos, s.features, s.lemmas, s.uas, s.las, s.subtyped_las)
    return name, *(f"{number:.2f}" for number in numbers)


VERB_COLUMNS = ("in sentences about", "exchanged in training", "held out", "held out, no verb of EWT's training part")
VERB_NOTE = (
    "Words tagged right, in percent. Each verb, or its noun, stands in each frame of "
    "`benchmarks/language/verb_frames.py`. Training puts verbs that could be nouns into its sentences, but not those "
    "that are held out."
)


def verbs_table(parser: TrainedParser, folder: Path) -> Table:
    """Print and return how often verbs in film description that could be nouns, and these nouns, are tagged right."""
    train = read_treebank(folder / "en_ewt-ud-train.conllu.gz")
    known = {word.lemma for tree in train for word in tree.words if word.pos == "VERB"}
    groups = exchanged_verbs(), held_out_verbs(), held_out_verbs(known)
    title = f"Verbs that could be nouns: {', '.join(str(len(group)) for group in groups)}"
    rows = ((each.what, *(f"{accuracy(parser, each, group):.1f}" for group in groups)) for each in ALL)
    return print_table(title, VERB_COLUMNS, rows, VERB_NOTE)


def speed(parser: TrainedParser, path: Path) -> list[Headline]:
    """Return captions per CPU second, parsed and only tokenised."""
    with gzip.open(path, "rt", encoding="utf-8") as opened:
        captions = [str(item["cand"]) for item in json.load(opened)]
    parser.parse(captions[:50])
    before = time.process_time()
    parsed = parser.parse(captions)
    spent = time.process_time() - before
    n_words = sum(len(sentence) for text in parsed for sentence in text)
    tokenizer = ud_tokenizer(spacy.blank("en"))
    before = time.process_time()
    for caption in captions:
        tokenizer(caption)
    tokenised = time.process_time() - before
    in_one = sum(len(text) == 1 for text in parsed) / len(parsed)
    what = f"speed, {len(captions):,} captions of {n_words / len(captions):.1f} words"
    return [
        Headline(what, f"{len(captions) / spent:,.0f} captions per CPU second", "≥ 1,500"),
        Headline("the tokeniser alone", f"{len(captions) / tokenised:,.0f} captions per CPU second"),
        Headline("captions parsed as one sentence", f"{100 * in_one:.1f} %"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    shipped, size = load()
    rates = speed(shipped, args.shared / "golden/coco/coco5k_ref5.input.json.gz")
    table = scores_table(shipped, args.shared / "data/ewt")
    verbs = verbs_table(shipped, args.shared / "data/ewt")
    found = {str(row[0]): row for row in (*table.rows, *verbs.rows)}
    headlines = [
        Headline("English-EWT development, UPOS", f"{found[DEV][3]} %", "95"),
        Headline("English-EWT development, LAS", f"{found[DEV][7]} %", "84"),
        Headline("English-EWT test, UPOS and LAS", f"{found[TEST][3]} %, {found[TEST][7]} %"),
        Headline(
            "verbs that could be plural nouns, not exchanged in training",
            f"{found['one person'][2]} % (plural nouns {found['plural nouns'][2]} %)",
        ),
        *rates,
        size,
    ]
    report_results("parser", "The parser", headlines=headlines, tables=[table, verbs], write=args.write)


if __name__ == "__main__":
    main()
