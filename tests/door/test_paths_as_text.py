"""Functions of `cinescribe` on files and folders that are named by text."""

import pytest

import cinescribe
from cinescribe import CorpusError, ModelError, ParameterError
from tests.corpus.pictures import written
from tests.dummies import write_film


@pytest.fixture
def film(tmp_path):
    return str(write_film(tmp_path / "film.mp4"))


def test_shots_and_texts_of_a_film(film):
    shots = cinescribe.film_shots(film)
    assert shots[0].span.start == 0
    assert shots[-1].span.end == cinescribe.probe(film).duration
    assert cinescribe.film_screen_texts(film, language="en") == cinescribe.film_screen_texts(film, language=["en"])


def test_parser_is_named_by_its_folder(tmp_path):
    [[sentence]] = cinescribe.parse_texts(["Dogs ran."])
    assert [word.lemma for word in sentence] == ["dog", "run", "."]
    with pytest.raises(ModelError):
        cinescribe.text_tuples(["Dogs ran."], str(tmp_path / "none"))


def test_corpus_of_stills_is_checked_and_its_features_extracted(tmp_path):
    written(tmp_path)
    folder = str(tmp_path)
    assert cinescribe.inspect_folder(folder).faults == ()
    assert cinescribe.extract_features(folder, requested=["regions"]).done == 3
    assert cinescribe.check_corpus_features(folder) == (3, ())
    with pytest.raises(ParameterError, match="a corpus of stills has no 'clip'; choose from regions, grid"):
        cinescribe.extract_features(folder, requested=["clip"])
    with pytest.raises(ParameterError, match="`workers` and `backend` have no use for a corpus of stills"):
        cinescribe.extract_features(folder, workers=2)
    with pytest.raises(ParameterError, match="'voices' is not a feature; choose from clip"):
        cinescribe.extract_features(folder, requested=["voices"])


def test_model_that_answers_no_questions_is_refused(tmp_path):
    with pytest.raises(ParameterError, match="'observer' answers no questions"):
        cinescribe.ask_film(str(tmp_path), "What?", at="00:00:01", model="observer")


def test_subtitles_are_given_once(film, tmp_path):
    for further in ({"subtitle_track": 1}, {"ignore_subtitles": True}):
        with pytest.raises(ParameterError, match=f"`subtitles` and `{next(iter(further))}` are both given"):
            cinescribe.describe_film(film, tmp_path / "film.ad", subtitles="film.srt", **further)


def test_screenplay_without_a_film_needs_subtitles_that_can_be_read(tmp_path):
    (tmp_path / "script.txt").write_text("")
    with pytest.raises((CorpusError, cinescribe.SubtitleError)):
        cinescribe.align_script_to_film(str(tmp_path / "script.txt"), str(tmp_path / "none.srt"), film=None)


def test_size_of_drawn_films_is_named(tmp_path):
    with pytest.raises(ParameterError, match="unknown `size` 'huge'; choose from tiny, small, full"):
        cinescribe.shoot(str(tmp_path / "films"), films=1, seed=0, size="huge")
    with pytest.raises(ParameterError, match="unknown `size` 'huge'; choose from"):
        cinescribe.build_backlot_stills(str(tmp_path / "stills"), size="huge")
