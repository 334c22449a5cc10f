import pytest

from cinescribe.describe.text_captions import READER
from cinescribe.errors import StudyError
from cinescribe.schema import Gap
from cinescribe.study.kinds.descriptions import READ_TEXT, described_films, judged_cues, silent_pauses
from cinescribe.timing import Span
from tests.study.described import a_script, described


def test_descriptions_are_named_by_their_films(tmp_path):
    folders = {name: described(tmp_path, name) for name in ("b", "a")}
    (tmp_path / "empty.ad").mkdir()
    assert described_films(tmp_path) == {"a": folders["a"], "b": folders["b"]}


def test_a_folder_without_descriptions_is_refused(tmp_path):
    with pytest.raises(StudyError, match=r"has no description such as film\.ad; describe films into it first"):
        described_films(tmp_path)


def test_cues_that_are_heard_and_that_a_model_has_written_are_judged():
    assert [cue.text for cue in judged_cues(a_script())] == ["Anna lifts a lamp.", "Anna leaves."]
    assert READ_TEXT == READER


def test_pauses_are_silent_where_no_cue_is_heard():
    found = silent_pauses(a_script())
    assert found == [Span(7, 10), Span(13, 20), Span(23, 36.5), Span(36.5, 50)]  # 4 to 5 and 55 to 57 are short


def test_a_pause_without_cues_is_silent():
    script = a_script(texts=()).replace(gaps=(Gap(Span(20, 23)), Gap(Span(30, 32.5))))
    assert silent_pauses(script) == [Span(20, 23)]


def test_a_pause_of_a_damaged_file_has_a_bounded_number_of_parts():
    script = a_script(texts=()).replace(gaps=(Gap(Span(20, 1e6)),))
    assert len(silent_pauses(script)) == 240
