"""Names, treebanks, word tables, vocabularies, WordNet and parsers of texts."""

from __future__ import annotations

import shutil
from pathlib import Path

from cinescribe.input_files import read_text
from cinescribe.language.names.names import people_from_cast, read_names
from cinescribe.language.parser.parse import SHIPPED_PARSER, load_parser
from cinescribe.language.parser.parser_weights import METADATA, read_parser
from cinescribe.language.parser.treebank import read_treebank
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import Vocabulary, word_tokens
from cinescribe.language.tokens.word_pieces import read_word_pieces
from cinescribe.language.vectors.word_table import read_word_table
from cinescribe.language.wordnet.build_index import build_index
from fuzz.reader import OUT, Reader, Seed, file_reader, seed_file
from fuzz.samples.written import gzipped

_WORDNET = {
    "index.noun": b"  1 A licence stands here.\ndog n 2 1 @ 2 1 02084071 10114209\nleave n 1 0 1 0 00000001\n",
    "index.verb": b"leave v 2 0 2 0 00613036 00000002\n",
    "data.verb": b"  1 A licence.\n00000002 38 v 01 leave | go\n00613036 31 v 01 leave | let be\n",
    "index.adj": b"placed a 2 0 2 0 01681477 01681478\n",
    "index.adv": b"",
    "noun.exc": b"geese goose\n",
    "verb.exc": b"left leave\n",
    "adj.exc": b"",
    "adv.exc": b"best well\n",
}
_MOST_LETTERS = 30_000  # linear, but slow: Stanford's rules take some ten microseconds a letter
_PIECES = b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n" + b"".join(b"[unused%d]\n" % n for n in range(20)) + b"a\n##b\nthe\n"


def _build_index(folder: Path) -> None:
    build_index(folder, folder.parent / OUT / "index.safetensors")


def _parser_card(folder: Path) -> None:
    """Read a parser whose weights are those that we ship; they are too large to be part of each input."""
    for path in SHIPPED_PARSER.iterdir():
        if path.name != METADATA:
            shutil.copy(path, folder)
    load_parser(folder)


def _tokens(path: Path) -> None:
    texts = read_text(path)[:_MOST_LETTERS].split("\n")
    tokenize(texts)
    Vocabulary.from_texts(texts)
    people_from_cast(texts)
    for text in texts:
        word_tokens(text)


READERS = (
    file_reader(read_names, "names.txt", [seed_file("names.txt")]),
    file_reader(read_treebank, "trees.conllu", [seed_file("trees.conllu")]),
    file_reader(
        read_treebank,
        "trees.conllu.gz",
        lambda: [gzipped(seed_file("trees.conllu"))],
        label="language.read_treebank.gz",
    ),
    file_reader(read_word_table, "words.txt", [b"2 3\ndog 0.1 0.2 0.3\ncat 1 2 3\n", b"dog 0.1 0.2\ncat -1 2e3\n"]),
    file_reader(read_word_pieces, "vocab.txt", [_PIECES]),
    file_reader(
        _tokens,
        "texts.txt",
        [b"[PERSON1] opens the door.\nMr. Smith isn't at 12:30 p.m.!\nSOMEONE waits...\n"],
        label="language.tokens",
        covers=[tokenize, word_tokens, Vocabulary.from_texts, people_from_cast],
    ),
    Reader("language.wordnet.build_index", _build_index, lambda: [Seed(_WORDNET)], (build_index,)),
    Reader(
        "language.parser.load_parser",
        _parser_card,
        lambda: [Seed({METADATA: (SHIPPED_PARSER / METADATA).read_bytes()})],
        (load_parser, read_parser),
        share=0.1,
    ),
)
