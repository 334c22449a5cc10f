import json
import re

import numpy as np
import pytest

from cinescribe.corpus.description.score_description import score_description
from cinescribe.describe.captioning.windows import PREDICTIONS, captions_of, sentences_of, window_clips
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.errors import CorpusError
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.schema import Caption, Clip, Film
from cinescribe.timing import Span
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film
from tests.generate.narration.scenes import ScriptedModel

WINDOWS = (
    "id,film,start,end,text\nb,two,3,6.5,A wall.\na,two,0,4,A blue wall.\nc,other,0,1,A road.\nd,two,7,9,It ends.\n"
)
SPANS = [Span(0.0, 4.0), Span(3.0, 6.5), Span(7.0, 8.0)]


class Apart:
    """Every text is unlike every other."""

    def vectors(self, texts):
        return np.eye(len(texts))


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


@pytest.fixture
def windows(tmp_path):
    (tmp_path / "windows.csv").write_text(WINDOWS)
    return tmp_path / "windows.csv"


def predictions(folder):
    return [json.loads(line) for line in (folder / PREDICTIONS).read_text().splitlines()]


def options(**changes):
    return DescribeOptions(
        **{"captioner": EveryClip(n_frames=4), "voice": SteadyVoice(), "faces": NoFaces(), **changes}
    )


def test_windows_of_the_film_become_clips_by_time(windows):
    clips = window_clips(windows, Film("some/two.mp4", 8.0))
    assert clips == tuple(Clip(id, "two", span) for id, span in zip("abd", SPANS, strict=True))


def test_a_window_between_two_frames_is_widened(windows):
    windows.write_text("id,start,end\na,3.1,3.3\nb,0,0.1\n")
    first, second = window_clips(windows, Film("two.mp4", 8.0))
    assert [first.span.start, first.span.end] == pytest.approx([0.0, 0.3])
    assert [second.span.start, second.span.end] == pytest.approx([2.95, 3.45])


def test_a_window_beyond_the_film_is_refused(windows):
    with pytest.raises(
        CorpusError, match=r"the window 'b' begins at 3 s, but the film lasts 2\.5 s; give the windows of"
    ):
        window_clips(windows, Film("two.mp4", 2.5))


@pytest.mark.slow
def test_each_window_is_captioned_as_one_clip(tmp_path, film, windows):
    captioner = EveryClip(n_frames=4)
    write_description(film, tmp_path / "two.ad", windows=windows, options=options(captioner=captioner))
    assert captioner.batches == [[4, 4, 2]]  # the last is one second long
    found = predictions(tmp_path / "two.ad")
    assert [row["id"] for row in found] == ["a", "b", "d"]
    assert found[1] == {"id": "b", "film": "two", "start": 3.0, "end": 6.5, "caption": "This is b."}
    [score] = score_description(tmp_path / "two.ad" / PREDICTIONS, windows, metrics=["rouge-l"], subset=True)
    assert list(score.per_item) == ["b", "a", "d"]  # the references' order

    write_description(film, tmp_path / "two.ad", options=options(captioner=captioner))
    assert captioner.batches[1:] == [[4, 4]]  # other clips are captioned anew


@pytest.mark.slow
def test_each_window_is_narrated_as_one_moment(tmp_path, film, windows, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.narration.film_narration.sentence_vectors", Apart)

    def seer(request):
        if request.text.startswith("You write"):
            text = re.search(r"^1\. (.+)$", request.text, re.MULTILINE)
            return json.dumps({"sentences": [{"text": f"{text[1]}.", "notes": [1]}]}) if text else "SKIP"
        own = int(re.findall(r"Report shots? (\d)", request.text)[0])
        does = "stands there" if own == 1 else "runs away"
        return json.dumps({"actions": [{"who": "A dog", "does": does, "to_whom": "", "shot": own}], "detail": ""})

    model = ScriptedModel(seer)
    narrator = Narrator(model, model, checks=False)
    write_description(film, tmp_path / "two.ad", windows=windows, options=options(narrator=narrator))
    found = predictions(tmp_path / "two.ad")
    assert [(row["id"], row["start"]) for row in found] == [("a", 0.0), ("b", 3.0), ("d", 7.0)]
    assert found[0]["caption"] == "A dog stands there."


def test_windows_without_the_film_are_refused_before_any_output(tmp_path, film, windows):
    windows.write_text("id,film,start,end\na,other,0,1\n")
    with pytest.raises(CorpusError, match="no window is of the film 'two'"):
        write_description(film, tmp_path / "two.ad", windows=windows, options=options())
    assert not (tmp_path / "two.ad").exists()


def test_captions_of_one_window_are_joined():
    clips = [Clip("a", "f", SPANS[0]), Clip("b", "f", SPANS[1])]
    captions = [Caption("a", "A wall."), Caption("a", ""), Caption("a", "A door.")]
    assert captions_of(clips, captions) == ["A wall. A door.", ""]


def test_sentences_find_their_windows():
    clips = [Clip(id, "f", span) for id, span in zip("abd", SPANS, strict=True)]
    said = Considered("A dog runs.", 1.0, is_said=True)
    others = (Considered("A cat.", 1.0), said)
    moments = [
        NarratedMoment(SPANS[0], 0.0, considered=(Considered("A cat.", 1.0),)),
        NarratedMoment(SPANS[2], 7.0, considered=others),
    ]
    assert sentences_of(clips, moments) == ["", "", "A dog runs."]
