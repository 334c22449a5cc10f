"""Whatever is where a command writes: files that Cinescribe did not make are kept, byte for byte."""

import json
import os
from pathlib import Path

import click
import numpy as np
import pytest

from cinescribe.cli.options.outputs import Output, OutputFile, OutputFolder
from cinescribe.cli.score.commands import captions
from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import write_stills
from cinescribe.corpus.datasets.formats import FORMS, READERS
from cinescribe.corpus.datasets.sidecar_annotations import write_annotated
from cinescribe.media.film.image_files import write_picture
from cinescribe.output_folder import MARKER
from cinescribe.still_schema import Still
from tests.commands import run_command
from tests.corpus.annotated import example_corpus
from tests.dummies import write_film
from tests.test_doors import ALL

COMMANDS = {**ALL, ("score",): captions}
WORDS = ("write ", "Write ")  # in the help of an option that names an output


def path_params(command, *kinds):
    return [param for param in command.params if isinstance(param.type, click.Path) and isinstance(param.type, kinds)]


def input_params(command):
    return [param for param in path_params(command, click.Path) if not isinstance(param.type, Output)]


FILES = [(path, param.name) for path, command in COMMANDS.items() for param in path_params(command, OutputFile)]
READ = [(path, out, param.name) for path, out in FILES for param in input_params(COMMANDS[path])]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_output_is_declared_as_one(path):
    options = (param for param in path_params(COMMANDS[path], click.Path) if isinstance(param, click.Option))
    for option in options:
        if {"-o", "--output"} & {*option.opts} or any(word in (option.help or "") for word in WORDS):
            assert isinstance(option.type, Output), option.opts


def arguments(path, folder, /, **given):
    """The arguments of a command: those given by parameter, and something for each other one that it must have."""
    named, others = [], []
    for param in COMMANDS[path].params:
        if param.name not in given and not param.required:
            continue
        value = given.get(param.name, _any_value(param, folder))
        if isinstance(param, click.Option):
            named += [param.opts[0], value]
        else:
            others.append(value)
    return [*path, *others, *named]


def _any_value(param, folder):
    if isinstance(param.type, click.Choice):
        return param.type.choices[0]
    return folder / f"no-{param.name}" if isinstance(param.type, click.Path) else 1


def refusal(arguments):
    result = run_command(*arguments, exit_code=1)
    return result.stderr.strip().splitlines()[-1]


def tree(folder):
    """Everything in a folder: the bytes of files, the targets of links."""
    paths = sorted(folder.rglob("*"))
    return {
        path.relative_to(folder): os.readlink(path) if path.is_symlink() else path.is_file() and path.read_bytes()
        for path in paths
    }


@pytest.mark.parametrize(("path", "out"), FILES)
def test_a_file_that_exists_is_refused(tmp_path, path, out):
    (tmp_path / "mine.jsonl").write_text("mine")
    (tmp_path / "link.jsonl").symlink_to("mine.jsonl")
    (tmp_path / "dangling.jsonl").symlink_to("nothing")
    before = tree(tmp_path)
    for name in ("mine", "link", "dangling"):
        error = refusal(arguments(path, tmp_path, **{out: tmp_path / f"{name}.jsonl"}))
        assert error.endswith(f"{name}.jsonl' exists; give --overwrite to replace it, or name another file")
    assert tree(tmp_path) == before


@pytest.mark.parametrize(("path", "out", "read"), READ)
def test_an_input_is_never_an_output(tmp_path, path, out, read):
    mine, folder = tmp_path / "mine.jsonl", tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    mine.write_text("mine")
    os.link(mine, tmp_path / "same.jsonl")
    os.link(mine, folder / "deep" / "other.jsonl")
    (tmp_path / "link.jsonl").symlink_to(mine)
    before = tree(tmp_path)
    for source in (mine, folder):
        for name in ("mine.jsonl", "same.jsonl", "link.jsonl", "folder/deep/other.jsonl"):
            error = refusal([*arguments(path, tmp_path, **{out: tmp_path / name, read: source}), "--overwrite"])
            assert "' is read as " in error or "' is a file of " in error, error
            assert error.endswith("name another file to write")
    assert tree(tmp_path) == before


def test_a_film_that_is_found_by_its_name_is_an_input(tmp_path):
    for name in ("film.fountain", "film.srt", "film.mp4"):
        (tmp_path / name).write_text("mine")
    align = ("corpus", "align-script", tmp_path / "film.fountain", tmp_path / "film.srt", "-o", tmp_path / "film.mp4")
    assert "film.mp4' is read as the film; name another file to write" in refusal([*align, "--overwrite"])
    assert (tmp_path / "film.mp4").read_text() == "mine"


@pytest.mark.parametrize(("path", "out"), FILES)
def test_a_device_is_never_an_output(tmp_path, path, out):
    error = refusal([*arguments(path, tmp_path, **{out: Path(os.devnull)}), "--overwrite"])
    assert error.endswith("is no regular file; name another file to write")


def test_two_outputs_are_two_files(tmp_path):
    error = refusal(arguments(("corpus", "segment-ad"), tmp_path, output=tmp_path / "a", narrator=tmp_path / "a"))
    assert "--output and --narrator both name " in error
    assert error.endswith("; name another file for one")


@pytest.mark.slow
def test_a_file_may_be_overwritten_on_request(tmp_path):
    given = tmp_path / "captions.json"
    given.write_text('{"a": "A man walks."}')
    score = ("score", given, given, "--metrics", "ROUGE_L", "--per-item")
    run_command(*score, tmp_path / "items.jsonl")
    first = (tmp_path / "items.jsonl").read_bytes()
    (tmp_path / "items.jsonl").write_text("older")
    run_command(*score, tmp_path / "items.jsonl", "--overwrite")
    assert (tmp_path / "items.jsonl").read_bytes() == first


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    write_film(folder / "film.mp4", seconds=1.0, cut_at=0.5)
    write_annotated(folder / "corpus", example_corpus())
    write_picture(folder / "pictures" / "1.jpg", np.zeros((8, 8, 3), np.uint8))
    image = {"id": 1, "file_name": "1.jpg", "width": 8, "height": 8}
    (folder / "coco.json").write_text(json.dumps({"images": [image], "annotations": []}))
    for name in ("stills", "more"):
        (folder / name).mkdir()
        write_stills(folder / name, CorpusCard(name, "tests", "none"), stills=[Still("a", "a.jpg")], splits=[])
    (folder / "recipe.toml").write_text('name = "test"\n')
    (folder / "texts.txt").write_text("P1 waves.\n")
    inferences = {"clip": "c1", "caption": "P1 waves.", "intention": ["to greet"]}
    (folder / "inferences.jsonl").write_text(json.dumps(inferences))
    (folder / "metaphors.json").write_text('{"c1": "A car is as fast as a jet."}')
    return folder


# Of each command with a folder to write to: its other arguments, a file that it writes, what its folders are called in
# their marker, and the folders inside that it writes to.
FOLDERS: dict[tuple[str, ...], tuple[list[str], str, str, list[str]]] = {
    ("describe",): (["film.mp4"], "script.json", "description", ["features", "evidence", "portraits", "recordings"]),
    ("train",): (
        ["recipe.toml", "--corpus", "no"],
        "state.pt",
        "training run",
        ["captions", "fill", "commonsense", "tensorboard"],
    ),
    ("backlot", "adverts"): (["--adverts", "1", "--size", "tiny"], "truth.jsonl", "", []),
    ("backlot", "shoot"): (["--films", "1", "--size", "tiny"], "truth.jsonl", "", []),
    ("backlot", "stills"): (["--images", "1"], "truth.jsonl", "", []),
    ("challenge", "make"): (["corpus"], "challenge.json", "challenge", ["open", "references", "submissions"]),
    ("corpus", "build", "backlot"): (["--size", "tiny"], "clips.jsonl", "corpus", ["train", "val"]),
    ("corpus", "build", "backlot-adverts"): (["--size", "tiny"], "clips.jsonl", "corpus", ["train", "val", "test"]),
    ("corpus", "build", "backlot-motives"): (["--size", "tiny"], "clips.jsonl", "corpus", ["train", "val", "test"]),
    ("corpus", "build", "backlot-stills"): (["--size", "tiny"], "stills.jsonl", "corpus", ["pictures"]),
    ("corpus", "build", "films"): ([], "clips.jsonl", "corpus", ["film_annotations"]),
    ("corpus", "build", "sequences"): (["--pictures", "pictures"], "stills.jsonl", "", []),
    ("corpus", "import", "haivmet"): (["--pictures", "."], "stills.jsonl", "", []),
    ("corpus", "join"): (["stills", "more"], "stills.jsonl", "corpus", ["pictures"]),
    ("corpus", "import", "coco"): (["--captions", "coco.json", "--pictures", "pictures"], "stills.jsonl", "", []),
    **{("corpus", "import", form): (["no"], "clips.jsonl", "", []) for form in READERS},
    ("corpus", "metaphors", "unite"): (["no", "--videos", "corpus"], "clips.jsonl", "", []),
    ("corpus", "stats"): (["corpus"], "stats.json", "", []),
    ("corpus", "train-ranker"): (["--atomic", "no"], "ranker.json", "", []),
    ("language", "judge-labels"): (["--file", "texts.txt"], "judge-1.csv", "", []),
    ("score", "metaphor-sheets"): (["metaphors.json"], "rater-1.csv", "", []),
    ("score", "rating-sheets"): (["inferences.jsonl"], "rater-1.csv", "", []),
    ("study", "make"): (["metaphor", "corpus"], "study.json", "", []),
    ("explain", "attention"): (["no", "corpus"], "streams.csv", "", []),
    ("series", "add"): (["no"], "cast.toml", "series", ["portraits", "templates"]),
}
# tests/models/m2/test_import_m2.py, tests/models/published/test_import_micap.py,
# tests/language/parser/test_train_parser.py,
# tests/corpus/metaphors/test_metaphorise.py, tests/study/results/test_study_results.py,
# tests/study/challenge/test_finalists.py, tests/study/sheets/test_study_sheets.py, tests/describe/corrections,
# tests/describe/transfer/test_transfer.py, tests/describe/note_fit
ELSEWHERE = {
    ("challenge", "finalists"),
    ("corpus", "corrections"),
    ("corpus", "metaphorise"),
    ("fit-notes",),
    ("import-m2",),
    ("import-micap",),
    ("language", "train-parser"),
    ("study", "results"),
    ("study", "sheets"),
    ("transfer",),
}
NEVER_REPLACES = {("score",)}  # --packed adds a file, named by its content


def test_all_folders_to_write_to_are_tested():
    known = {path for path, command in COMMANDS.items() if path_params(command, OutputFolder)}
    assert known == {*FOLDERS, *ELSEWHERE, *NEVER_REPLACES}


def folder_arguments(path, inputs, folder):
    others = [inputs / value if (inputs / value).exists() else value for value in FOLDERS[path][0]]
    param = next(param for param in path_params(COMMANDS[path], OutputFolder))
    return [*path, *([folder] if isinstance(param, click.Argument) else ["-o", folder]), *others]


def with_parts(path):
    # `describe` loads models first.
    return pytest.param(path, FOLDERS[path][3], marks=pytest.mark.slow if path == ("describe",) else ())


@pytest.mark.parametrize(("path", "parts"), [with_parts(path) for path in FOLDERS])
def test_folder_with_foreign_files_is_refused(tmp_path, inputs, path, parts):
    product = FOLDERS[path][1]
    (tmp_path / product).write_text('{"mine": true}\n')
    for name in parts:
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.jpg").write_text("mine")
    before = tree(tmp_path)
    error = refusal(folder_arguments(path, inputs, tmp_path))
    assert "by Cinescribe; name a new or empty folder" in error or f"{product}' is there already" in error
    assert tree(tmp_path) == before


@pytest.mark.parametrize(("path", "parts"), [with_parts(path) for path in FOLDERS if FOLDERS[path][3]])
def test_a_part_that_is_a_link_is_refused(tmp_path, inputs, path, parts):
    for part in parts:
        mine, folder = tmp_path / part / "mine", tmp_path / part / "folder"
        for each in (mine, folder):
            each.mkdir(parents=True)
        (mine / "mine.jpg").write_text("mine")
        (folder / MARKER).write_text(json.dumps({"kinds": [FOLDERS[path][2]]}))
        (folder / part).symlink_to(mine)
        before = tree(tmp_path)
        assert f"{part}' is a link" in refusal(folder_arguments(path, inputs, folder))
        assert tree(tmp_path) == before


@pytest.mark.parametrize("form", sorted({*FORMS} - {"coco", "msr-vtt", "vmcd"}))
def test_corpus_is_not_exported_over_foreign_files(tmp_path, inputs, form):
    export = ("corpus", "export", inputs / "corpus", "--to", form, "-o")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "clips.jsonl").write_text("mine")
    before = tree(tmp_path / "mine")
    assert "by Cinescribe; name a new or empty folder" in refusal([*export, tmp_path / "mine"])
    assert tree(tmp_path / "mine") == before
    for _ in range(2):
        run_command(*export, tmp_path / "ours")


def test_a_corpus_is_not_written_over_itself(inputs):
    corpus = inputs / "corpus"
    for arguments in (("export", corpus, "--to", "jsonl", "-o", corpus), ("import", "jsonl", corpus, "-o", corpus)):
        assert "is read and would be written" in refusal(["corpus", *arguments])
