import json

import pytest

from cinescribe.errors import StudyError
from cinescribe.schema import Clip
from cinescribe.study.design.design import StudyDesign, design_digest
from cinescribe.study.kinds.gold import are_right, read_gold_items, with_repeats
from cinescribe.study.kinds.items import KnownAnswer
from cinescribe.study.kinds.questions import Question
from cinescribe.timing import Span
from tests.study.studies import ORDER, ranked_items

CLIPS = {"c": Clip("c", "film", Span(0, 1), "x")}
QUESTIONS = (*ORDER, Question("present", "Is there one?", "yes_no"), Question("say", "What?", "words"))
TEXTS = [{"text": "He waves."}, {"text": "Xyz."}]


def read(tmp_path, *items):
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return read_gold_items(path, clips=CLIPS, questions=QUESTIONS)


def gold(question="grammar", values=(1, 2), **others):
    return {"clip": "c", "texts": TEXTS, "answers": [{"question": question, "values": list(values)}], **others}


def test_gold_items_are_read_with_texts_of_their_own(tmp_path):
    plain = {"clip": "c", "answers": [{"question": "present", "values": [1]}]}
    ranked, of_clip = read(tmp_path, gold(), plain)
    assert ranked.gold == (KnownAnswer("grammar", (1.0, 2.0)),)
    assert [(text.system, text.name, text.text) for text in ranked.texts] == [
        ("gold", "gold/c/1", "He waves."),
        ("gold", "gold/c/2", "Xyz."),
    ]
    assert (of_clip.texts, of_clip.film, of_clip.span) == ((), "film", Span(0, 1))


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (gold(clip="d"), "gold item 1 of .*gold.jsonl' is of clip 'd', which the corpus has not"),
        (gold(answers=[]), "has no known answer; give one or more"),
        (gold("say"), "answers 'say'; questions with known answers may be correctness, grammar, present"),
        (gold("beauty"), "answers 'beauty'"),
        (gold(values=(1,)), "has 1 values under 'grammar'; expected 2, one for each of its texts"),
        (gold("present"), "has 2 values under 'present'; expected 1, one for the clip"),
        (gold(texts=[], values=()), "answers 'grammar' without a text; give the texts to judge"),
    ],
)
def test_wrong_gold_items_are_refused(tmp_path, item, words):
    with pytest.raises(StudyError, match=words):
        read(tmp_path, item)


def test_a_file_without_gold_items_is_refused(tmp_path):
    with pytest.raises(StudyError, match="has no gold item; give one or more"):
        read(tmp_path)


def test_the_first_items_are_repeated_and_gold_ones_never(tmp_path):
    items = [*read(tmp_path, gold()), *ranked_items(2, n_shared=1)]
    again = with_repeats(items, 1)[3:]
    assert [(one.clip, one.repeats, one.is_shared) for one in again] == [("clip0", 1, False)]
    for n in (-1, 3):
        with pytest.raises(StudyError, match=f"`repeats` is {n}, and there are 2 items; expected 0 to 2"):
            with_repeats(items, n)


def test_the_digest_is_also_that_of_gold_items_and_repetitions(tmp_path):
    design, items = StudyDesign("s", "rank", ORDER, 2, "corpus"), ranked_items(2)
    known, other = read(tmp_path, gold(), gold(values=(2, 1)))
    digests = [design_digest(design, one) for one in (items, [*items, known], [*items, other], with_repeats(items, 1))]
    assert len({*digests}) == 4


@pytest.mark.parametrize(
    ("form", "given", "known", "is_right"),
    [
        ("order", [1, 2, 3], [1, 2, 2], True),  # equal known ranks are not compared
        ("order", [2, 1], [1, 2], False),
        ("choice", [2, 2], [1, 2], False),  # neither was chosen
        ("scale", [4, 2], [5, 1], True),
        ("scale", [3], [5], False),
        ("yes_no", [1], [0], False),
    ],
)
def test_values_are_right_in_the_known_order_or_near_the_known_rating(form, given, known, is_right):
    assert are_right(form, given, known) is is_right
