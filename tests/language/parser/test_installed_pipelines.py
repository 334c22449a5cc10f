import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from cinescribe.language.parser import installed_pipelines as module
from cinescribe.language.parser.installed_pipelines import InstalledPipeline, installed_parser


@Language.component("test_clauses", assigns=["token.dep", "token.head"])
def clauses(doc):
    """Make the second word of a text the root, in the past tense; a stand-in of a trained parser."""
    if not len(doc):
        return doc
    root = min(1, len(doc) - 1)
    is_root = [at == root for at in range(len(doc))]
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        heads=[root] * len(doc),
        deps=["ROOT" if one else "dep" for one in is_root],
        pos=["VERB" if one else "X" for one in is_root],
        lemmas=["Gehen" if one else "" for one in is_root],
        morphs=["Tense=Past|VerbForm=Fin" if one else "" for one in is_root],
    )


def pipeline(language="de", name="parser"):
    nlp = spacy.blank(language)
    nlp.add_pipe("test_clauses", name=name)
    return nlp


@pytest.fixture(autouse=True)
def forget():
    installed_parser.cache_clear()
    yield
    installed_parser.cache_clear()


@pytest.fixture
def installed(monkeypatch):
    def install(**pipelines):
        monkeypatch.setattr(spacy.util, "get_installed_models", lambda: list(pipelines))
        monkeypatch.setattr(spacy, "load", lambda name, exclude=(): pipelines[name])

    return install


def test_sentences_have_words_with_heads_in_the_sentence(installed):
    installed(de_core_news_sm=pipeline())
    parser = installed_parser("de")
    assert isinstance(parser, InstalledPipeline)
    assert parser.name == "de_core_news_sm"
    first, empty = parser.parse(["Anna ging heim", ""])
    assert empty == []
    (words,) = first
    assert [(word.text, word.head, word.dep) for word in words] == [
        ("Anna", 1, "dep"),
        ("ging", 1, "root"),
        ("heim", 1, "dep"),
    ]
    assert (words[1].lemma, words[1].pos, words[1].features) == ("gehen", "VERB", "Tense=Past|VerbForm=Fin")


def test_pipeline_without_parser_or_of_another_language_is_ignored(installed):
    installed(de_ner=pipeline(name="ner"), fr_core_news_sm=pipeline("fr"))
    assert installed_parser("de") is None
    assert installed_parser("fr") is not None


def test_the_first_by_name_is_taken(installed):
    installed(de_core_news_sm=pipeline(), de_core_news_lg=pipeline())
    parser = installed_parser("de")
    assert parser is not None
    assert parser.name == "de_core_news_lg"
    assert module.installed_parser("de") is parser
