import pytest

from cinescribe.errors import StudyError
from cinescribe.study.design.design import StudyDesign, design_digest
from tests.study.studies import ORDER, ranked_items

DESIGN = StudyDesign("s", "rank", ORDER, 2, "corpus")


def test_a_study_needs_judges_and_questions():
    with pytest.raises(StudyError, match="`n_judges` is 0; expected 1 or more"):
        DESIGN.replace(n_judges=0)
    with pytest.raises(StudyError, match="the study 's' has no question"):
        DESIGN.replace(questions=())


def test_a_question_is_found_by_its_name():
    assert DESIGN.question("grammar") == ORDER[1]
    with pytest.raises(StudyError, match="there is no question 'beauty'; the questions are correctness, grammar"):
        DESIGN.question("beauty")


def test_the_digest_is_that_of_the_design_and_every_text():
    items = ranked_items(2)
    digest = design_digest(DESIGN, items)
    assert len(digest) == 64
    assert design_digest(StudyDesign.from_dict(DESIGN.to_dict()), ranked_items(2)) == digest
    texts = items[1].texts
    changed = items[1].replace(texts=(texts[0].replace(text="x"), *texts[1:]))
    others = [
        design_digest(DESIGN.replace(seed=1), items),
        design_digest(DESIGN, items[:1]),
        design_digest(DESIGN, items[::-1]),
        design_digest(DESIGN, [items[0], changed]),
    ]
    assert len({digest, *others}) == 5
