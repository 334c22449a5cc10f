"""Training of models that answer questions on a synthetic world: answers are in the pictures, not in the questions."""

import json
from pathlib import Path

import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError, FeatureError, ModelError, RecipeError, TrainError
from cinescribe.generate.questions.answer_questions import answer_questions
from cinescribe.generate.questions.question_reader import AskedClip, QuestionReader
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces
from cinescribe.metrics.human.qa import score_qa
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.commonsense.answerer import Answerer, AnswererSizes
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.commonsense.v2c_transformer import V2cTransformer
from cinescribe.question_schema import Question
from cinescribe.store import read_records, write_records
from cinescribe.train.experiments.question_experiment import build_question_experiment
from cinescribe.train.recipes.recipe import read_recipe, recipe_of
from cinescribe.train.run import train_model
from tests.commands import run_command
from tests.models.sequence.clips import s2vt
from tests.models.set_dummies import VOCABULARY
from tests.train import world

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.slow]
SETS = {"n_clips": 1, "n_frames": 4, "frame_rate_hz": 1.0, "n_segments": 2, "n_faces": 0, "n_tokens": 12}
SIZES = {"width": 32, "dropout": 0.0}
WANTS = {"park": "to get some air", "hall": "to meet somebody", "shop": "to buy bread"}


def recipe(sizes=None, **changes):
    values = {
        "name": "test",
        "model": "answerer",
        "sizes": {**SIZES, **(sizes or {})},
        "sets": SETS,
        "optimizer": {"name": "adam", "lr": 5e-3},
        "training": {"epochs": 15, "batch_size": 8},
        "validation": {"every_n_epochs": 15},
        **changes,
    }
    return recipe_of(values)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A world in which people want what the place is good for, and are what they do."""
    folder = world.corpus(tmp_path_factory.mktemp("corpus"), streams=("clip", "actions"), n_films=6, n_clips=8)
    questions = []
    for clip in read_corpus(folder).clips:
        words = str(clip.text).rstrip(".").split()
        place, verb = words[-1], words[1]
        name = clip.people[0]
        questions += [
            Question(
                clip.id, f"What does {name} want?", (WANTS[place],), "intention-what", f"{clip.id}/w", "intention"
            ),
            Question(clip.id, f"Is {name} here?", ("yes",), "attribute-yes-no", f"{clip.id}/y", "attribute"),
            Question(clip.id, f"What does {name} do?", (f"{verb} on",), "effect-what", f"{clip.id}/e", "effect"),
        ]
    write_records(folder / "questions.jsonl", questions)
    return folder


def of_split(corpus, split, path):
    clips = {clip.id for film in read_corpus(corpus).clips_by_film(split).values() for clip in film}
    write_records(path, [one for one in read_records(corpus / "questions.jsonl", Question) if one.clip in clips])
    return path


def test_models_answer_from_video_or_text_they_read(corpus, tmp_path):
    seeing = train_model(recipe(), corpus, tmp_path / "seeing").scores
    blind = train_model(recipe({"reads_video": False}), corpus, tmp_path / "blind").scores
    assert seeing["answers/intention P@1"] > 0.9 > blind["answers/intention P@1"]
    assert blind["answers/attribute P@1"] == 1
    assert seeing["answers/effect open P@1"] > 0.9

    file = of_split(corpus, "val", tmp_path / "val.jsonl")
    for name, folder in (("seeing", [corpus]), ("blind", [])):
        output = tmp_path / f"{name}.jsonl"
        told = run_command("answer", tmp_path / name / "answers", file, *folder, "-o", output, "--json").stdout
        assert json.loads(told) == {"questions": 24, "unknown_answers": 0}
        scores = {score.name: score.value for score in score_qa(output, file)}
        expected = seeing if name == "seeing" else blind
        assert scores["P@1"] == pytest.approx(expected["answers/P@1"])
    told = run_command("answer", tmp_path / "blind" / "answers", file, "-o", output, "--overwrite", "--n", "2").stdout
    assert "questions whose true answers the model does not know: 0" in told
    assert len(json.loads(output.read_text().splitlines()[0])["answers"]) == 2
    with pytest.raises(ModelError, match=r"reads the clips that questions are about; name their corpus \(`corpus`\)"):
        answer_questions(tmp_path / "seeing" / "answers", file)
    other = tmp_path / "other.jsonl"
    write_records(other, [Question("nowhere", "Why?", ("a",), "intention-why", "q")])
    with pytest.raises(CorpusError, match="asks about the clip 'nowhere', which is not in the corpus"):
        answer_questions(tmp_path / "seeing" / "answers", other, corpus)
    found = answer_questions(tmp_path / "blind" / "answers", other)
    assert (len(found.ranked), found.n_unknown) == (1, 1)
    write_records(other, [Question("nowhere", "Why?", ("a",), "intention-why")])
    with pytest.raises(CorpusError, match=r"has a question without `id`: 'Why\?'"):
        answer_questions(tmp_path / "blind" / "answers", other)
    other.write_text("")
    with pytest.raises(CorpusError, match="has no question; make some with `corpus questions`"):
        answer_questions(tmp_path / "blind" / "answers", other)


def test_a_model_that_reads_captions_learns_from_them(corpus, tmp_path):
    reading = train_model(recipe({"reads_video": False, "reads_captions": True}), corpus, tmp_path / "reading").scores
    assert reading["answers/intention P@1"] > 0.9


def test_a_model_may_start_from_a_video_encoder_or_a_model_of_its_kind(corpus, tmp_path):
    seeing = build_question_experiment(recipe(), read_corpus(corpus))
    sizes = CommonsenseSizes(12, 6, 4, frame_width=8, action_width=8, width=32, n_heads=2, ff_width=8, n_layers=1)
    encoder = V2cTransformer(sizes)
    write_checkpoint(tmp_path / "v2c", encoder, tokens=_tokens(), card=CheckpointCard("v2c-transformer"))
    started = build_question_experiment(recipe(init_checkpoint=str(tmp_path / "v2c")), read_corpus(corpus)).model()
    assert all(
        value.equal(started.state_dict()[name])
        for name, value in encoder.state_dict().items()
        if name.startswith("video.")
    )
    write_checkpoint(tmp_path / "own", seeing.model(), tokens=seeing.reader.tokens, card=CheckpointCard("answerer"))
    again = build_question_experiment(recipe(init_checkpoint=str(tmp_path / "own")), read_corpus(corpus)).model()
    assert again.sizes == seeing.sizes
    narrow = recipe({"width": 16}, init_checkpoint=str(tmp_path / "v2c"))
    with pytest.raises(TrainError, match="has other sizes than recipe and corpus need; give `width` and features"):
        build_question_experiment(narrow, read_corpus(corpus)).model()
    blind = recipe({"reads_video": False}, init_checkpoint=str(tmp_path / "v2c"))
    with pytest.raises(TrainError, match="the model of the recipe has no video encoder to start from"):
        build_question_experiment(blind, read_corpus(corpus)).model()
    write_checkpoint(tmp_path / "s2vt", s2vt(), tokens=VOCABULARY, card=CheckpointCard("s2vt"))
    with pytest.raises(TrainError, match="s2vt' has no video encoder to start from"):
        build_question_experiment(recipe(init_checkpoint=str(tmp_path / "s2vt")), read_corpus(corpus)).model()
    with pytest.raises(ModelError, match="is a s2vt, which answers no questions"):
        answer_questions(tmp_path / "s2vt", corpus / "questions.jsonl", corpus)
    pieces = WordPieces(("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a"), 1)
    odd = Answerer(AnswererSizes(len(pieces), pieces.first_person, pieces.n_people, reads_video=False))
    write_checkpoint(tmp_path / "odd", odd, tokens=pieces, card=CheckpointCard("answerer"))
    with pytest.raises(ModelError, match="has word pieces for answers"):
        answer_questions(tmp_path / "odd", corpus / "questions.jsonl")


def _tokens():
    tokens = Vocabulary(("a", "b"), n_people=4)
    assert (len(tokens), tokens.first_person) == (12, 6)
    return tokens


def test_epochs_are_shuffled_and_repeatable(corpus):
    experiment = build_question_experiment(recipe(), read_corpus(corpus))
    first, again, second = (experiment.epoch(number) for number in (0, 0, 1))
    assert first == again != second
    assert len(first) == 40


def test_rare_answers_are_not_learned(corpus):
    every = build_question_experiment(recipe(), read_corpus(corpus)).reader.tokens.words
    some = build_question_experiment(recipe(inputs={"min_count": 15}), read_corpus(corpus)).reader.tokens.words
    assert every[0] == some[0] == "yes"
    assert 1 <= len(some) < len(every)
    with pytest.raises(CorpusError, match="no answer comes 99 times in the training questions; lower `min_count`"):
        build_question_experiment(recipe(inputs={"min_count": 99}), read_corpus(corpus))


def test_questions_without_id_or_of_other_splits_are_refused(corpus, tmp_path):
    clip = read_corpus(corpus).clips[0]
    other = world.corpus(tmp_path / "corpus", streams=("clip", "actions"), n_films=2, n_clips=4)
    write_records(other / "questions.jsonl", [Question(clip.id, "Why?", ("a",), "intention-why", "q")])
    with pytest.raises(CorpusError, match="has no question about a clip of 'train'; make questions of that split"):
        build_question_experiment(recipe(), read_corpus(other))
    write_records(other / "questions.jsonl", [Question("film1_0", "Why?", ("a",), "intention-why")])
    with pytest.raises(CorpusError, match=r"has a question without `id`: 'Why\?'"):
        build_question_experiment(recipe(), read_corpus(other))


def test_sets_of_several_clips_are_refused(corpus):
    with pytest.raises(FeatureError, match=r"the sets have 2 clips, but questions are about single clips"):
        build_question_experiment(recipe(sets={**SETS, "n_clips": 2}), read_corpus(corpus))


def test_clips_are_needed_by_a_reader_that_sees(corpus):
    reader = build_question_experiment(recipe(), read_corpus(corpus)).reader
    assert isinstance(reader, QuestionReader)
    with pytest.raises(FeatureError, match="the questions have no clips, which the model reads"):
        reader.batch([AskedClip(None, (Question("c", "Why?", ("a",), "intention-why", "q"),))])


def test_recipes_are_checked():
    with pytest.raises(RecipeError, match="validation: best is 'CIDEr'; choose one of P@1"):
        recipe(validation={"best": "CIDEr"})
    with pytest.raises(RecipeError, match="inputs: min_count is 0; it must be 1 or more"):
        recipe(inputs={"min_count": 0})
    for path in sorted(Path("recipes/v2c").glob("qa-*.toml")):
        read = read_recipe(path)
        assert recipe_of(read.to_dict()) == read
