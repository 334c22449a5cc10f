"""Small descriptions and trials of them, for tests."""

import json

from cinescribe.schema import Cue, Film, Gap, Script
from cinescribe.store import write_record
from cinescribe.study.trial.trial_folder import Trial, write_trial
from cinescribe.study.trial.trial_study import make_trial_study
from cinescribe.timing import Span

MODEL = "server:http://localhost:8080#qwen3-vl:4b"
REQUESTS = {
    "event": "requests",
    "views": 4,
    "second_views": 1,
    "drafts": 4,
    "checks": 3,
    "looks": 0,
    "pictures": 40,
    "seconds": 30.5,
    "own_seconds": 2.25,
    "pauses": 4,
}
SECRETS = ("secret film", "lifts a lamp", "localhost", "8080")


def a_script(*, path="secret film.mp4", texts=("Anna lifts a lamp.", "Anna leaves.")):
    """A film of a minute in which cues are heard in the first seconds of a long pause."""
    cues = [Cue(Span(10.0 * n + 10, 10.0 * n + 13), text, by=MODEL) for n, text in enumerate(texts)]
    cues.append(Cue(Span(5, 7), "Text: Keep out.", by="on-screen text"))
    cues.append(Cue(Span(5, 7), "Never heard.", by=MODEL, status="dropped", reason="no room"))
    return Script(Film(str(path), 60.0), gaps=(Gap(Span(4, 50)), Gap(Span(55, 57))), cues=tuple(cues))


def described(folder, name="secret film", *, log=(REQUESTS,), **changes):
    """The folder of a description."""
    write_record(folder / f"{name}.ad" / "script.json", a_script(**changes))
    lines = [json.dumps({"at": "2026-01-01T00:00:00Z", **event}) + "\n" for event in log]
    (folder / f"{name}.ad" / "log.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder / f"{name}.ad"


def a_trial(folder, *, names=("secret film",), **asked):
    """A trial whose films are described and wait for a judge."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        described(folder, name)
    write_trial(folder, Trial(MODEL, tuple(names), **asked))
    make_trial_study(folder)
    return folder
