import pytest

from cinescribe.corpus.metaphors.caption_lint import CaptionLint, LintedCaption, lint_judgements, read_brands
from cinescribe.errors import CorpusError
from tests.corpus.metaphors.judged import no, then, yes


@pytest.mark.parametrize(
    "text",
    [
        "The drink is as cool as the football player in the finals",  # the paper's own correction
        "A timepiece is as cyclical as a bicycle's revolution",
        "The shoes are as light as a feather.",
        "An hour is as short as a university lecture",
        "Drinking and driving is as dangerous as Russian roulette",
        "The puma is as quick as an arrow",
        "A mother's love is as endless as the ocean",
        "The e-reader is as thin as an X-ray picture",
        "Christmas is as bright as a TV",
        "The nurse is kinder than an angel, and is as soft as silk",
        "The nurse is as kind as an angel",
        "The news is as heavy as a stone",
        "The king of the cats is as loved as a star",
        "Eating sweets is as rewarding as sleep",
        "The room is as frozen as ice",
    ],
)
def test_good_sentences_have_no_fault(text):
    assert CaptionLint().faults(text) == ()


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "The coke is as cool as Messi in the finals",  # the paper's own example
            ("brand or name: 'coke'; write 'drink'", "brand or name: 'Messi'; write 'football player'"),
        ),
        ("The shoe is as quick as Puma", ("brand or name: 'Puma'; write 'shoe', or a small letter",)),
        ("Nike's shoe is as light as air", ("brand or name: 'Nike'; write 'shoe'",)),
        ("The watch is as thin as Zorblax", ("brand or name: 'Zorblax'; write a common word, or a small letter",)),
        ("Paris is as bright as a star", ("brand or name: 'Paris'; write a common word, or a small letter",)),
        ("The nurse is as calm as Dr Brown", ("name: 'Dr Brown'; write who it is, such as 'the doctor'",)),
        ("The shop at www.shop.com is as big as a sea", ("identifies somebody: 'www.shop.com'; leave it out",)),
        ("The phone\u2122 is as thin as paper", ("brand: the sign '\u2122'; write a common word",)),
        ("The car is as fsat as a train", ("spelling: 'fsat'; is it fast or flat or fat?",)),
        ("The cat is as calm as an lake", ("grammar: 'an lake'; write 'a lake'",)),
        ("The gun is as loud as a hour", ("grammar: 'a hour'; write 'an hour'",)),
        ("The the gun is as loud as thunder", ("grammar: 'The the'; write it once",)),
        ("A shoe are as light as a feather", ("grammar: 'are' after one thing; write 'is'",)),
        ("These shoes is as light as a feather", ("grammar: 'is' after several things; write 'are'",)),
        ("The cars is as fast as a train", ("grammar: 'is' after several things; write 'are'",)),
        ("Women is as strong as lions", ("grammar: 'is' after several things; write 'are'",)),
        ("The car is as speed as a train", ("grammar: 'speed' is no adjective; write one between 'as' and 'as'",)),
        ("The sofa is as bed as a cloud", ("grammar: 'bed' is no adjective; write one between 'as' and 'as'",)),
        ("The egg is as sweet as a Kinder", ("brand or name: 'Kinder'; write 'snack', or a small letter",)),
        ("The bank is as strong as a lions", ("grammar: 'a lions' is one thing; write 'lion', or leave 'a' out",)),
        ("The car is as fats as a train", ("grammar: 'fats' is no adjective; write one between 'as' and 'as'",)),
        ("The car , is as fast as a train", ("grammar: a space before a mark; leave it out",)),
        ('The "car is as fast as a train', ("grammar: a bracket or quotation mark without its other half",)),
        ("The car is as fast as a train. It is red.", ("grammar: more than one sentence; write one",)),
        ("The car is as fast as a car", ("sense: 'car' is compared to itself; name another concept",)),
    ],
)
def test_faults_are_found_with_a_remedy(text, faults):
    found = CaptionLint().faults(text)
    assert tuple(one.lower() for one in found) == tuple(one.lower() for one in faults)


def test_people_add_brands_and_words(tmp_path):
    text = "The fizzo is as cool as a blorp"
    assert len(CaptionLint().faults(text)) == 2
    (tmp_path / "brands.csv").write_text("brand,instead\nFizzo,drink\nBlorp,\n")
    assert read_brands(tmp_path / "brands.csv").faults(text) == ("brand or name: 'fizzo'; write 'drink'",)
    (tmp_path / "brands.csv").write_text("brand,instead\nFizzo,drink\nfizzo,\n")
    with pytest.raises(CorpusError, match="line 3 has the brand 'fizzo' again"):
        read_brands(tmp_path / "brands.csv")


def test_the_latest_sentences_are_checked():
    drafts = [yes(primary="Audi", caption="Audi is as fast as a cheetah"), no(by="p2"), yes(by="p3")]
    found = lint_judgements(drafts, CaptionLint())
    assert found == (
        LintedCaption("v0", "p1", "Audi is as fast as a cheetah", ("brand or name: 'Audi'; write 'car'",)),
    )
    returned = then(drafts[0], "returned")
    rewritten = then(returned, "rewritten", primary="The car", caption="The car is as fast as a cheetah")
    assert lint_judgements([*drafts, returned, rewritten], CaptionLint()) == ()
