import shutil

import pytest

from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.describe.series.add_episodes import add_to_series, update_series
from cinescribe.describe.series.people_of_series import name_in_series
from cinescribe.errors import EditError, OutputError, RecordError
from tests.describe.series.episodes import ANNA, BERT, CARL, DORA, DOUBTFUL, texts, write_episode


@pytest.fixture
def episodes(tmp_path):
    return [
        write_episode(tmp_path / "e01.ad", ANNA, BERT, seed=1),
        write_episode(tmp_path / "e02.ad", CARL, ANNA, seed=2),
        write_episode(tmp_path / "e03.ad", BERT, ANNA, DORA, seed=3),
    ]


def who_is(change, episode):
    return {one.person: one.series for one in change.state.seen_in(episode)}


def by_hand(folder, *changes):
    OpenFolder(folder, who="Eve").edit(lambda _: Edit(people=changes), who="Eve", source="workbench")


def test_people_are_found_again_in_other_episodes(tmp_path, episodes):
    change = add_to_series(tmp_path / "series", episodes, who="me")
    assert who_is(change, "e01.ad") == {"p1": "S1", "p2": "S2"}
    assert who_is(change, "e02.ad") == {"p1": "S3", "p2": "S1"}
    assert who_is(change, "e03.ad") == {"p1": "S2", "p2": "S1", "p3": "S4"}
    assert not change.state.asked
    assert all(one.certainty > 0.9 for one in change.state.seen.values())


def test_a_name_given_once_is_in_all_episodes(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    change = name_in_series(tmp_path / "series", "S1", "Anna", who="me")
    assert change.extent == "3 cues in 3 episodes"
    assert texts(episodes[0]) == ["Anna waves.", "Person 2 waves."]
    assert texts(episodes[1]) == ["Person 1 waves.", "Anna waves."]
    assert texts(episodes[2]) == ["Person 1 waves.", "Anna waves.", "Person 3 waves."]
    assert 'name = "Anna"' in (episodes[2] / "cast.toml").read_text()


def test_an_episode_that_is_added_later_gets_the_names(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes[:2], who="me")
    name_in_series(tmp_path / "series", "S1", "Anna", who="me")
    change = add_to_series(tmp_path / "series", episodes[2:], who="me")
    assert texts(episodes[2])[1] == "Anna waves."
    assert [one.episode for one in change.episodes] == ["e03.ad"]


def test_a_name_that_an_episode_has_goes_to_the_series_and_on(tmp_path, episodes):
    by_hand(episodes[0], PersonChange("p1", name="Anna"))
    change = add_to_series(tmp_path / "series", episodes, who="me")
    assert change.state.people["S1"].name == "Anna"
    assert texts(episodes[1])[1] == texts(episodes[2])[1] == "Anna waves."
    by_hand(episodes[2], PersonChange("p1", name="Bert"))
    assert update_series(tmp_path / "series", who="me").what == "S2 is named Bert"
    assert texts(episodes[0]) == ["Anna waves.", "Bert waves."]


def test_a_common_name_identifies_a_face_that_is_doubtful(tmp_path):
    one = write_episode(tmp_path / "e01.ad", ANNA, names={"p1": "Anna"}, seed=1)
    other = write_episode(tmp_path / "e02.ad", DOUBTFUL, names={"p1": "Anna"}, seed=2)
    change = add_to_series(tmp_path / "series", [one, other], who="me")
    assert [(two.series, two.by) for two in change.state.seen_in("e02.ad")] == [("S1", "name")]


def test_a_doubtful_face_is_asked_about_and_changes_nothing(tmp_path):
    one = write_episode(tmp_path / "e01.ad", ANNA, names={"p1": "Anna"}, seed=1)
    other = write_episode(tmp_path / "e02.ad", DOUBTFUL, seed=2)
    change = add_to_series(tmp_path / "series", [one, other], who="me")
    (asked,) = change.state.asked
    assert (asked.episode, asked.person, asked.candidates) == ("e02.ad", "p1", ("S1",))
    assert 0.1 < asked.certainty < 0.9
    assert texts(other) == ["Person 1 waves."]


def test_adding_an_episode_again_changes_nothing(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    before = (tmp_path / "series" / "edits.jsonl").read_bytes()
    change = add_to_series(tmp_path / "series", episodes, who="me")
    assert (tmp_path / "series" / "edits.jsonl").read_bytes() == before
    assert not change.episodes


def test_people_merged_in_an_episode_leave_the_series(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    by_hand(episodes[2], PersonChange("p3", into="p2"))
    change = add_to_series(tmp_path / "series", episodes[2:], who="me")
    assert who_is(change, "e03.ad") == {"p1": "S2", "p2": "S1"}


def test_an_episode_that_moved_is_added_from_where_it_is(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    (tmp_path / "new").mkdir()
    shutil.move(episodes[0], tmp_path / "new")
    change = update_series(tmp_path / "series", who="me")
    assert "the episode 'e01.ad' is not at" in next(change.all_remarks())
    change = add_to_series(tmp_path / "series", [tmp_path / "new" / "e01.ad"], who="me")
    assert not list(change.all_remarks())
    assert change.state.episodes["e01.ad"].path == "../new/e01.ad"


def test_two_episodes_of_one_name_are_refused(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    other = write_episode(tmp_path / "other" / "e01.ad", ANNA)
    with pytest.raises(EditError, match=r"another episode 'e01.ad', at .*; rename one of the two"):
        add_to_series(tmp_path / "series", [other], who="me")


def test_episodes_of_other_face_networks_are_refused(tmp_path, episodes):
    other = write_episode(tmp_path / "e04.ad", ANNA, extractor="insightface")
    with pytest.raises(EditError, match=r"faces by insightface, 'e01.ad' with dlib; describe one of them again"):
        add_to_series(tmp_path / "series", [*episodes, other], who="me")


def test_a_folder_of_something_else_is_refused(tmp_path, episodes):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "cast.toml").write_text("mine")
    with pytest.raises(OutputError, match=r"holds 'cast.toml', which is no part of a series"):
        add_to_series(tmp_path / "mine", episodes, who="me")
    with pytest.raises(RecordError, match=r"holds no description \(script.json is missing\)"):
        add_to_series(tmp_path / "series", [tmp_path / "mine"], who="me")
    with pytest.raises(RecordError, match=r"holds no series \(edits.jsonl is missing\); add an episode first"):
        update_series(tmp_path / "mine", who="me")


def test_an_episode_without_measured_faces_is_refused(tmp_path, episodes):
    shutil.rmtree(episodes[0] / "features")
    with pytest.raises(RecordError, match="keeps no measured faces of dlib or insightface; describe the film again"):
        add_to_series(tmp_path / "series", episodes, who="me")


def test_no_series_is_made_when_an_episode_is_none(tmp_path, episodes):
    with pytest.raises(RecordError, match="holds no description"):
        add_to_series(tmp_path / "new", [*episodes, tmp_path / "nowhere"], who="me")
    assert not (tmp_path / "new").exists()
