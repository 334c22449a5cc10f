import shutil

import pytest

from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.trial.describe_trial import describe_trial_films, trial_films
from cinescribe.errors import FilmError, ModelError, OutputError, StudyError
from cinescribe.export.folder import read_script
from cinescribe.models.observer.observer import Observer
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.trial.trial_folder import Trial, study_of
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    write_film(folder / "two.mp4")
    shutil.copyfile(folder / "two.mp4", folder / "one.mp4")
    return folder


class Said(list[str]):
    """What was announced."""

    def __call__(self, line):
        self.append(line)


def options(said=None):
    return DescribeOptions(
        captioner=EveryClip(), voice=SteadyVoice(), faces=NoFaces(), announce=Said() if said is None else said
    )


def test_films_are_named_by_their_files_with_the_subtitles_beside_them(films, tmp_path):
    (tmp_path / "three.mp4").write_bytes(b"")
    (tmp_path / "three.en.srt").write_text("")
    found = trial_films([films, tmp_path / "three.mp4"])
    assert list(found) == ["one", "three", "two"]
    assert found["three"].subtitles is None
    assert trial_films([tmp_path])["three"].subtitles == tmp_path / "three.en.srt"


def test_two_films_of_one_name_are_refused(films, tmp_path):
    with pytest.raises(StudyError, match=r"two\.mp4' and .*two\.mkv' have one name; rename one, since results"):
        trial_films([films / "two.mp4", tmp_path / "two.mkv"])
    with pytest.raises(StudyError, match="no films given; name films, or a folder of films"):
        trial_films([])


def test_sentences_are_in_the_language_of_the_trial(films, tmp_path):
    found = trial_films([films / "two.mp4"])
    with pytest.raises(ModelError, match="writes English only, and the `language` is 'de'"):
        describe_trial_films(found, tmp_path / "a", Trial("every", ("two",), language="de"), options=options())
    seen = DescribeOptions(captioner=Observer(), voice=SteadyVoice(), faces=NoFaces())
    describe_trial_films(found, tmp_path / "b", Trial("observer", ("two",), language="de"), options=seen)
    assert read_script(tmp_path / "b" / "two.ad").language == "de"


def test_killed_trial_is_resumed(films, tmp_path):
    folder, said = tmp_path / "trial", Said()
    found = trial_films([films])
    trial = Trial("every", tuple(found))
    broken = {**found, "two": found["two"].__class__("two", tmp_path / "missing.mp4")}
    with pytest.raises(FilmError):
        describe_trial_films(broken, folder, trial, options=options(said))
    assert [line for line in said if line.startswith("film ")] == ["film 1 of 2: one", "film 2 of 2: two"]
    with pytest.raises(StudyError, match="is not ready to be judged; describe its 2 films to the end"):
        study_of(folder)
    describe_trial_films(found, folder, trial, options=options())
    log = (folder / "one.ad" / "log.jsonl").read_text()
    assert log.count('"event": "done", "stage": "watch"') == 1  # of the first run
    with open_study(study_of(folder)) as (_, study):
        assert study.design.kind == "trial"
    assert {cue.text for cue in read_script(folder / "two.ad").spoken()}


def test_a_trial_of_other_films_or_a_foreign_folder_is_refused(films, tmp_path):
    found = trial_films([films / "one.mp4"])
    describe_trial_films(found, tmp_path / "trial", Trial("every", ("one",)), options=options())
    with pytest.raises(StudyError, match="name another folder, or ask for the same"):
        describe_trial_films(found, tmp_path / "trial", Trial("other", ("one",)), options=options())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds 'notes\.txt', which is no part of a trial by Cinescribe"):
        describe_trial_films(found, tmp_path / "mine", Trial("every", ("one",)), options=options())
