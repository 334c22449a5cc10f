import pytest
import spacy

from cinescribe.language.tokens.ud_tokens import ud_tokenizer


@pytest.fixture(scope="module")
def tokenizer():
    return ud_tokenizer(spacy.blank("en"))


@pytest.mark.parametrize(
    "words",
    [
        "They do n't",
        "SOMEONE 's hand",
        "P1 opens",
        "a 15 - year term",
        "a well - known man",
        "F - 16",
        "a non-stop flight",
        "an e-mail",
        "and / or",
        "9/11",
        "on 03/15/2001",
        "713-853-1234",
        "Wow !!!",
        "Really ?!",
        "---- end",
        "table . The",
        "I wan na",
        "so ...",
        "( two dogs )",
    ],
)
def test_words_are_segmented_as_in_treebanks(tokenizer, words):
    glued = {"do n't", "SOMEONE 's", "15 - year", "well - known", "F - 16", "and / or", "Wow !!!", "Really ?!"}
    glued |= {"table . The", "wan na", "so ...", "( two", "dogs )"}
    text = words
    for each in glued:
        text = text.replace(each, each.replace(" ", ""))
    assert [token.text for token in tokenizer(text)] == words.split()
    assert tokenizer(text).text == text
