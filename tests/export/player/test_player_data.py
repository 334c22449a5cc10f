from cinescribe.export.player.player_data import CueSound, PlayerData, player_data
from cinescribe.schema import Film, Script
from tests.export.player.described import described, faces


def test_the_data_of_a_film_as_the_script_reads_it():
    data = player_data(described("films/Harbour.mp4"), address="Harbour.mp4", faces=faces()).to_dict()
    assert data["version"] == 1
    assert (data["title"], data["language"]) == ("Harbour", "en")
    assert data["film"] == {"name": "Harbour.mp4", "address": "Harbour.mp4", "duration": 8.0}
    assert data["cues"][0] == {
        "id": "c1",
        "start": 0.5,
        "until": 2.0,
        "wordings": [{"text": "Anna looks up at the sky."}, {"text": "Anna looks."}],
        "short": 1,
        "standard": 0,
        "full": 0,
    }
    assert [cue.get("waits", False) for cue in data["cues"]] == [False, True, True]
    assert "standard" not in data["cues"][2]
    assert PlayerData.from_dict(data).to_dict() == data


def test_people_are_those_seen_or_described():
    data = player_data(described(), address="x", faces=faces()).to_dict()
    assert data["people"] == [{"name": "Anna", "seen": [{"start": 0.0, "end": 7.0}], "described": [0.5]}]
    without_faces = player_data(described(), address="x").to_dict()
    assert without_faces["people"] == [{"name": "Anna", "described": [0.5]}]


def test_signs_come_from_screen_text():
    data = player_data(described(), address="x").to_dict()
    assert data["signs"] == [{"start": 0.2, "end": 7.0, "text": "HARBOUR"}]


def test_sounds_have_the_addresses_that_the_page_gives_them():
    data = player_data(described(), address="x", voice="hum", sounds=lambda cue, text: CueSound(f"/{cue.id}", 1.23456))
    assert data.voice == "hum"
    assert data.cues[0].wordings[1].to_dict() == {"text": "Anna looks.", "sound": "/c1", "seconds": 1.235}
    unknown = player_data(described(), address="x", sounds=lambda cue, text: CueSound("/a") if cue.id == "c1" else None)
    assert unknown.cues[0].wordings[0].to_dict() == {"text": "Anna looks up at the sky.", "sound": "/a"}
    assert unknown.cues[1].wordings[0].to_dict() == {"text": "A bird lands."}


def test_a_film_without_description_and_people_has_data():
    data = player_data(Script(Film("film.mp4", 0.0)), address="film.mp4").to_dict()
    assert set(data) == {"version", "title", "language", "film"}
