import pytest

from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.describe.series.add_episodes import add_to_series, update_series
from cinescribe.describe.series.overview import series_overview
from cinescribe.describe.series.people_of_series import answer_in_series, merge_in_series, name_in_series
from cinescribe.describe.series.undo_series import undo_in_series
from cinescribe.errors import CastError, EditError, ParameterError
from cinescribe.export.description import export_description
from tests.describe.series.episodes import ANNA, BERT, CARL, DORA, DOUBTFUL, cue, texts, write_episode


@pytest.fixture
def series(tmp_path):
    """Anna in three episodes; in the third she may be somebody else."""
    episodes = [
        write_episode(tmp_path / "e01.ad", ANNA, BERT, seed=1),
        write_episode(tmp_path / "e02.ad", CARL, ANNA, seed=2),
        write_episode(tmp_path / "e03.ad", DOUBTFUL, DORA, seed=3),
    ]
    add_to_series(tmp_path / "series", episodes, who="me")
    return tmp_path / "series"


def by_hand(folder, *changes):
    OpenFolder(folder, who="Eve").edit(lambda _: Edit(people=changes), who="Eve", source="workbench")


def all_texts(series):
    return [text for n in (1, 2, 3) for text in texts(series.parent / f"e0{n}.ad")]


def test_a_dry_run_says_how_many_cues_would_change_and_changes_nothing(series):
    before = all_texts(series), (series / "edits.jsonl").read_bytes(), (series / "cast.toml").read_bytes()
    change = name_in_series(series, "S1", "Anna", who="me", dry_run=True)
    assert change.extent == "2 cues in 2 episodes"
    assert (all_texts(series), (series / "edits.jsonl").read_bytes(), (series / "cast.toml").read_bytes()) == before
    assert name_in_series(series, "S1", "Anna", who="me").extent == change.extent


def test_a_new_name_replaces_the_one_that_the_series_gave(series):
    name_in_series(series, "S1", "Anna", who="me")
    name_in_series(series, "Anna", "Annie", who="me")
    assert all_texts(series).count("Annie waves.") == 2
    name_in_series(series, "S1", "", who="me")
    assert all_texts(series).count("Annie waves.") == 0
    assert all_texts(series)[:2] == ["Person 1 waves.", "Person 2 waves."]


def test_a_name_given_by_hand_in_an_episode_stays(series):
    name_in_series(series, "S1", "Anna", who="me")
    by_hand(series.parent / "e02.ad", PersonChange("p2", name="Mother"))
    change = name_in_series(series, "S1", "Annie", who="me")
    assert texts(series.parent / "e02.ad")[1] == "Mother waves."
    assert texts(series.parent / "e01.ad")[0] == "Annie waves."
    assert list(change.all_remarks()) == ["e02.ad calls S1 'Mother', the series 'Annie'"]


def test_words_written_by_hand_stay_and_get_the_name(series, tmp_path):
    episode = series.parent / "e01.ad"
    export_description(episode, to="text", path=tmp_path / "edited.txt")
    edited = (tmp_path / "edited.txt").read_text().replace("Person 1 waves.", "Person 1 waves, and it rains.")
    (tmp_path / "edited.txt").write_text(edited)
    edit_description(episode, tmp_path / "edited.txt", who="Eve")
    name_in_series(series, "S1", "Anna", who="me")
    assert texts(episode)[0] == "Anna waves, and it rains."
    undo_in_series(series, who="me")
    assert texts(episode)[0] == "Person 1 waves, and it rains."


def test_somebody_else_of_an_episode_may_have_the_name_already(series):
    by_hand(series.parent / "e01.ad", PersonChange("p2", name="Anna"))
    change = name_in_series(series, "S1", "Anna", who="me")
    assert texts(series.parent / "e01.ad") == ["Person 1 waves.", "Anna waves."]
    assert "e01.ad calls P2 'Anna', but P1 is Anna in the series; merge the two there" in next(change.all_remarks())


def test_words_that_may_mean_a_person_are_shown(tmp_path):
    cues = (cue(1, "A person in green smiles.", "p1"), cue(2, "Person 1 waves.", "p1"))
    folder = write_episode(tmp_path / "e01.ad", ANNA, cues=cues)
    add_to_series(tmp_path / "series", [folder], who="me")
    change = name_in_series(tmp_path / "series", "S1", "Anna", who="me")
    assert texts(folder) == ["A person in green smiles.", "Anna waves."]
    remark = "e01.ad, cue c1: 'A person in green' may mean Anna: 'A person in green smiles.'"
    assert list(change.all_remarks()) == [remark]


def test_a_merge_changes_episodes_and_is_taken_back(series):
    name_in_series(series, "S1", "Anna", who="me")
    before = all_texts(series)
    shown = merge_in_series(series, "S3", "Anna", who="me", dry_run=True)
    assert shown.extent == "2 cues in 1 episode"
    assert all_texts(series) == before
    change = merge_in_series(series, "S3", "Anna", who="me")
    assert change.extent == shown.extent
    assert texts(series.parent / "e02.ad") == ["Anna waves.", "Anna waves."]
    assert "S3" not in change.state.people
    taken_back = undo_in_series(series, who="me")
    assert (taken_back.what, taken_back.extent) == ("S3 is Anna", change.extent)
    assert all_texts(series) == before
    assert {one.person.id for one in series_overview(series).people} == {"S1", "S2", "S3", "S4"}


def test_an_undo_that_was_killed_is_completed(series, monkeypatch):
    name_in_series(series, "S1", "Anna", who="me")
    before = all_texts(series)
    merge_in_series(series, "S3", "Anna", who="me")
    with monkeypatch.context() as patched:
        patched.setattr("cinescribe.describe.series.undo_series.change_series", killed)
        with pytest.raises(KeyboardInterrupt):
            undo_in_series(series, who="me")
    assert all_texts(series) != before
    update_series(series, who="me")
    assert all_texts(series) == before


def test_a_name_whose_run_was_killed_comes_with_the_next_one(series, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("cinescribe.describe.series.series_change.change_episode", killed)
        with pytest.raises(KeyboardInterrupt):
            name_in_series(series, "S1", "Anna", who="me")
    assert "Anna waves." not in all_texts(series)
    update_series(series, who="me")
    assert all_texts(series).count("Anna waves.") == 2


def killed(*_, **__):
    raise KeyboardInterrupt


def test_what_was_done_by_hand_after_a_name_stays_when_it_is_taken_back(series):
    name_in_series(series, "S1", "Anna", who="me")
    by_hand(series.parent / "e01.ad", PersonChange("p2", name="Bert"))
    undo_in_series(series, who="me")
    assert texts(series.parent / "e01.ad") == ["Person 1 waves.", "Bert waves."]


def test_undo_goes_back_step_by_step_to_nothing(series):
    name_in_series(series, "S1", "Anna", who="me")
    undone = [undo_in_series(series, who="me").what for _ in range(4)]
    assert undone == ["S1 is named Anna", "e03.ad is added", "e02.ad is added", "e01.ad is added"]
    with pytest.raises(EditError, match="has no change to take back"):
        undo_in_series(series, who="me")


def test_an_answer_gives_the_name(series):
    name_in_series(series, "S1", "Anna", who="me")
    (question,) = series_overview(series).questions
    assert (question.episode, question.person, question.candidates) == ("e03.ad", "P1", ("S1",))
    change = answer_in_series(series, "e03.ad", "P1", same_as="Anna", who="me")
    assert change.extent == "1 cue in 1 episode"
    assert texts(series.parent / "e03.ad")[0] == "Anna waves."
    assert not series_overview(series).questions


def test_an_answer_may_be_somebody_new(series):
    change = answer_in_series(series, "e03.ad", "p1", new=True, who="me")
    assert change.state.seen["e03.ad", "p1"].series == "S5"
    assert not change.state.asked


def test_a_wrong_match_is_corrected(series):
    name_in_series(series, "S1", "Anna", who="me")
    answer_in_series(series, "e02.ad", "Anna", new=True, who="me")
    assert texts(series.parent / "e02.ad")[1] == "Person 2 waves."
    answer_in_series(series, "e03.ad", "P2", same_as="S1", who="me")
    assert "S4" not in {one.person.id for one in series_overview(series).people}
    assert texts(series.parent / "e03.ad")[1] == "Anna waves."


def test_two_people_of_an_episode_who_are_one_become_one(series):
    name_in_series(series, "S1", "Anna", who="me")
    change = answer_in_series(series, "e01.ad", "P2", same_as="Anna", who="me")
    assert [one.people for one in change.episodes] == [(PersonChange("p2", into="p1"),)]
    assert texts(series.parent / "e01.ad") == ["Anna waves.", "Anna waves."]


def test_two_people_with_names_of_their_own_are_not_merged(series):
    by_hand(series.parent / "e01.ad", PersonChange("p1", name="Anna"))
    by_hand(series.parent / "e01.ad", PersonChange("p2", name="Bert"))
    change = answer_in_series(series, "e01.ad", "P2", same_as="S1", who="me")
    assert "e01.ad calls one person of the series Anna and Bert; merge them there" in next(change.all_remarks())
    assert texts(series.parent / "e01.ad") == ["Anna waves.", "Bert waves."]


def test_the_cast_file_is_edited_by_hand(series):
    path = series / "cast.toml"
    path.write_text(path.read_text().replace("[people.S1]", "# the mother\n[people.S1]\nname = 'Anna'"))
    change = update_series(series, who="me")
    assert change.state.people["S1"].name == "Anna"
    assert all_texts(series).count("Anna waves.") == 2
    assert "# the mother" in path.read_text()
    assert [edit.what for edit in change.state.edits][-1] == "cast.toml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[people.S1]\nname = 'Anna'\n[people.S2]\nname = 'Anna'", "names S1 and S2 'Anna'; merge them"),
        ("[people.S9]\nname = 'Anna'", r"has 'S9'; this series has S1, S2, S3, S4"),
        ("[people.S1]\nmerge = ['S2']", "S1: unknown key 'merge'; the only one is name"),
        ("[people.S1]\nname = '12'", "S1: the name is '12'; expected a name with letters"),
        ("[people]\nS1 = 1", "S1: is 1; expected a table with name"),
        ("[person.S1]", r"has 'person'; expected only tables \[people.S1\]"),
        ("[people", "the cast file .* is not TOML"),
    ],
)
def test_a_cast_file_with_mistakes_is_refused(series, text, message):
    (series / "cast.toml").write_text(text)
    with pytest.raises(CastError, match=message):
        update_series(series, who="me")
    assert (series / "cast.toml").read_text() == text


@pytest.mark.parametrize(
    ("do", "message"),
    [
        (
            lambda series: name_in_series(series, "S9", "Eve", who="me"),
            r"no person of the series is 'S9'; it has S1 \(A",
        ),
        (lambda series: name_in_series(series, "S2", "12", who="me"), "the name is '12'; expected at most 100 char"),
        (lambda series: name_in_series(series, "S2", "Anna", who="me"), "'Anna' is S1 already; merge the two, or give"),
        (lambda series: merge_in_series(series, "S1", "Anna", who="me"), "Anna cannot be merged with themselves"),
        (
            lambda series: answer_in_series(series, "e9", "P1", new=True, who="me"),
            r"no episode .* is 'e9'; it has e01.ad",
        ),
        (lambda series: answer_in_series(series, "e01.ad", "P7", new=True, who="me"), r"is 'P7'; it has Anna, P2"),
    ],
)
def test_what_cannot_be_done_is_refused(series, do, message):
    name_in_series(series, "S1", "Anna", who="me")
    with pytest.raises(EditError, match=message):
        do(series)


@pytest.mark.parametrize("given", [{}, {"same_as": "S1", "new": True}])
def test_an_answer_is_one_of_two(series, given):
    with pytest.raises(ParameterError, match="give `same_as` or `new`"):
        answer_in_series(series, "e01.ad", "P1", who="me", **given)


def test_a_damaged_episode_does_not_stop_the_others(series):
    (series.parent / "e01.ad" / "draft.json").write_text("{")
    change = name_in_series(series, "S1", "Anna", who="me")
    assert texts(series.parent / "e02.ad")[1] == "Anna waves."
    assert "e01.ad does not follow the series: " in next(change.all_remarks())
