import pytest
from hypothesis import given
from hypothesis import strategies as st

from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids, rename_ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("P4 carries P3.", ["P4", "P3"]),
        ("P1's hand, P1, p12", ["P1", "P1", "P12"]),
        ("An MP3 of P3D and AP1; P.", []),
        ("", []),
    ],
)
def test_ids_are_found(text, ids):
    assert person_ids(text) == ids


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("P4 carries P3. P4 smiles.", "P1 carries P2. P1 smiles."),
        ("P2 carries P1.", "P1 carries P2."),
        ("p7's dog sees P10.", "P1's dog sees P2."),
        ("Nobody is here.", "Nobody is here."),
    ],
)
def test_ids_are_renamed_by_first_appearance(text, normal):
    assert normalise_ids(text) == normal


@pytest.mark.slow
@given(st.lists(st.sampled_from(["P1", "P2", "P3", "P10"]), max_size=8), st.permutations(["P1", "P2", "P3", "P10"]))
def test_renaming_all_ids_consistently_keeps_the_text(ids, names):
    renamed = dict(zip(["P1", "P2", "P3", "P10"], names, strict=True))
    text = " sees ".join(ids)
    other = rename_ids(text, [renamed[name] for name in ids])
    assert normalise_ids(other) == normalise_ids(text) == normalise_ids(normalise_ids(text))


def test_no_id_is_a_word_of_wordnet():
    assert not any(wordnet().offsets(f"p{n}") | wordnet().base_offsets(f"p{n}") for n in range(100))
