import json

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


def test_no_picture_and_no_such_height_are_usage_errors(tmp_path):
    assert run("stills", "-o", tmp_path, "--images", 0)[0] == 2
    assert run("stills", "-o", tmp_path, "--images", 1, "--height", 10)[0] == 2
