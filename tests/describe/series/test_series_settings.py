"""What `series.toml` says holds for all episodes."""

import pytest

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.series.add_episodes import add_to_series, update_series
from cinescribe.describe.series.people_of_series import name_in_series
from cinescribe.describe.series.series_settings import SERIES_HEAD, read_series_settings
from cinescribe.errors import RecordError
from cinescribe.export.settings import Settings, read_settings, write_settings
from cinescribe.media.sound.mix_levels import MixLevels
from tests.describe.series.episodes import ANNA, BERT, CARL, cue, texts, write_episode


@pytest.fixture
def episodes(tmp_path):
    bar = (cue(1, "Person 1 enters the bar.", "p1"), cue(2, "The bar is full.").replace(hand_made=True))
    return [
        write_episode(tmp_path / "e01.ad", ANNA, BERT, seed=1),
        write_episode(tmp_path / "e02.ad", ANNA, CARL, seed=2, cues=bar),
    ]


@pytest.fixture
def series(tmp_path, episodes):
    add_to_series(tmp_path / "series", episodes, who="me")
    return tmp_path / "series"


def say(series, text):
    (series / "series.toml").write_text(text)


def test_a_new_series_has_a_file_that_says_what_can_be_set(series):
    text = (series / "series.toml").read_text()
    assert text == SERIES_HEAD
    assert read_series_settings(series / "series.toml").values == {}
    lines = [line.removeprefix("# ") for line in text.splitlines()[2:]]
    say(series, "\n".join(line for line in lines if line != "#"))
    settings = read_series_settings(series / "series.toml")
    assert settings.skips_introductions
    assert settings.of_episode(Settings()) == Settings(
        "espeak:en-gb+f3",
        1.1,
        MixLevels(9.0, -23.0),
        language="en",
        pronunciation=(("Siobhan", "Shivawn"),),
        glossary=(("the bar", "the Blue Note"),),
    )


def test_an_episode_keeps_its_language_if_the_series_leaves_it_open(series):
    say(series, '[language]\ntag = "auto"\n')
    assert read_series_settings(series / "series.toml").of_episode(Settings(language="de")).language == "de"


def test_what_the_series_sets_goes_to_all_episodes_and_the_rest_stays(series, episodes):
    write_settings(episodes[1], Settings("espeak:de", 0.9, language="en"))
    say(series, '[voice]\nrate = 1.2\n[pronunciation]\nSiobhan = "Shivawn"\n')
    preview = update_series(series, who="me", dry_run=True)
    assert read_settings(episodes[1]).rate == 0.9
    change = update_series(series, who="me")
    assert [one.settings for one in change.episodes] == [one.settings for one in preview.episodes]
    assert change.episodes[1].settings == (
        "[voice] rate is 1.2, and was 0.9",
        '[pronunciation] Siobhan is "Shivawn", and was not there',
    )
    assert read_settings(episodes[0]) == Settings(rate=1.2, pronunciation=(("Siobhan", "Shivawn"),))
    assert read_settings(episodes[1]).voice == "espeak:de"
    assert change.extent == "0 cues in 2 episodes"
    assert not update_series(series, who="me").episodes


def test_an_episode_in_another_language_is_not_given_the_voice_of_the_series(series, episodes):
    say(series, '[language]\ntag = "de"\n[voice]\nname = "espeak:de"\n')
    change = update_series(series, who="me")
    assert list(change.all_remarks()) == [
        f"{name}: the series is in de, this episode in en; describe the film again" for name in ("e01.ad", "e02.ad")
    ]
    assert read_settings(episodes[0]) == Settings()


def test_a_glossary_says_which_episodes_have_other_words(series, episodes):
    say(series, '[glossary]\n"the bar" = "the Blue Note"\n')
    change = update_series(series, who="me")
    assert list(change.all_remarks()) == [
        "e02.ad: 1 cue has other words than the glossary; describe the film again"
    ]  # the other one was written by hand
    assert texts(episodes[1])[0] == "Person 1 enters the bar."
    assert read_settings(episodes[0]).glossary == (("the bar", "the Blue Note"),)


def introduced(folder):
    return {one.id: one.introduced for one in Workspace(folder).load(who="me").script.people}


def test_who_has_a_name_and_was_in_an_earlier_episode_is_known(series, episodes):
    name_in_series(series, "S1", "Anna", who="me")
    assert introduced(episodes[1]) == {"p1": None, "p2": None}
    say(series, "[previously]\nskip_introductions = true\n")
    change = update_series(series, who="me")
    assert list(change.all_remarks()) == [
        "e02.ad: Anna is known from e01.ad; describe the film again, and the introduction is left out"
    ]
    assert introduced(episodes[0]) == {"p1": None, "p2": None}
    assert introduced(episodes[1]) == {"p1": "e01.ad", "p2": None}
    assert 'introduced = "e01.ad"' in (episodes[1] / "cast.toml").read_text()
    assert not update_series(series, who="me").episodes
    say(series, "")
    update_series(series, who="me")
    assert introduced(episodes[1]) == {"p1": None, "p2": None}
    assert "introduced" not in (episodes[1] / "cast.toml").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[voice\n", r"series\.toml' is not TOML|series\.toml': "),
        ("[colours]\n", r"unknown table 'colours'; voice, mix, "),
        ("[voice]\nrate = 'fast'\n", r"rate is 'fast'; expected a number"),
        ("previously = 3\n", r"previously is 3; expected a table \[previously\]"),
        ("[previously]\nskip = true\n", r"unknown key of \[previously\] 'skip'; the only one is skip_introductions"),
        ("[previously]\nskip_introductions = 'yes'\n", r"skip_introductions is 'yes'; expected true or false"),
    ],
)
def test_faults_of_the_file_are_named_before_anything_changes(series, episodes, text, words):
    before = (series / "edits.jsonl").read_bytes()
    say(series, text)
    with pytest.raises(RecordError, match=words):
        name_in_series(series, "S1", "Anna", who="me")
    with pytest.raises(RecordError, match=words):
        add_to_series(series, [write_episode(series.parent / "e03.ad", CARL)], who="me")
    assert (series / "edits.jsonl").read_bytes() == before
    assert texts(episodes[0])[0] == "Person 1 waves."
