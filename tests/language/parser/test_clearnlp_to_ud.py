import pytest

from cinescribe.language.parser.clearnlp_to_ud import to_universal
from cinescribe.language.tokens.parsed_sentence import Word

# text/part of speech/head from 1/label, and after the arrow head and label as Universal Dependencies have them
CASES = {
    "a preposition hangs on its noun, which hangs on a verb": (
        "dogs/NOUN/2/nsubj sit/VERB/0/ROOT on/ADP/2/prep mats/NOUN/3/pobj",
        "2/nsubj 0/root 4/case 2/obl",
    ),
    "or on a noun": ("cup/NOUN/0/ROOT of/ADP/1/prep tea/NOUN/2/pobj", "0/root 3/case 1/nmod"),
    "two prepositions hang on one noun": (
        "jump/VERB/0/ROOT out/ADP/1/prep of/ADP/2/prep boxes/NOUN/3/pobj",
        "0/root 4/case 4/case 1/obl",
    ),
    "what is said of a preposition stays with it": (
        "sit/VERB/0/ROOT right/ADV/3/advmod behind/ADP/1/prep cars/NOUN/3/pobj",
        "0/root 3/advmod 4/case 1/obl",
    ),
    "a phrase may begin with a preposition": ("in/ADP/0/ROOT town/NOUN/1/pobj", "2/case 0/root"),
    "a preposition alone says how": ("walk/VERB/0/ROOT by/ADP/1/prep", "0/root 1/advmod"),
    "a preposition may have a clause": (
        "left/VERB/0/ROOT without/ADP/1/prep looking/VERB/2/pcomp",
        "0/root 3/mark 1/advcl",
    ),
    "or a clause on a noun": ("way/NOUN/0/ROOT of/ADP/1/prep looking/VERB/2/pcomp", "0/root 3/mark 1/acl"),
    "the agent of a passive": (
        "cars/NOUN/3/nsubjpass are/AUX/3/auxpass driven/VERB/0/ROOT by/ADP/3/agent men/NOUN/4/pobj",
        "3/nsubj:pass 3/aux:pass 0/root 5/case 3/obl:agent",
    ),
    "whom something is given to": (
        "give/VERB/0/ROOT it/PRON/1/dobj to/ADP/1/dative dogs/NOUN/3/pobj",
        "0/root 1/obj 4/case 1/obl",
    ),
    "whom something is given": ("give/VERB/0/ROOT dogs/NOUN/1/dative it/PRON/1/dobj", "0/root 1/iobj 1/obj"),
    "be hangs on a noun": ("it/PRON/2/nsubj is/AUX/0/ROOT dogs/NOUN/2/attr", "3/nsubj 3/cop 0/root"),
    "be hangs on an adjective, with all that hung on it": (
        "dogs/NOUN/2/nsubj are/AUX/0/ROOT not/PART/2/neg red/ADJ/2/acomp ./PUNCT/2/punct",
        "4/nsubj 4/cop 4/advmod 0/root 4/punct",
    ),
    "be hangs on a place": (
        "dogs/NOUN/2/nsubj are/AUX/0/ROOT in/ADP/2/prep town/NOUN/3/pobj",
        "4/nsubj 4/cop 4/case 0/root",
    ),
    "there is has a subject": (
        "there/PRON/2/expl are/AUX/0/ROOT dogs/NOUN/2/attr in/ADP/2/prep town/NOUN/4/pobj",
        "2/expl 0/root 2/nsubj 5/case 2/obl",
    ),
    "other verbs have a predicate": ("dogs/NOUN/2/nsubj look/VERB/0/ROOT red/ADJ/2/acomp", "2/nsubj 0/root 2/xcomp"),
    "all parts hang on the first, a conjunction on what follows": (
        "dogs/NOUN/0/ROOT ,/PUNCT/1/punct cats/NOUN/1/conj and/CCONJ/3/cc men/NOUN/3/conj",
        "0/root 3/punct 1/conj 5/cc 1/conj",
    ),
    "other labels have other names": (
        "his/PRON/2/poss dog/NOUN/3/nsubj runs/VERB/0/ROOT off/ADP/3/prt today/NOUN/3/npadvmod",
        "2/nmod:poss 3/nsubj 0/root 3/compound:prt 3/obl:unmarked",
    ),
    "a relative clause": ("men/NOUN/0/ROOT who/PRON/3/nsubj run/VERB/1/relcl", "0/root 3/nsubj 1/acl:relcl"),
}
LEMMAS = {"is": "be", "are": "be"}


@pytest.mark.parametrize("case", CASES)
def test_conversion_matches_universal_dependencies(case):
    given, wanted = CASES[case]
    words = []
    for at, (text, pos, head, dep) in enumerate(row.split("/") for row in given.split()):
        words.append(Word(text, LEMMAS.get(text, text), pos, "", int(head) - 1 if int(head) else at, dep))
    made = to_universal(tuple(words))
    assert [word.text for word in made] == [word.text for word in words]
    assert " ".join(f"{0 if w.head == at else w.head + 1}/{w.dep}" for at, w in enumerate(made)) == wanted
