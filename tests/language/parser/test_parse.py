import pytest

from benchmarks.language.parser import parser_scores
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.parser.train_parser import gold_token_scores
from cinescribe.language.parser.treebank import read_treebank
from tests.shared import shared

CAPTION = "Two men are riding brown horses"


@pytest.fixture(scope="module")
def parser():
    return shipped_parser()


def test_shipped_parser_is_loaded_once_and_named(parser):
    assert shipped_parser() is parser
    assert parser.name == "cinescribe-ewt-spice-4"


def test_caption_is_parsed_with_lemmas_tags_and_heads(parser):
    (sentence,) = parser.parse([CAPTION])[0]
    assert [(w.lemma, w.pos, sentence[w.head].text, w.dep) for w in sentence] == [
        ("two", "NUM", "men", "nummod"),
        ("man", "NOUN", "riding", "nsubj"),
        ("be", "AUX", "riding", "aux"),
        ("ride", "VERB", "riding", "root"),
        ("brown", "ADJ", "horses", "amod"),
        ("horse", "NOUN", "riding", "obj"),
    ]
    assert sentence[1].features == "Number=Plur"


@pytest.mark.parametrize("text", ["P1 opens the door.", "SOMEONE opens the door", "P12 opens the door to P3."])
def test_ids_are_subjects(parser, text):
    (sentence,) = parser.parse([text])[0]
    assert [(w.pos, w.dep) for w in sentence[:2]] == [("PROPN", "nsubj"), ("VERB", "root")]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("P1 blinks.", "blink"),
        ("SOMEONE winces and turns away.", "wince"),
        ("The man kneels beside the bed.", "kneel"),
        ("Margaret cries.", "cry"),
        ("P2 springs.", "spring"),
        ("P1 whimpers.", "whimper"),  # no verb of the training data
        ("P1 and P2 wave", "wave"),
        ("Robert and Kate smile", "smile"),  # as a noun it is common, and it is held out in training
    ],
)
def test_verbs_that_could_be_plural_nouns(parser, text, verb):
    (sentence,) = parser.parse([text])[0]
    (root,) = [word for word in sentence if word.dep == "root"]
    assert (root.lemma, root.pos) == (verb, "VERB")
    assert sentence[0].dep in {"nsubj", "det"}


@pytest.mark.parametrize("text", ["P1 sees two nods.", "The waves hit the shore.", "Three long cries follow."])
def test_plural_nouns_that_could_be_verbs(parser, text):
    (sentence,) = parser.parse([text])[0]
    assert [w.pos for w in sentence if w.text in {"nods", "waves", "cries"}] == ["NOUN"]


def test_sentences_are_found(parser):
    texts = parser.parse(["A man sits. A dog barks at him.", "A red bus\n\nTwo dogs"])
    assert [[sentence[0].text for sentence in text] for text in texts] == [["A", "A"], ["A", "Two"]]


@pytest.mark.parametrize("text", ["", "  ", "\n\n", "\t\n"])
def test_an_empty_text_has_no_sentences(parser, text):
    assert parser.parse([text, CAPTION])[0] == []


def test_no_texts_no_parses(parser):
    assert parser.parse([]) == []


def test_white_space_is_not_a_word(parser):
    assert parser.parse([f"  {CAPTION.replace(' ', '   ')}\n"]) == parser.parse([CAPTION])


def test_a_parse_does_not_depend_on_the_batch(parser):
    texts = [CAPTION, "a dog", "P1 looks at P2, who smiles.", "It 's raining; they're inside."] * 80
    assert parser.parse(texts)[:4] == [parser.parse([text])[0] for text in texts[:4]]


def test_no_characters_are_lost(parser):
    odd = ["?", "…", "😀 smiles", "a" * 5000, "don't", "1/2 cup", "\u200b", "«Non» é"]
    for text, sentences in zip(odd, parser.parse(odd), strict=True):
        assert "".join(w.text for s in sentences for w in s) == "".join(text.split())


def test_every_sentence_is_a_tree(parser):
    for sentences in parser.parse([CAPTION, "and of the in to", "run run run run", ", , ,", "P1 P2 P3"]):
        for sentence in sentences:
            roots = [at for at, word in enumerate(sentence) if word.head == at]
            assert [word.dep == "root" for word in sentence].count(True) == len(roots) == 1


@pytest.mark.slow
def test_an_endless_word_is_cut(parser):
    assert [len(word.text) for sentence in parser.parse(["a" * 250])[0] for word in sentence] == [100, 100, 50]


def test_a_long_text(parser):
    sentences = parser.parse([f"{CAPTION}. " * 1000])[0]
    assert sum(map(len, sentences)) == 7_000


@pytest.mark.slow
def test_held_out_scores_match_the_card(parser):
    trees = read_treebank(shared("data/ewt/en_ewt-ud-dev.conllu.gz"))[:400]
    given, own = gold_token_scores(parser, trees), parser_scores(parser, trees)
    assert given.upos > 94.5
    assert given.las > 78
    assert given.words == given.sentences == 100
    assert own.words > 97
    assert own.lemmas > 93
