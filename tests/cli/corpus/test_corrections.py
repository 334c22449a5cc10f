"""The command counts what it collected."""

import json

from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace, now
from tests.describe.editing.scripts import script


def test_kinds_and_films_are_counted(tmp_path):
    workspace = Workspace(tmp_path / "film.ad")
    workspace.save_draft(script())
    first, second, _ = script().cues
    edits = (CueChange(first.id, first, None), CueChange(second.id, second, second.replace(accepted=True)))
    with workspace.opened(who="me") as state:
        workspace.commit(state, Revision(now(), "me", "test", edits, called_now(state.script.people)))
    command = ["corpus", "corrections", str(workspace.folder), "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*command, "--json"])
    assert json.loads(done.stdout) == {"accepted": 1, "changed": 0, "rejected": 1, "moved": 0, "added": 0, "films": 1}
    assert CliRunner().invoke(main, command).stdout.splitlines()[:3] == ["accepted: 1", "changed: 0", "rejected: 1"]
    assert CliRunner().invoke(main, ["corpus", "corrections", str(tmp_path), "-o", str(tmp_path / "no")]).exit_code == 1
