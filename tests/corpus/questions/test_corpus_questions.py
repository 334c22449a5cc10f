import json
from collections import Counter
from functools import partial

import pytest

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense, write_annotated
from cinescribe.corpus.questions.corpus_questions import corpus_questions
from cinescribe.corpus.questions.templates import QUESTION_KINDS
from cinescribe.errors import CorpusError
from cinescribe.metrics.human.qa import read_questions
from cinescribe.question_schema import Question
from cinescribe.store import read_records
from tests.commands import run_command
from tests.corpus.clips import clip

pytestmark = pytest.mark.slow
run = partial(run_command, "corpus", "questions")

COMMONSENSE = (
    Commonsense("f_c0", "P1 drinks the water.", ("P1 wants to cool down.",), ("P1 is happy.",), ("P1 is thirsty.",)),
    Commonsense("f_c1", "P2 shouts at P1.", ("to scold PersonY",), ("gets hoarse", "P1 cries."), ("angry", "loud")),
    Commonsense("f_c2", "P1 dances.", ("have fun",), ("P1 gets warm.",), ("cheerful",)),
    Commonsense("f_c3", "The bread is kneaded.", ("to bake",), ("gets dough",), ("skilled",)),
    Commonsense("f_c4", "P1 is in the garden.", ("to rest",), ("sleeps",), ("tired",)),
    Commonsense("f_c5", "P1 hugs P2.", ("P1 wants to comfort P2.",), ("P2 feels loved.",), ("P1 is caring.",)),
    Commonsense("f_c5", "P2 reads.", ("P2 wants to learn something.",), ("P2 laughs.",), ("P2 is curious.",)),
    Commonsense("f_c6", "P1 walks ahead of P2.", ("P2 wants to catch up.",), ("P2 sweats.",), ("P2 is persistent.",)),
    Commonsense("g_c0", "P3 eats.", ("to be full",), ("gets sleepy",), ("hungry",)),
)


@pytest.fixture
def folder(tmp_path):
    ids = dict.fromkeys(item.clip for item in COMMONSENSE)
    clips = tuple(clip(int(id[-1]), f"Caption {id}", film=id[0]) for id in ids)
    films = (CorpusFilm("f", "train"), CorpusFilm("g", "test"))
    corpus = Corpus(tmp_path, CorpusCard("drawn", "by hand", "none"), films, clips)
    write_annotated(tmp_path / "corpus", AnnotatedCorpus(corpus, commonsense=COMMONSENSE))
    return tmp_path / "corpus"


@pytest.fixture
def by_id(folder):
    return {question.id: question for question in corpus_questions(folder).questions}


def test_every_kind_of_question_is_asked_about_a_clip(by_id):
    assert [id for id in by_id if id.startswith("f_c0/")] == [f"f_c0/{kind}" for kind in QUESTION_KINDS]
    asked = by_id["f_c0/intention-why"]
    assert asked == Question(
        "f_c0",
        "Why is P1 drinking the water?",
        ("to cool down",),
        "intention-why",
        "f_c0/intention-why",
        "intention",
    )
    assert by_id["f_c0/effect-how"].answers == ("happy",)


def test_all_true_phrases_are_listed(by_id):
    assert by_id["f_c1/effect-what"].answers == ("gets hoarse", "PersonY cries")
    assert by_id["f_c1/attribute-how"].answers == ("angry", "loud")


def test_answers_that_are_not_true_are_of_other_clips_of_the_split(by_id):
    true: dict[str, set[str]] = {id.partition("/")[0]: set() for id in by_id}
    for question in by_id.values():
        if question.kind.endswith(("-what", "-why")):
            true[question.clip] |= {*question.answers}
    untrue = [question for question in by_id.values() if question.kind in {"intention-negative", "effect-negative"}]
    assert len(untrue) >= 6
    for question in untrue:
        assert not true[question.clip] & {*question.answers}
        assert not {"to be full", "gets sleepy"} & {*question.answers}


def test_yes_or_no_follows_from_the_truth(by_id):
    statements = {"cool down": True, "be happy": True, "thirsty": True}
    for kind, negated in (("intention-yes-no", False), ("effect-yes-no", False), ("attribute-yes-no", False)):
        for name, is_negated in ((kind, negated), (f"{kind}-negative", True)):
            question = by_id[f"f_c0/{name}"]
            is_true = any(statement in question.text for statement in statements)
            assert question.answers == (("yes",) if is_true != is_negated else ("no",))


def test_kinds_without_subject_or_action_are_skipped_and_counted(folder):
    made = corpus_questions(folder)
    kinds = Counter(question.clip for question in made.questions)
    assert [q.kind for q in made.questions if q.clip == "f_c3"] == [
        "effect-negative",
        "effect-action",
        "effect-action-negative",
    ]
    assert kinds["f_c4"] == 21 - 7 - 1  # neither action nor feeling
    assert (made.n_clips, made.n_without_subject, made.n_without_action) == (8, 1, 1)
    assert made.skipped["intention-what"] == 1
    assert "effect-negative" in made.skipped  # the only clip of its split has nobody else's phrases
    assert sum(made.skipped.values()) == 9 * 21 - len(made.questions)


def test_people_with_ids_have_separate_questions(by_id):
    assert by_id["f_c5/intention-what"].text == "What does P1 want?"
    assert by_id["f_c5/intention-what"].answers == ("to comfort PersonY",)
    assert by_id["f_c5/2/intention-what"].text == "What does P2 want?"
    assert by_id["f_c5/2/effect-what"].answers == ("laughs",)


def test_a_caption_without_subject_is_about_the_first_person(folder):
    file = folder / "commonsense.jsonl"
    file.write_text(file.read_text().replace("f_c3", "f_c4"))
    questions = [question for question in corpus_questions(folder).questions if question.clip == "f_c4"]
    assert all(question.id == f"f_c4/{question.kind}" for question in questions)
    assert next(q.answers for q in questions if q.kind == "intention-what") == ("to bake", "to rest")


def test_the_person_of_the_phrases_counts_before_the_captions_subject(by_id):
    assert by_id["f_c6/intention-what"].text == "What does P2 want?"
    assert by_id["f_c6/intention-what"].answers == ("to catch up",)
    assert "f_c6/intention-why" not in by_id


def test_questions_of_one_split_equal_those_of_the_corpus(folder):
    every = corpus_questions(folder).questions
    for split, film in (("train", "f"), ("test", "g")):
        assert corpus_questions(folder, split=split).questions == tuple(q for q in every if q.clip[0] == film)
    with pytest.raises(CorpusError, match="dev"):
        corpus_questions(folder, split="dev")


def test_a_seed_gives_one_result(folder):
    first = corpus_questions(folder, seed=1)
    assert first == corpus_questions(folder, seed=1)
    assert first != corpus_questions(folder, seed=2)


def test_written_questions_are_readable_by_score_qa(folder, tmp_path):
    file = tmp_path / "q.jsonl"
    counts = json.loads(run(folder, "-o", file, "--json", "--quiet").stdout)
    questions = read_records(file, Question)
    assert counts["questions"] == len(questions) > 100
    assert counts["captions_without_subject"] == 1
    assert counts["skipped"]["effect-how"] > 0
    assert len(read_questions(file, file).ids) == len(questions)
    shown = run(folder, "-o", file, "--overwrite", "--quiet").stdout
    assert "captions without action: 1" in shown
    assert "skipped, effect-how:" in shown


def test_a_corpus_without_commonsense_is_refused(folder):
    (folder / "commonsense.jsonl").unlink()
    with pytest.raises(CorpusError, match=r"has no commonsense\.jsonl, which questions are made of"):
        corpus_questions(folder)


def test_commonsense_of_an_unknown_clip_is_refused(folder):
    file = folder / "commonsense.jsonl"
    file.write_text(file.read_text().replace("f_c0", "f_c9"))
    with pytest.raises(CorpusError, match=r"is about the clip 'f_c9', which is not in the corpus"):
        corpus_questions(folder)
