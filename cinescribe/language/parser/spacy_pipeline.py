"""The spaCy pipeline of the shipped parser: tokeniser, shared encoder, tagger and dependency parser.

The encoder (vectors of known words; hashed embeddings of a word's lower case, prefix, suffix, shape and class by
WordNet; convolutions) feeds a tagger of parts of speech with their features and a transition parser, which also splits
sentences.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np
import spacy
from spacy.attrs import NORM  # type: ignore[import-not-found]  # compiled
from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]  # compiled
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry
from spacy.vectors import Vectors  # type: ignore[import-not-found]  # compiled
from thinc.api import use_ops

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.parser.word_classes import word_class
from cinescribe.language.parser.word_vectors import WordVectors
from cinescribe.language.tokens.ud_tokens import ud_tokenizer

# Lower case rather than spaCy's norm: the tokeniser has norms of its own for contractions, and treebanks have none.
# Norms are free for a word's class by WordNet.
_ATTRIBUTES = ("LOWER", "PREFIX", "SUFFIX", "SHAPE", "NORM")
_UNUSED_FEATURES = ("Abbr=", "ExtPos=", "Foreign=", "Style=", "Typo=")  # of spelling and style
_TOKENIZER = "cinescribe.UdTokenizer.v1"
MIN_ACTION_COUNT = 5  # transitions seen fewer times are not learnt


@dataclass(frozen=True)
class Sizes:
    """Sizes of the pipeline's networks.

    Attributes:
        width: of the encoder.
        depth: convolutions of the encoder, each over a word and its two neighbours.
        pieces: of each maxout unit of the encoder.
        hidden: units of the transition parser.
        rows: of the hashed embedding tables of lower case, prefix, suffix, shape, class.
    """

    width: int = 128
    depth: int = 4
    pieces: int = 2
    hidden: int = 128
    rows: tuple[int, int, int, int, int] = (5000, 200, 2500, 500, 300)


def blank_pipeline(sizes: Sizes, vectors: WordVectors) -> Language:
    """Return the pipeline with its word vectors, without labels or weights."""
    # Not set afterwards: spaCy would make its own tokeniser first, which takes as long.
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": _TOKENIZER}}})
    _set_classes(nlp)
    nlp.max_length = sys.maxsize  # long texts take memory, not an error
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=vectors.values, keys=vectors.words, attr="LOWER")
    with numpy_ops():
        _add_parts(nlp, sizes)
    return nlp


@registry.tokenizers(_TOKENIZER)  # type: ignore[untyped-decorator]
def _make_tokenizer() -> Callable[[Language], Tokenizer]:
    return ud_tokenizer


def _set_classes(nlp: Language) -> None:
    """Make the norm of every word its class, also of the words that the tokeniser has made already."""
    vocab: Any = nlp.vocab
    vocab.lex_attr_getters[NORM] = word_class
    for lexeme in vocab:
        lexeme.norm_ = word_class(lexeme.orth_)


def numpy_ops() -> AbstractContextManager[None]:
    """Context in which new networks multiply with NumPy instead of BLIS: two to three times faster with AVX-512."""
    return use_ops("numpy", use_blis=False)


def _add_parts(nlp: Language, sizes: Sizes) -> None:
    nlp.add_pipe("tok2vec", config={"model": _encoder(sizes)})
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": sizes.width}
    nlp.add_pipe("morphologizer", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}})
    head = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": sizes.hidden,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": listener,
    }
    nlp.add_pipe("parser", config={"model": head, "min_action_freq": MIN_ACTION_COUNT})


def example(nlp: Language, trees: Sequence[TreebankSentence]) -> Example:
    """Return the trees of one text as a training example of spaCy, with gold tokens on both sides."""
    words = [word for tree in trees for word in tree.words]
    starts = [start for start, tree in zip(_starts(trees), trees, strict=True) for _ in tree.words]
    texts = [word.text for word in words]
    spaces = [space for tree in trees for space in tree.spaces]
    gold = Doc(
        nlp.vocab,
        words=texts,
        spaces=spaces,
        pos=[word.pos for word in words],
        morphs=[_used_features(word.features) for word in words],
        heads=[word.head + start for word, start in zip(words, starts, strict=True)],
        deps=["ROOT" if word.dep == "root" else word.dep for word in words],
    )
    return Example(Doc(nlp.vocab, words=texts, spaces=spaces), gold)


def pipeline_labels(nlp: Language) -> dict[str, Any]:
    """Return the labels of each part of a trained pipeline as plain JSON, for `with_labels`."""
    moves = _part(nlp, "parser").label_data
    return {
        "morphologizer": _part(nlp, "morphologizer").label_data,
        "parser": {str(move): dict(counts) for move, counts in moves.items()},
    }


def with_labels(nlp: Language, label_data: Mapping[str, Any]) -> Language:
    """Return the pipeline initialised with these labels, ready for weights."""
    sample = Example(
        Doc(nlp.vocab, words=["word"]), Doc(nlp.vocab, words=["word"], heads=[0], deps=["ROOT"], pos=["NOUN"])
    )
    with numpy_ops():
        _set_labels(nlp, label_data, sample)
    return nlp


def _set_labels(nlp: Language, label_data: Mapping[str, Any], sample: Example) -> None:
    _part(nlp, "tok2vec").initialize(lambda: [sample], nlp=nlp)
    moves = {int(move): counts for move, counts in label_data["parser"].items()}
    _fill(_part(nlp, "parser").model.get_ref("lower"))
    _part(nlp, "morphologizer").initialize(lambda: [sample], nlp=nlp, labels=label_data["morphologizer"])
    _part(nlp, "parser").initialize(lambda: [sample], nlp=nlp, labels=moves)


def _fill(lower: Any) -> None:
    """Give the parser's first layer weights, so that spaCy does not fit random ones in billions of multiplications."""
    n_features, n_out, n_pieces, n_in = (lower.get_dim(dim) for dim in ("nF", "nO", "nP", "nI"))
    lower.set_param("W", np.ones((n_features, n_out, n_pieces, n_in), np.float32))
    lower.set_param("b", np.zeros((n_out, n_pieces), np.float32))
    lower.set_param("pad", np.zeros((1, n_features, n_out, n_pieces), np.float32))


def _used_features(features: str) -> str:
    return "|".join(each for each in features.split("|") if each and not each.startswith(_UNUSED_FEATURES))


def _part(nlp: Language, name: str) -> Any:
    """A part of the pipeline, untyped: spaCy's types say only that it is callable."""
    return nlp.get_pipe(name)


def _starts(trees: Sequence[TreebankSentence]) -> list[int]:
    starts, at = [], 0
    for tree in trees:
        starts.append(at)
        at += len(tree.words)
    return starts


def _encoder(sizes: Sizes) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": sizes.width,
            "attrs": list(_ATTRIBUTES),
            "rows": list(sizes.rows),
            "include_static_vectors": True,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": sizes.width,
            "depth": sizes.depth,
            "window_size": 1,
            "maxout_pieces": sizes.pieces,
        },
    }
