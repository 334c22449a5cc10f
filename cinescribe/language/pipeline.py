"""The shipped parser's spaCy pipeline: words as Universal Dependencies cut them, one shared encoder, tags and trees.

One encoder (hashed embeddings of a word's norm, prefix, suffix and shape, then convolutions) feeds a tagger of parts of
speech with their features and a transition parser, which also finds where sentences end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from cinescribe.language.treebank import Tree

_ATTRIBUTES = ("NORM", "PREFIX", "SUFFIX", "SHAPE")
_RARE_ACTION = 5  # transitions seen fewer times are not learnt


@dataclass(frozen=True)
class Sizes:
    """How wide and deep the pipeline is.

    Attributes:
        width: of the encoder.
        depth: convolutions of the encoder, each over a word and its two neighbours.
        pieces: of each maxout unit of the encoder.
        hidden: of the transition parser.
        rows: hashed rows of norm, prefix, suffix, shape.
    """

    width: int = 96
    depth: int = 4
    pieces: int = 3
    hidden: int = 64
    rows: tuple[int, int, int, int] = (5000, 1000, 2500, 1000)


def blank_pipeline(sizes: Sizes) -> Language:
    """The pipeline with no labels and no weights."""
    nlp = spacy.blank("en")
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
    nlp.add_pipe("parser", config={"model": head, "min_action_freq": _RARE_ACTION})
    return nlp


def example(nlp: Language, trees: Sequence[Tree]) -> Example:
    """Trees of one text as spaCy's training example, gold tokens on both sides."""
    words = [word for tree in trees for word in tree.words]
    starts = [start for start, tree in zip(_starts(trees), trees, strict=True) for _ in tree.words]
    texts = [word.text for word in words]
    spaces = [space for tree in trees for space in tree.spaces]
    gold = Doc(
        nlp.vocab,
        words=texts,
        spaces=spaces,
        pos=[word.pos for word in words],
        morphs=[word.features for word in words],
        heads=[word.head + start for word, start in zip(words, starts, strict=True)],
        deps=["ROOT" if word.dep == "root" else word.dep for word in words],
    )
    return Example(Doc(nlp.vocab, words=texts, spaces=spaces), gold)


def labels(nlp: Language) -> dict[str, Any]:
    """What each part of a trained pipeline can say, as `initialised` takes it, in plain JSON."""
    moves = nlp.get_pipe("parser").label_data
    return {
        "morphologizer": nlp.get_pipe("morphologizer").label_data,
        "parser": {str(move): dict(counts) for move, counts in moves.items()},
    }


def initialised(nlp: Language, label_data: Mapping[str, Any]) -> Language:
    """The pipeline with these labels, ready for weights."""
    sample = Example(Doc(nlp.vocab, words=["word"]), Doc(nlp.vocab, words=["word"], heads=[0], deps=["ROOT"], pos=["NOUN"]))
    nlp.get_pipe("tok2vec").initialize(lambda: [sample], nlp=nlp)
    moves = {int(move): counts for move, counts in label_data["parser"].items()}
    nlp.get_pipe("morphologizer").initialize(lambda: [sample], nlp=nlp, labels=label_data["morphologizer"])
    nlp.get_pipe("parser").initialize(lambda: [sample], nlp=nlp, labels=moves)
    return nlp


def _starts(trees: Sequence[Tree]) -> list[int]:
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
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": sizes.width,
            "depth": sizes.depth,
            "window_size": 1,
            "maxout_pieces": sizes.pieces,
        },
    }
