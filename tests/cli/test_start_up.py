"""What short commands load: a library that a command does not use makes people wait for it."""

import json
import os
import subprocess
import sys

import pytest

from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from tests.describe.editing.scripts import script
from tests.dummies import SteadyVoice

# In order: each command may load what those before it do, and what is named beside it.
COMMANDS = {
    "history film.ad": set(),
    "undo film.ad": set(),
    "export film.ad --to vtt": {"huggingface_hub", "lxml", "numpy"},
    "edit film.ad edited.txt": set(),
    "lint film.ad": {"httpx", "jinja2", "safetensors", "spacy", "thinc"},
    "report film.ad": set(),
}
# Each takes longer to load than the commands that may not load it are to take in all.
HEAVY = {"PIL", "av", "cv2", "dlib", "httpx", "huggingface_hub", "jinja2", "lxml", "numba", "numpy", "onnxruntime"}
HEAVY |= {"pyloudnorm", "safetensors", "scipy", "sentence_transformers", "sklearn", "spacy", "thinc", "torch"}
HEAVY |= {"transformers"}

RUN = """
import json, sys
from cinescribe.cli.main import main

for command in sys.argv[1:]:
    try:
        main(command.split(), prog_name="cinescribe")
    except SystemExit as end:
        loaded = {name.partition(".")[0] for name in sys.modules}
        print(json.dumps([command, end.code, sorted(loaded)]), file=sys.stderr)
"""


@pytest.mark.slow
def test_short_commands_load_only_what_they_use(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script())
    edited = export_description(tmp_path / "film.ad", to="text", path=tmp_path / "edited.txt")
    edited.write_text(edited.read_text().replace("opens", "shuts"))
    edit_description(tmp_path / "film.ad", edited, voice=SteadyVoice(), who="me")  # the edit that is taken back
    # Without bytecode, all that is loaded would be compiled each time.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *COMMANDS],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    assert [(command, code) for command, code, _ in found] == [(command, 0) for command in COMMANDS]
    allowed: set[str] = set()
    for command, _, modules in found:
        allowed |= COMMANDS[command]
        assert HEAVY & set(modules) <= allowed, command
