"""Three drawn episodes with one cast, described for a series: a person is named once. It takes two minutes."""

import os

import pytest

from cinescribe.backlot.films.shoot import shoot
from cinescribe.describe.films.describe_films import describe_films
from cinescribe.describe.series.overview import series_overview
from cinescribe.describe.series.people_of_series import name_in_series
from tests.describe.series.episodes import texts


@pytest.mark.skipif("LONG_TESTS" not in os.environ, reason="takes minutes: set LONG_TESTS=1 to run it")
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_person_who_is_named_once_has_the_name_in_all_episodes(tmp_path):
    films = shoot(tmp_path / "films", films=3, seed=7, size="tiny", series=True).films
    series = tmp_path / "series"
    outcomes = describe_films(films, tmp_path / "described", series=series)
    folders = [tmp_path / "described" / one.folder for one in outcomes]
    (back,) = [one.person.id for one in series_overview(series).people if len(one.seen) == 3]
    assert name_in_series(series, back, "Oscar", who="me").n_episodes == 3
    assert all(any("Oscar" in text for text in texts(folder)) for folder in folders)
    (series / "series.toml").write_text('[glossary]\n"the bar" = "the Blue Note"\n')
    describe_films(films, tmp_path / "described", series=series)
    said = " ".join(text for folder in folders for text in texts(folder))
    assert "the Blue Note" in said
    assert "the bar" not in said
