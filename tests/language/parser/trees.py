"""Trees of a treebank, written by hand."""

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Word


def tree(*rows):
    """A tree from rows of text, lemma, part of speech, features, head from 1 and label."""
    words = []
    for at, row in enumerate(rows):
        text, lemma, pos, features, head, dep = row.split()
        words.append(Word(text, lemma, pos, features.replace("_", ""), int(head) - 1 if int(head) else at, dep))
    return TreebankSentence(tuple(words), (True,) * len(words))
