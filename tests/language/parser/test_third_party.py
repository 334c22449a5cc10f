from dataclasses import dataclass

import pytest
import spacy
from spacy.tokens import Doc
from spacy.training import Example

from cinescribe.errors import ModelError
from cinescribe.language.parser.parse import SHIPPED_PARSER
from cinescribe.language.parser.third_party import spacy_parser, stanza_parser

TEXT = "Dogs sit on mats"
TAGS = ["NOUN", "VERB", "ADP", "NOUN"]


def pipeline(heads, deps, n_steps=25):
    """A spaCy pipeline overfitted to one sentence."""
    nlp = spacy.blank("en", meta={"name": "small", "version": "3.8.0"})
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    gold = Doc(nlp.vocab, words=TEXT.split(), heads=heads, deps=deps, pos=TAGS)
    examples = [Example(nlp.make_doc(TEXT), gold)]
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(n_steps):
        nlp.update(examples, sgd=optimizer)
    return nlp


def relations(sentence):
    return [(word.text, sentence[word.head].text, word.dep) for word in sentence]


ON_MATS = [("Dogs", "sit", "nsubj"), ("sit", "sit", "root"), ("on", "mats", "case"), ("mats", "sit", "obl")]


@pytest.mark.slow
def test_a_pipeline_with_universal_labels_is_unchanged():
    nlp = pipeline([1, 1, 3, 1], ["nsubj", "ROOT", "case", "obj"])
    parser = spacy_parser(nlp)
    assert parser.name == "en_small-3.8.0"
    nothing, (sentence,) = parser.parse(["", TEXT])
    assert nothing == []
    assert relations(sentence) == [*ON_MATS[:3], ("mats", "sit", "obj")]
    assert [word.lemma for word in sentence] == ["dog", "sit", "on", "mat"]
    assert [word.pos for word in sentence] == TAGS


@pytest.mark.slow
def test_clearnlp_labels_become_universal_dependencies(tmp_path):
    nlp = pipeline([1, 1, 1, 2], ["nsubj", "ROOT", "prep", "dobj"])
    nlp.to_disk(tmp_path / "en_small")
    (sentence,) = spacy_parser(str(tmp_path / "en_small")).parse([TEXT])[0]
    assert relations(sentence) == [*ON_MATS[:2], ("on", "sit", "advmod"), ("mats", "on", "obj")]


def test_a_pipeline_that_is_not_installed():
    with pytest.raises(ModelError, match="no spaCy pipeline 'en_none' is installed here; pip install it"):
        spacy_parser("en_none")


def test_a_trained_parser_is_no_spacy_pipeline():
    with pytest.raises(ModelError, match=r"parser' is no spaCy pipeline \(.*\); name one, or load .* `load_parser`"):
        spacy_parser(str(SHIPPED_PARSER))


def test_a_pipeline_without_a_parser():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    with pytest.raises(ModelError, match=r"has \['sentencizer'\], but no 'parser'; name one that parses"):
        spacy_parser(nlp)


@pytest.mark.slow
def test_a_pipeline_with_other_labels():
    nlp = pipeline([1, 1, 1, 2], ["sb", "ROOT", "mo", "nk"], n_steps=0)
    with pytest.raises(ModelError, match=r"neither the labels of Universal Dependencies \(case, obj\) nor ClearNLP's"):
        spacy_parser(nlp)


@dataclass
class StanzaWord:
    text: str
    lemma: str | None
    upos: str
    feats: str | None
    head: int
    deprel: str


@dataclass
class StanzaSentence:
    words: list[StanzaWord]


@dataclass
class StanzaDocument:
    sentences: list[StanzaSentence]


def stanza(text):
    """A fake stanza pipeline with the documented attributes."""
    assert text == TEXT
    words = [
        StanzaWord("Dogs", "dog", "NOUN", "Number=Plur", 2, "nsubj"),
        StanzaWord("sit", None, "VERB", None, 0, "root"),
    ]
    return StanzaDocument([StanzaSentence(words)])


def test_a_stanza_pipeline_is_a_parser():
    parser = stanza_parser(stanza, name="stanza-en-combined")
    assert parser.name == "stanza-en-combined"
    nothing, (sentence,) = parser.parse([" ", TEXT])
    assert nothing == []
    assert relations(sentence) == ON_MATS[:2]
    assert [(word.lemma, word.features) for word in sentence] == [("dog", "Number=Plur"), ("sit", "")]
