import pytest

from cinescribe.errors import StudyError
from cinescribe.schema import Clip
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.screening import Screening, ScreeningVideo, read_screening
from cinescribe.timing import Span
from tests.study.studies import ORDER

VIDEOS = (ScreeningVideo(1, "a", "film", True), ScreeningVideo(2, "b", "film", False, Span(0, 1)))
CLIPS = {id: Clip(id, "film", Span(0, 1), "x") for id in "ab"}


def test_tests_are_read_with_their_films_and_belong_to_the_design(tmp_path):
    (tmp_path / "key.csv").write_text("test,clip,metaphor\n1,a,yes\n2,b,no\n")
    found = read_screening(tmp_path / "key.csv", clips=CLIPS, pass_mark=0.5)
    assert found.videos == (VIDEOS[0].replace(span=Span(0, 1)), VIDEOS[1])
    design = StudyDesign("s", "metaphor", ORDER, 2, "corpus", screening=found)
    assert StudyDesign.from_dict(design.to_dict()) == design
    (tmp_path / "key.csv").write_text("test,clip,metaphor\n1,a,yes\n2,x,no\n")
    with pytest.raises(StudyError, match=r"key.csv' has clip 'x', which the corpus has not; name one of its clips"):
        read_screening(tmp_path / "key.csv", clips=CLIPS)


@pytest.mark.parametrize(("mark", "n", "needed"), [(0.8, 5, 4), (0.8, 4, 4), (0.7, 10, 7), (1.0, 3, 3), (0.01, 3, 1)])
def test_as_many_answers_must_be_right_as_reach_the_pass_mark(mark, n, needed):
    assert Screening(VIDEOS, mark).n_needed(n) == needed


def test_tests_without_videos_and_invalid_pass_marks_are_refused():
    with pytest.raises(StudyError, match="`pass_mark` is 80; expected a share above 0 and up to 1"):
        Screening(VIDEOS, 80)
    with pytest.raises(StudyError, match="test 2 of the screening has no video; give one or more"):
        Screening(VIDEOS[:1])
    with pytest.raises(StudyError, match="a study of the kind rank has no tests of screening; metaphor has"):
        StudyDesign("s", "rank", ORDER, 2, "corpus", screening=Screening(VIDEOS))
