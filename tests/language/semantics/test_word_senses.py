import numpy as np
import pytest

from cinescribe.language.semantics.word_senses import WordSenses
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.verbs import verbs
from cinescribe.language.wordnet.wordnet import wordnet
from tests.language.parses import parsed


class Vectors:
    """Texts about money point one way, all others another."""

    def vectors(self, texts):
        return np.array([[1.0, 0.0] if "money" in text else [0.0, 1.0] for text in texts])


def names(found):
    return [senses().name(sense) for sense in found]


@pytest.mark.slow
def test_the_commonest_sense_comes_first_without_context():
    assert names(WordSenses().ranked("bank", "n", "bank"))[0] == "bank.n.01"


@pytest.mark.slow
def test_words_of_the_gloss_change_the_order():
    text = "The bank accepts deposits and channels the money into lending activities."
    assert names(WordSenses().ranked("bank", "n", text))[0] == "depository_financial_institution.n.01"


@pytest.mark.slow
def test_sentence_vectors_change_the_order():
    plain = WordSenses().ranked("bank", "n", "She has money.")
    weighed = WordSenses(Vectors()).ranked("bank", "n", "She has money.")
    assert sorted(plain) == sorted(weighed)
    assert "money" in senses().gloss(weighed[0])


def test_unknown_words_have_no_sense():
    assert WordSenses().ranked("zorblax", "n", "A zorblax.") == ()
    assert WordSenses().verb_sense("zorblax", "They zorblax.") is None
    assert len(WordSenses().ranked("high five", "n", "")) <= 1


@pytest.mark.slow
def test_topics_of_verbs_by_sense():
    sentence = parsed("P1/PROPN/nsubj>2 shoots:shoot/VERB/root videos:video/NOUN/obj>2")
    film = senses().of_key("shoot%2:32:01::")
    assert [verb.topic for verb in verbs(sentence)] == ["competition"]
    assert [verb.topic for verb in verbs(sentence, sense_of=lambda verb, text: film)] == ["communication"]
    assert [verb.topic for verb in verbs(sentence, sense_of=lambda verb, text: None)] == ["competition"]
    chosen = verbs(sentence, sense_of=WordSenses().verb_sense)[0].topic
    assert chosen in wordnet().topics("shoot")
