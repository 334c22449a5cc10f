"""An episode is described with the names and settings of its series."""

import pytest

from cinescribe.describe.cast import own_cast
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.series.add_episodes import add_to_series
from cinescribe.describe.series.episode_description import describe_episode, joined_settings
from cinescribe.describe.series.people_of_series import name_in_series
from cinescribe.describe.series.undo_series import undo_in_series
from cinescribe.errors import OutputError, ParameterError, RecordError
from cinescribe.export.folder import JOURNAL
from cinescribe.export.settings import Settings, read_settings
from cinescribe.models.observer.observer import Observer
from tests.describe.series.episodes import ANNA, BERT, DOUBTFUL, cue, texts, write_episode
from tests.dummies import SteadyVoice

SETTINGS = Settings("espeak:de", language="de")


class Describing:
    """Describes a film of some people, with the names of its cast file."""

    def __init__(self, folder, *faces, seed=5):
        self.folder, self.faces, self.seed, self.by, self.fails = folder, faces, seed, [], False

    def __call__(self, *, options, new):
        self.by.append((options.captioner.name, new))
        if self.fails and options.captioner.name == "observer":
            raise KeyboardInterrupt
        if not self.folder.exists():
            write_episode(self.folder, *self.faces, cues=(cue(9, "No."),), seed=self.seed)
        cast = own_cast(self.folder)
        assert cast is not None
        draft = Workspace(self.folder).load(who="me").draft
        people = tuple(one.replace(name=cast.entries[one.label].name) for one in draft.people)
        names = [one.called for one in people]
        written = (
            [] if options.captioner.name == "nobody" else [cue(n, f"{name} runs.") for n, name in enumerate(names)]
        )
        return Workspace(self.folder).save_draft(draft.replace(people=people, cues=tuple(written))).script


@pytest.fixture
def series(tmp_path):
    add_to_series(tmp_path / "series", [write_episode(tmp_path / "e01.ad", ANNA, seed=1)], who="me")
    name_in_series(tmp_path / "series", "S1", "Anna", who="me")
    return tmp_path / "series"


def options(said=None):
    announce = (lambda line: None) if said is None else said.append
    return DescribeOptions(Observer(), SteadyVoice(), announce=announce)


def test_sentences_are_written_when_the_people_are_known(tmp_path, series):
    said: list[str] = []
    describing = Describing(tmp_path / "e02.ad", BERT, ANNA)
    script = describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options(said))
    assert describing.by == [("nobody", False), ("observer", False)]
    assert texts(tmp_path / "e02.ad") == [one.text for one in script.cues] == ["P1 runs.", "Anna runs."]
    assert read_settings(tmp_path / "e02.ad") == SETTINGS
    assert said == ["series: e02.ad shows S2, Anna"]


def test_an_episode_that_is_described_again_is_described_once(tmp_path, series):
    describing = Describing(tmp_path / "e02.ad", ANNA)
    for new in (False, False, True):
        describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options(), new=new)
    both = ["nobody", "observer"]
    assert [name for name, _ in describing.by] == [*both, "observer", *both]
    assert describing.by[3] == ("nobody", True)


def test_a_run_that_is_stopped_before_the_sentences_goes_on_with_them(tmp_path, series):
    describing = Describing(tmp_path / "e02.ad", ANNA)
    describing.fails = True
    with pytest.raises(KeyboardInterrupt):
        describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options())
    assert texts(tmp_path / "e02.ad") == []
    describing.fails = False
    describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options())
    assert texts(tmp_path / "e02.ad") == ["Anna runs."]
    assert [name for name, _ in describing.by] == ["nobody", "observer", "observer"]


def test_a_name_that_a_draft_has_from_the_series_can_be_taken_back(tmp_path, series):
    describing = Describing(tmp_path / "e02.ad", ANNA)
    describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options())
    name_in_series(series, "S1", "Anne", who="me")
    describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options())
    assert texts(tmp_path / "e02.ad") == ["Anne runs."]
    assert not list(undo_in_series(series, who="me").all_remarks())
    assert texts(tmp_path / "e02.ad") == ["Anna runs."]
    assert name_in_series(series, "S1", "", who="me").n_cues == 2
    assert texts(tmp_path / "e02.ad") == ["Person 1 runs."]


def test_who_is_not_identified_is_said(tmp_path, series):
    said: list[str] = []
    describing = Describing(tmp_path / "e02.ad", DOUBTFUL)
    describe_episode(describing, tmp_path / "e02.ad", series, settings=SETTINGS, options=options(said))
    assert said == ["series: e02.ad shows nobody who is known; 1 not identified"]
    assert texts(tmp_path / "e02.ad") == ["P1 runs."]


def test_options_and_series_that_contradict_each_other_are_refused(tmp_path):
    settings = joined_settings(tmp_path / "series", {"voice": "espeak:de"})
    assert (settings.values, (tmp_path / "series" / "series.toml").is_file()) == ({}, True)
    with pytest.raises(ParameterError, match="`cast` and `series` are both given"):
        joined_settings(tmp_path / "series", {"cast": "cast.toml"})
    (tmp_path / "series" / "series.toml").write_text('[voice]\nname = "espeak:de"\n[language]\ntag = "de"\n')
    with pytest.raises(ParameterError, match=r"`voice` is given, and '.*series.toml' sets it for all episodes"):
        joined_settings(tmp_path / "series", {"voice": "espeak:en"})
    with pytest.raises(ParameterError, match="`language` is given"):
        joined_settings(tmp_path / "series", {"language": "de"})
    assert joined_settings(tmp_path / "series", {"rate": 1.1, "voice": None}).language == "de"
    (tmp_path / "series" / "series.toml").write_text("[voice]\nrate = 'x'\n")
    with pytest.raises(RecordError, match="rate is 'x'"):
        joined_settings(tmp_path / "series", {})


def test_a_film_of_no_series_has_its_own_settings():
    assert joined_settings(None, {"voice": "espeak:de", "cast": "cast.toml"}).of_episode(SETTINGS) == SETTINGS


def test_a_folder_of_something_else_is_no_series(tmp_path):
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "a.mp4").touch()
    with pytest.raises(OutputError, match="films"):
        joined_settings(tmp_path / "films", {})


def test_a_damaged_series_is_named_before_the_film_is_described(series):
    journal = series / JOURNAL
    journal.write_text(journal.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    with pytest.raises(RecordError, match=f"{JOURNAL}, line 1: edit 1 is missing"):
        joined_settings(series, {})
