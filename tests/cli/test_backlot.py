import json

import pytest

from tests.commands import run_command


def run(*arguments):
    result = run_command("backlot", *arguments, exit_code=None)
    return result.exit_code, result.stdout, result.stderr


def test_stills_are_drawn_and_listed(tmp_path):
    code, out, _ = run("stills", "-o", tmp_path / "stills", "--images", 2, "--seed", 3, "--height", 90, "--json")
    listed = json.loads(out)
    assert code == 0
    assert listed == {
        "images": [str(tmp_path / "stills" / f"still-3-0000{k}.jpg") for k in range(2)],
        "truth": str(tmp_path / "stills" / "truth.jsonl"),
    }
    lines = [json.loads(line) for line in (tmp_path / "stills" / "truth.jsonl").read_text().splitlines()]
    assert [line["file"] for line in lines] == ["still-3-00000.jpg", "still-3-00001.jpg"]
    assert all(len(line["captions"]) == 5 for line in lines)
    assert all(set(region) == {"box", "label"} for line in lines for region in line["regions"])
    assert all(0 <= side <= 1 for line in lines for region in line["regions"] for side in region["box"])


def test_the_paths_are_printed(tmp_path):
    code, out, _ = run("stills", "-o", tmp_path, "--images", 1, "--height", 90)
    assert (code, out.splitlines()) == (0, [str(tmp_path / "still-0-00000.jpg"), str(tmp_path / "truth.jsonl")])


def test_a_folder_of_films_is_kept(tmp_path):
    (tmp_path / "truth.jsonl").write_text('{"id": "tiny-7-000", "film": "tiny-7-000.mp4"}\n')
    code, _, err = run("stills", "-o", tmp_path, "--images", 1)
    assert (code, "which is no part of a set of Backlot stills by Cinescribe" in err) == (1, True)


@pytest.mark.slow
def test_adverts_are_shot_and_listed(tmp_path):
    code, out, _ = run(
        "adverts", "-o", tmp_path, "--adverts", 1, "--plain", 1, "--size", "tiny", "--height", 90, "--json"
    )
    names = ["advert-tiny-0-0000.mp4", "plain-tiny-0-0000.mp4"]
    assert code == 0
    assert json.loads(out) == {"films": [str(tmp_path / one) for one in names], "truth": str(tmp_path / "truth.jsonl")}
    advert, plain = (json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines())
    assert advert["metaphor"]["text"] == advert["captions"][0]
    assert "metaphor" not in plain
    assert len(plain["captions"]) == 3


def test_stills_with_metaphors_are_drawn(tmp_path):
    code, _, _ = run("stills", "-o", tmp_path, "--metaphors", 1, "--height", 90)
    truth = json.loads((tmp_path / "truth.jsonl").read_text())
    assert (code, truth["file"]) == (0, "metaphor-0-00000.jpg")
    assert truth["metaphor"]["text"] == truth["captions"][0]


def test_command_without_a_number_of_items_is_refused(tmp_path):
    for command, options in (("adverts", "--adverts, --plain"), ("stills", "--images, --metaphors")):
        code, _, err = run(command, "-o", tmp_path)
        assert code == 2
        assert f"give {options}, or both" in err


def test_no_picture_and_no_such_height_are_usage_errors(tmp_path):
    assert run("stills", "-o", tmp_path, "--images", 0)[0] == 2
    assert run("stills", "-o", tmp_path, "--images", 1, "--height", 10)[0] == 2
