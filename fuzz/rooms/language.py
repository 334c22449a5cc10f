"""Names, treebanks, word tables, vocabularies, WordNet and parsers of texts."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.language.wordnet_index import build_index
from benchmarks.language.wordnet_senses import build_senses
from cinescribe.arrays import read_arrays
from cinescribe.input_files import read_text
from cinescribe.language.messages.messages import read_messages
from cinescribe.language.names.names import people_from_cast, read_names
from cinescribe.language.parser.parse import SHIPPED_PARSER, load_parser
from cinescribe.language.parser.parser_weights import PARSER, read_parser
from cinescribe.language.parser.treebank import read_treebank
from cinescribe.language.semantics.verbnet import VerbNet
from cinescribe.language.semantics.verbnet_files import read_verb_classes, read_verbnet
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import Vocabulary, word_tokens
from cinescribe.language.tokens.word_pieces import read_word_pieces
from cinescribe.language.vectors.word_table import read_word_table
from cinescribe.language.wordnet.wordnet import WordNet
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
_DATA = {
    **_WORDNET,
    "index.noun": b"dog n 1 1 @ 1 1 02084071\nleave n 1 0 1 0 00000001\n",
    "index.adj": b"placed a 1 0 1 0 01681477\nset a 1 0 1 0 01681480\n",
    "data.noun": b"  1 A licence.\n00000001 28 n 01 leave 0 000 | a holiday\n"
    b'02084071 05 n 01 dog 0 001 @ 00000001 n 0000 | a pet; "the dog barked"\n',
    "data.verb": b"00000002 38 v 01 leave 1 000 01 + 02 00 | go\n00613036 31 v 01 leave 0 000 01 + 08 00 | let be\n",
    "data.adj": b"01681477 00 a 01 placed 0 001 & 01681480 a 0000 | put\n"
    b"01681480 00 s 01 set(p) 0 001 & 01681477 a 0000 | laid\n",
    "data.adv": b"",
    "cntlist.rev": b"dog%1:05:00:: 1 42\n",
}
_MOST_LETTERS = 30_000  # linear, but slow: Stanford's rules take some ten microseconds a letter
_PIECES = b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n" + b"".join(b"[unused%d]\n" % n for n in range(20)) + b"a\n##b\nthe\n"


def _build_index(folder: Path) -> None:
    build_index(folder, folder.parent / OUT / "index.safetensors")


def _build_senses(folder: Path) -> None:
    index = folder.parent / OUT / "index.safetensors"
    build_index(folder, index)
    build_senses(folder, WordNet(read_arrays(index)), folder.parent / OUT / "senses.safetensors")


def _parser_card(folder: Path) -> None:
    """Read a parser whose weights are those that we ship; they are too large to be part of each input."""
    for path in SHIPPED_PARSER.iterdir():
        if path.name != PARSER.card:
            shutil.copy(path, folder)
    load_parser(folder)


def _tokens(path: Path) -> None:
    texts = read_text(path)[:_MOST_LETTERS].split("\n")
    tokenize(texts)
    Vocabulary.from_texts(texts)
    people_from_cast(texts)
    for text in texts:
        word_tokens(text)


def _messages(path: Path) -> None:
    messages = read_messages(path, "de")
    for name, values in messages.variables.items():
        messages.text(name, **dict.fromkeys(values, "x"))


READERS = (
    file_reader(
        _messages,
        "own.ftl",
        [
            b"a = { $x }!\n    .to = an { $x }\n# $y: a number.\nb = { $y ->\n    [one] one\n   *[other] { a }\n}\n",
            b"-t = T\n    .g = f\nc = { -t } { -t.g ->\n    [f] sie\n   *[m] er\n}\n",
        ],
        label="language.read_messages",
        covers=[read_messages],
    ),
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
    Reader(
        "language.semantics.read_verbnet",
        VerbNet.read,
        lambda: [Seed({"film.xml": seed_file("verbnet-film.xml")})],
        (VerbNet.read, read_verbnet, read_verb_classes),
    ),
    Reader(
        "language.wordnet.build_senses",
        _build_senses,
        lambda: [Seed(_DATA, tuple(name for name in _DATA if name.startswith(("data.", "cntlist"))))],
        (build_senses,),
    ),
    Reader("language.wordnet.build_index", _build_index, lambda: [Seed(_WORDNET)], (build_index,)),
    Reader(
        "language.parser.load_parser",
        _parser_card,
        lambda: [Seed({PARSER.card: (SHIPPED_PARSER / PARSER.card).read_bytes()})],
        (load_parser, read_parser),
        share=0.1,
    ),
)
