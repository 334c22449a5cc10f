from pathlib import Path

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.describe.narration.narrator import NarrationOptions, narrator_of
from cinescribe.errors import CorpusError, ModelError
from cinescribe.models.observer.observer import Observer
from cinescribe.models.vlm.chat_captioner import ChatCaptioner
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.generate.narration.scenes import ScriptedModel

CHAT = ChatCaptioner(ScriptedModel(str))


def narrator(captioner=CHAT, **given):
    return narrator_of(captioner, NarrationOptions(**given), announce=pytest.fail)


def test_a_captioner_with_a_chat_model_narrates():
    found = narrator()
    assert found is not None
    assert found.seer is found.writer is CHAT.model
    assert (found.name, found.checks) == ("scripted", True)


def test_other_captioners_have_no_narrator():
    assert narrator(Observer()) is None
    assert narrator(None) is None


@pytest.mark.parametrize(
    ("given", "name"),
    [({"writer": "server:x"}, "writer"), ({"examples": (Path("x"),)}, "examples"), ({"unchecked": True}, "unchecked")],
)
def test_options_of_staged_writing_need_a_staged_captioner(given, name):
    with pytest.raises(ModelError, match=rf"`{name}` needs a captioner that writes in stages, not observer"):
        narrator(Observer(), **given)
    with pytest.raises(ModelError, match=rf"`{name}` needs a captioner that writes in stages, not none"):
        narrator(None, **given)


def test_an_unknown_writer_is_refused():
    with pytest.raises(ModelError, match=r"unknown `writer` 'oracle'; name server:<URL>#<model> or hub:"):
        narrator(writer="oracle")


def corpus(folder, *texts):
    clips = [Clip(f"c{n}", "f", Span(n, n + 1), text) for n, text in enumerate(texts)]
    return write_corpus(folder, CorpusCard("x", "y", "z"), films=[CorpusFilm("f", "train", None)], clips=clips)


def test_examples_are_captions_without_labels(tmp_path):
    corpus(tmp_path, "P1 opens a door.", "Rain falls.", "Rain falls.", None)
    found = narrator(examples=(tmp_path,))
    assert found is not None
    assert found.examples == ("Somebody opens a door.", "Rain falls.")


def test_a_corpus_without_captions_is_refused(tmp_path):
    corpus(tmp_path, None)
    with pytest.raises(CorpusError, match="has no captions to show as `examples`; name one that has"):
        narrator(examples=(tmp_path,))


def test_title_and_story_are_given_or_in_a_file(tmp_path):
    story = tmp_path / "story.txt"
    story.write_text("The Key:\nAnna looks for\na key.", encoding="utf-8")
    assert narrator(about="The  Key").about == "The Key"
    assert narrator(about=str(story)).about == "The Key: Anna looks for a key."
    assert narrator(about="a" * 5000).about == "a" * 5000


def test_effort_and_checks_are_chosen():
    found = narrator(effort="quick", unchecked=True)
    assert (found.effort, found.checks) == ("quick", False)
    assert narrator().key != found.key
    with pytest.raises(ModelError, match="the `effort` is 'slow'; name one of quick, normal, thorough"):
        narrator(effort="slow")


def test_sentences_depend_on_the_language():
    german = narrator_of(CHAT, NarrationOptions(), language="de", announce=pytest.fail)
    assert german is not None
    assert german.language == german.key["language"] == "de"
    english = narrator()
    assert english is not None
    assert "language" not in english.key  # older narrations are English, and are kept
