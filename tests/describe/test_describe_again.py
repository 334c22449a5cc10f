"""A film is described again after somebody edited its description."""

import json
import shutil

import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.editing.cue_edits import accept
from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.errors import OutputError
from cinescribe.schema import Script
from cinescribe.store import read_record, write_record
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film

SRT = "1\n00:00:04,500 --> 00:00:07,500\nGood morning.\n"


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    folder = tmp_path_factory.mktemp("described")
    film = write_film(folder / "two.mp4")
    write_description(film, folder / "two.ad", options=options([]))
    return film, folder / "two.ad"


@pytest.fixture
def folder(tmp_path, described):
    shutil.copytree(described[1], tmp_path / "two.ad")
    return tmp_path / "two.ad"


@pytest.fixture
def film(described):
    return described[0]


def options(announced):
    return DescribeOptions(captioner=EveryClip(), voice=SteadyVoice(), faces=NoFaces(), announce=announced.append)


def script_of(folder):
    return read_record(folder / "script.json", Script)


def rewrite(folder, **changes):
    """Change the first cue in the script file, as with an editor."""
    script = script_of(folder)
    write_record(folder / "script.json", script.replace(cues=(script.cues[0].replace(**changes), *script.cues[1:])))


def test_edited_cue_is_kept_and_the_rest_drafted_again(folder, film):
    rewrite(folder, text="By hand.")
    script = write_description(film, folder, options=options([]))
    assert [(cue.text, cue.hand_made) for cue in script.cues] == [("By hand.", True), ("This is two-0002.", False)]
    assert script == script_of(folder)
    assert write_description(film, folder, options=options([])) == script


def test_a_cue_removed_by_hand_stays_away(folder, film):
    script = script_of(folder)
    write_record(folder / "script.json", script.replace(cues=script.cues[1:]))
    assert [cue.text for cue in write_description(film, folder, options=options([])).cues] == ["This is two-0002."]


def test_new_speech_under_an_edited_cue_is_announced(tmp_path, folder, film):
    script = script_of(folder)
    edited = script.cues[1].replace(text="By hand.")
    write_record(folder / "script.json", script.replace(cues=(script.cues[0], edited)))
    (tmp_path / "two.srt").write_text(SRT, encoding="utf-8")
    announced: list[str] = []
    write_description(film, folder, subtitles=tmp_path / "two.srt", options=options(announced))
    line = f"cue {edited.id}: it now lies over speech at 00:00:04.000: move or shorten it"
    assert f"look at this: {line}" in announced
    logged = [json.loads(each) for each in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert line in [each.get("what") for each in logged if each["event"] == "conflict"]


def test_accepted_cue_keeps_its_place_and_new_speech_is_announced(tmp_path, folder, film):
    opened = OpenFolder(folder, who="me")
    accepted = opened.current().script.cues[1]
    opened.edit(lambda script: Edit(accept(script, accepted.id)), who="me", source="page")
    (tmp_path / "two.srt").write_text(SRT, encoding="utf-8")
    announced: list[str] = []
    script = write_description(film, folder, subtitles=tmp_path / "two.srt", options=options(announced))
    assert script.cues[-1] == accepted.replace(accepted=True)
    assert any(f"cue {accepted.id}: it now lies over speech" in line for line in announced)


def test_another_film_is_refused_unless_it_starts_over(tmp_path, folder, film):
    rewrite(folder, text="By hand.")
    other = tmp_path / "other.mp4"
    other.write_bytes(film.read_bytes() + b"\0" * 8)  # another file of the same length
    with pytest.raises(OutputError, match=r"holds the description of .*two\.mp4 .* give `new` to start over"):
        write_description(other, folder, options=options([]))
    assert script_of(folder).cues[0].text == "By hand."
    script = write_description(other, folder, new=True, options=options([]))
    assert [cue.text for cue in script.cues] == ["This is other-0001.", "This is other-0002."]
    assert script_of(folder / "before-1").cues[0].text == "By hand."


def test_foreign_files_stay_in_the_folder(tmp_path, folder, film):
    mine = [folder / name for name in ("mine.txt", "evidence/mine.jpg", "features/mine.txt", "portraits/mine.jpg")]
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
    (tmp_path / "other.json").write_text((folder / "script.json").read_text())
    (folder / "script.json").unlink()
    (folder / "script.json").symlink_to(tmp_path / "other.json")
    rewritten = (tmp_path / "other.json").read_bytes()
    for explain in (True, False):
        write_description(film, folder, explain=explain, options=options([]))
        assert [path.read_text() for path in mine] == ["mine"] * len(mine)
    assert (tmp_path / "other.json").read_bytes() == rewritten


def test_folder_with_foreign_files_is_not_set_aside(tmp_path, film):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds 'mine.txt', which is no part of a description"):
        write_description(film, tmp_path, new=True, options=options([]))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_changed_film_is_described_again_and_announced(tmp_path, folder, film):
    version = tmp_path / "two.mp4"
    script = script_of(folder)
    write_record(folder / "script.json", script.replace(film=script.film.replace(path=str(version))))
    rewrite(folder, text="By hand.")
    version.write_bytes(film.read_bytes() + b"\0" * 8)
    announced: list[str] = []
    script = write_description(version, folder, options=options(announced))
    assert script.cues[0].text == "By hand."
    assert any("two.mp4 has changed since it was described" in line for line in announced)
