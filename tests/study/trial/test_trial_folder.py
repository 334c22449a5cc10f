import pytest

from cinescribe.errors import StudyError
from cinescribe.study.trial.trial_folder import Trial, read_trial, study_of, write_trial
from tests.study.described import MODEL, a_trial, described

ASKED = Trial(MODEL, ("film",))


def test_a_trial_is_written_once_and_read(tmp_path):
    write_trial(tmp_path, ASKED)
    write_trial(tmp_path, ASKED)
    assert read_trial(tmp_path) == ASKED


def test_another_trial_in_the_folder_is_refused(tmp_path):
    write_trial(tmp_path, ASKED)
    with pytest.raises(StudyError, match=r"has a trial with films \('film',\), and \('a', 'b'\) came; name another"):
        write_trial(tmp_path, ASKED.replace(films=("a", "b")))


def test_a_folder_without_a_trial_is_refused(tmp_path):
    with pytest.raises(StudyError, match=r"has no trial \(trial\.json is missing\); name the folder of one, or"):
        read_trial(tmp_path)


def test_a_trial_is_judged_once_its_films_are_described(tmp_path):
    write_trial(tmp_path, ASKED)
    described(tmp_path, "film")
    with pytest.raises(StudyError, match="is not ready to be judged; describe its 1 film to the end: run the trial"):
        study_of(tmp_path)
    a_trial(tmp_path, names=("film",))
    assert (study_of(tmp_path) / "study.db").is_file()
