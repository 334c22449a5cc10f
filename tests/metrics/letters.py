"""An encoder without a model: one token per word, similar to words that share its letters."""

import numpy as np

from cinescribe.language.vectors.token_embeddings import TokenEmbeddings

_WIDTH = 128  # letters of ASCII


class Letters:
    """An `Embedder` of ASCII texts."""

    name = "letters"

    def tokens(self, texts):
        return [np.array([sum(map(ord, word)) for word in text.split()], np.int64) for text in texts]

    def embed(self, texts):
        return [_embedded(text, tokens) for text, tokens in zip(texts, self.tokens(texts), strict=True)]


def _embedded(text, tokens):
    vectors = np.zeros((len(tokens), _WIDTH), np.float32)
    for row, word in enumerate(text.split()):
        np.add.at(vectors[row], list(word.encode("ascii")), 1)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return TokenEmbeddings(tokens, vectors / np.maximum(lengths, 1), np.ones(len(tokens), bool))
