import json

import pytest

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.imports.micap_info import read_micap_info
from tests.models.released_micap import written_info


def test_sets_have_their_clips_by_name(tmp_path):
    info = read_micap_info(written_info(tmp_path))
    assert info.movies["film_3"] == "film"
    assert [group.clips[0] for group in info.groups] == ["film_0", "film_5"]
    assert [(group.number, group.split, group.n_blanks) for group in info.groups] == [(0, "train", 5), (1, "train", 5)]
    assert len(info.groups[0].captions.words) == 120
    assert info.n_people == 11


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"videos": [0, 10]}, r"'info.json': group 0 has the videos \[0, 10\]; expected numbers below 10"),
        ({"videos": []}, r"group 0 has the videos \[\]"),
        ({"split": 3}, "group 0: split is 3; expected a text, as in MICap's release"),
        ({"id": None}, "group 0: id is None; expected a whole number"),
        ({"nba_caption": [0.5] * 120}, "group 0: nba_caption is .*; expected whole numbers"),
        ({"nba_caption": [0]}, "group 0 has nba_caption, .* of different lengths; expected a number for each token"),
    ],
)
def test_malformed_sets_are_named(tmp_path, changes, message):
    with pytest.raises(FeatureError, match=message):
        read_micap_info(written_info(tmp_path, **changes))


def test_names_that_lead_out_of_the_folder_are_refused(tmp_path):
    path = written_info(tmp_path)
    values = json.loads(path.read_text())
    values["videos"][0]["movie"] = "../film"
    path.write_text(json.dumps(values))
    with pytest.raises(RecordError, match="video 0: movie"):
        read_micap_info(path)
    values["videos"][0]["movie"] = "a/film"
    path.write_text(json.dumps(values))
    with pytest.raises(FeatureError, match="video 0: movie is 'a/film'; expected a name without slashes"):
        read_micap_info(path)
    path.write_text("[]")
    with pytest.raises(FeatureError, match=r"'info.json': videos is None; expected a list"):
        read_micap_info(path)
