import pytest

from cinescribe.errors import ScoreError
from cinescribe.language.names.names import people_from_cast
from cinescribe.metrics.description.coreference import people_meant
from cinescribe.metrics.description.critic import critic
from tests.metrics.description.plain_scores import film, plain_iou
from tests.metrics.plain_parser import PlainParser

CAST = people_from_cast(["Anna", "Joey", "Ross"])
OURS = ["Anna sees Joey.", "Ross nods.", "Anna nods.", "Anna runs."]
THEIRS = ["Anna sees Ross.", "Ross nods.", "It rains.", "Joey sees Ross."]


def test_critic_is_the_mean_overlap_of_people():
    score = critic([film(OURS, THEIRS)], PlainParser(), casts={"": CAST})
    ours, theirs = (people_meant(texts, CAST, PlainParser()) for texts in (OURS, THEIRS))
    assert score.value == pytest.approx(plain_iou(ours, theirs)) == pytest.approx((1 / 3 + 1 + 0) / 3)
    assert score.per_item == pytest.approx({"0": 1 / 3, "1": 1, "3": 0})


def test_films_have_casts_of_their_own():
    films = [film(["Anna nods."], name="a"), film(["Anna nods.", "Ross nods."], name="b")]
    score = critic(films, PlainParser(), casts={"a": CAST, "b": people_from_cast(["Ross"])})
    assert list(score.per_item) == ["a0", "b1"]


def test_the_signature_says_that_this_is_not_the_network():
    signature = critic([film(OURS)], PlainParser(), casts={"": CAST}).signature
    assert signature.startswith("CRITIC|coref:names+pronouns|reach:3|cast:given|parser:plain|approx:yes|")


def test_a_film_without_a_cast_is_refused():
    with pytest.raises(ScoreError, match=r"the film 'b' has no cast; give the cast of every film \(`casts`\)"):
        critic([film(OURS, name="b")], PlainParser(), casts={"a": CAST})


def test_references_without_people_are_refused():
    with pytest.raises(ScoreError, match="none of the 1 items has a person of the cast in its reference"):
        critic([film(["Anna nods."], ["It rains."])], PlainParser(), casts={"": CAST})
