import pytest

from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.meteor.meteor_tokens import meteor_tokens, split_meteor

# Output of METEOR 1.5's jar with `-norm`.
SPLIT = {
    "a t-shirt": ["a", "t", "shirt"],
    "jack-o-lanterns": ["jack", "o-lanterns"],
    "-lrb- so -rrb-": ["-lrb-", "so", "-rrb-"],
    "the man 's hat": ["the", "man", "'", "s", "hat"],
    "did n't": ["did", "n", "'t"],
    "o'clock": ["o", "'clock"],
    "the 1990's": ["the", "1990", "'s"],
    "and/or 50%": ["and", "/", "or", "50", "%"],
    "1,000 a,b": ["1,000", "a", ",", "b"],
    "3.5 hm...": ["3.5", "hm", "..."],
    "in the u.s. now": ["in", "the", "us", "now"],
    "on st. james": ["on", "st.", "james"],
    "the end.": ["the", "end", "."],
    "dogs vs.": ["dogs", "vs."],
    "see pp. 7": ["see", "pp.", "7"],
    "rev. 7 v. 7": ["rev.", "7", "v.", "7"],
    "see p. 7": ["see", "p", ".", "7"],
    "caf\u00e9 na\u00efve": ["caf\u00e9", "na\u00efve"],
    "`` so ''": ['"', "so", '"'],
    "\u201cso\u201d \u2013 it\u2019s": ['"', "so", '"', "-", "it", "'s"],
}


@pytest.mark.parametrize(("text", "words"), SPLIT.items())
def test_texts_are_split_like_in_meteor(text, words):
    assert split_meteor(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [  # by the normaliser of METEOR 1.5
        ("Mr. Fox sits. He nods.", "mr. fox sits . he nods ."),
        ("The yard. P1 bows.", "the yard . p1 bows ."),
        ("See No. 5 and No. Yes.", "see no. 5 and no . yes ."),
        ("At 5 p.m. Anna left. then ran.", "at 5 pm anna left. then ran ."),
        ("U.S. troops. St. Paul waits. Rev. Ito.", "us troops . st. paul waits . rev. ito ."),
    ],
)
def test_full_stops_depend_on_capitals(text, words):
    assert split_meteor(text) == words.split()


def test_plain_words_stay_and_others_are_split_in_place():
    texts = [["A", "dog"], ["a", "t-shirt"], [], ["the", "man", "'s", "dog"], ["dog"]]
    refs = [[["A-dog"]], [["a"], ["a", "b-c"]], [["x"]], [["y"]], [["Dog", "a"]]]
    tokens = meteor_tokens(PairTokens.of(list("vwxyz"), texts, refs, tokeniser="plain"))
    assert _read(tokens, tokens.candidates) == [
        ["a", "dog"],
        ["a", "t", "shirt"],
        [],
        ["the", "man", "'", "s", "dog"],
        ["dog"],
    ]
    assert _read(tokens, tokens.references) == [["a", "dog"], ["a"], ["a", "b", "c"], ["x"], ["y"], ["dog", "a"]]
    assert tokens.item_bounds.tolist() == [0, 1, 3, 4, 5, 6]
    assert (tokens.ids, tokens.tokeniser) == (tuple("vwxyz"), "plain")


def test_a_word_has_one_number_in_any_case_and_text():
    tokens = meteor_tokens(PairTokens.of(["x"], [["Dog", "t-shirt"]], [[["dog", "t", "SHIRT"]]], tokeniser="ptb"))
    assert tokens.candidates.words.tolist() == tokens.references.words.tolist()
    assert len(set(tokens.vocabulary)) == len(tokens.vocabulary)


def _read(tokens, texts):
    return [[tokens.vocabulary[word] for word in texts[n]] for n in range(len(texts))]
