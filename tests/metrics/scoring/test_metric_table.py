"""Every promised name selects its metric, in any letter case; an unknown name gives the list of names."""

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.scoring.metric_table import METRIC_FAMILIES, select_metrics

PROMISED = [
    *(
        "BLEU-1",
        "BLEU-2",
        "BLEU-3",
        "BLEU-4",
        "METEOR",
        "ROUGE-L",
        "CIDEr",
        "CIDEr-D",
        "CIDEr-plain",
        "SPICE",
        "iSPICE",
    ),
    *("BERTScore", "ACD", "ACS", "NW", "Coverage", "Perplexity", "R@5/16", "R@10/1000", "GroundingScore(3)"),
    *("Fit", "Off-template", "Metaphor-primary", "Metaphor-property-synonym", "Metaphor-F1", "Metaphor-when"),
]
# Without these, the values of metaphors mislead.
COMPANIONS = {
    "ACD": ["ACD-nonsense", "Off-template"],
    "ACS": ["Off-template"],
    "Fit": ["Fit-nonsense", "Off-template"],
}


def names(*asked):
    return [name for name, _ in select_metrics(asked)]


@pytest.mark.parametrize("name", PROMISED)
def test_promised_names_work_in_any_letter_case(name):
    companions = COMPANIONS.get(name, [])
    assert names(name) == names(name.lower()) == names(name.upper()) == [name, *companions]


def test_a_family_selects_its_members():
    assert names("bleu") == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4"]
    assert names("GroundingScore") == [f"GroundingScore({margin})" for margin in (0, 1, 3, 5, "inf")]
    assert names("R@k/N") == ["R@1/16", "R@5/16"]
    assert names("rouge") == ["ROUGE-L"]


def test_a_metrics_name_comes_before_a_familys():
    assert names("cider", "SPICE", "bertscore") == ["CIDEr", "SPICE", "BERTScore"]


def test_names_of_members_and_with_other_numbers():
    assert names("spice-color", "bertscore_p") == ["SPICE-Color", "BERTScore-P"]
    assert names("groundingscore(2)", "r@3/7", "medr/7", "mrr/7") == ["GroundingScore(2)", "R@3/7", "MedR/7", "MRR/7"]


def test_metrics_come_once_in_the_given_order():
    assert names("rouge-l", "bleu-4", " bleu ", "", "ROUGE") == ["ROUGE-L", "BLEU-4", "BLEU-1", "BLEU-2", "BLEU-3"]


def test_every_family_is_selected_by_its_name():
    assert all(names(name) for name in METRIC_FAMILIES)


@pytest.mark.parametrize(("name", "named"), [("R@0/16", "R@0/16"), ("r@16/16", "R@16/16"), ("R@020/16", "R@20/16")])
def test_depths_outside_the_window_are_named(name, named):
    with pytest.raises(ScoreError, match=f"there is no {named}: k is a whole number from 1 to N - 1"):
        select_metrics([name])


def test_numbers_in_names_may_have_leading_zeros():
    assert names("r@05/016", "GroundingScore(02)") == ["R@5/16", "GroundingScore(2)"]


@pytest.mark.parametrize(
    "name", ["blue", "BLEU-5", "MRR/" + "9" * 5000, "R@5" + "0" * 10 + "/16", "R@x/16", "GroundingScore(-1)", "cider d"]
)
def test_an_unknown_name_gives_the_list_of_names(name):
    with pytest.raises(ScoreError, match=r"there is no metric .*; there are .*BLEU, METEOR, .*R@5/16"):
        select_metrics([name])


def test_no_name_is_an_error():
    with pytest.raises(ScoreError, match=r"no metric is named; name some of BLEU, METEOR"):
        select_metrics([])
