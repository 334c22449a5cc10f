import pytest

from cinescribe.corpus.questions.caption_act import ActedVerb, Subject
from cinescribe.corpus.questions.phrases import Phrase
from cinescribe.corpus.questions.templates import QUESTION_KINDS, QUESTION_TEMPLATES, answer_of, question_text

BAKER = Subject("the baker", None, ("baker",), is_plural=False, is_name=False)
BAKERS = Subject("the two bakers", None, ("bakers",), is_plural=True, is_name=False)
P1 = Subject("P1", "P1", ("P1",), is_plural=False, is_name=True)
KNEAD = ActedVerb("knead", "knead the dough", "kneading the dough")
PLEASE, TASTE, CAREFUL = Phrase("", "please guests"), Phrase("", "taste it"), Phrase("", "careful")

# The shapes of the paper's 21 kinds, in our words.
SHAPES = {
    "intention-what": (None, "What does the baker want?"),
    "intention-negative": (None, "What would the baker not want?"),
    "intention-action": (None, "What makes the baker knead the dough?"),
    "intention-action-negative": (None, "What does not make the baker knead the dough?"),
    "intention-why": (None, "Why is the baker kneading the dough?"),
    "intention-yes-no": (PLEASE, "Does the baker want to please guests?"),
    "intention-yes-no-negative": (PLEASE, "Does the baker want to not please guests?"),
    "effect-what": (None, "What comes next for the baker?"),
    "effect-negative": (None, "What does not happen next?"),
    "effect-action": (None, "What does kneading the dough lead to?"),
    "effect-action-negative": (None, "What does kneading the dough not lead to?"),
    "effect-how": (None, "How does the baker feel afterwards?"),
    "effect-yes-no": (TASTE, "Might the baker taste it next?"),
    "effect-yes-no-negative": (TASTE, "Will the baker not taste it next?"),
    "attribute-what": (None, "Which trait fits the baker?"),
    "attribute-negative": (None, "Which trait does not fit the baker?"),
    "attribute-how": (None, "How would you describe the baker?"),
    "attribute-action-how": (None, "How would you describe the baker who is kneading the dough?"),
    "attribute-yes-no-action": (CAREFUL, "Is the baker who is kneading the dough careful?"),
    "attribute-yes-no": (CAREFUL, "Is the baker careful?"),
    "attribute-yes-no-negative": (CAREFUL, "Is the baker not careful?"),
}


def text(kind, subject, statement=None):
    return question_text(QUESTION_TEMPLATES[QUESTION_KINDS.index(kind)], subject, KNEAD, statement)


def test_question_kinds_are_21_with_a_shape_each():
    assert len(set(QUESTION_KINDS)) == 21
    assert tuple(SHAPES) == QUESTION_KINDS


@pytest.mark.parametrize("kind", QUESTION_KINDS)
def test_each_kind_has_its_shape(kind):
    statement, wanted = SHAPES[kind]
    assert text(kind, BAKER, statement) == wanted


def test_verbs_agree_with_several_people():
    assert text("intention-what", BAKERS) == "What do the two bakers want?"
    assert text("intention-why", BAKERS) == "Why are the two bakers kneading the dough?"
    assert text("intention-yes-no", BAKERS, PLEASE) == "Do the two bakers want to please guests?"
    assert text("attribute-yes-no", BAKERS, CAREFUL) == "Are the two bakers careful?"


def test_a_name_has_commas_around_its_clause():
    assert text("attribute-yes-no-action", P1, CAREFUL) == "Is P1, who is kneading the dough, careful?"


def test_a_statement_about_others_is_a_clause():
    others = Phrase("PersonY thanks PersonX", "PersonY thanks PersonX", is_clause=True)
    assert text("effect-yes-no", P1, others) == "Might it happen next that somebody thanks P1?"
    assert text("effect-yes-no-negative", P1, others) == "Will it not happen next that somebody thanks P1?"
    assert text("intention-yes-no", P1, others) == "Might it be the reason that somebody thanks P1?"


@pytest.mark.parametrize(
    ("is_true", "is_negated", "answer"),
    [(True, False, "yes"), (False, False, "no"), (True, True, "no"), (False, True, "yes")],
)
def test_the_truth_table(is_true, is_negated, answer):
    assert answer_of(is_true=is_true, is_negated=is_negated) == answer


def test_templates_need_subject_or_action():
    assert [t.kind for t in QUESTION_TEMPLATES if not t.needs_subject] == [
        "effect-negative",
        "effect-action",
        "effect-action-negative",
    ]
    assert [t.kind for t in QUESTION_TEMPLATES if t.needs_action] == [
        "intention-action",
        "intention-action-negative",
        "intention-why",
        "effect-action",
        "effect-action-negative",
        "attribute-action-how",
        "attribute-yes-no-action",
    ]
