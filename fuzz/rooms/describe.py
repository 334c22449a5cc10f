"""Described folders: script, draft, journal, cast, settings, exports, evidence, and edited files that come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cinescribe.describe.cast import read_cast, with_cast, write_cast
from cinescribe.describe.corrections.collect import collect_corrections
from cinescribe.describe.editing.edit import edit_description, set_recording
from cinescribe.describe.editing.take_back import history, redo, undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.film_people import film_people
from cinescribe.describe.folder_film import check_film
from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.describe.guidelines.read_description import is_sound_or_film, read_description
from cinescribe.describe.quality.work import work_by_hand
from cinescribe.describe.repair.repair_journal import repair_journal
from cinescribe.explain.targets.film_pictures import pictures_of_film
from cinescribe.export.dapt.dapt_xml import parse_xml
from cinescribe.export.dapt.read_dapt import read_dapt
from cinescribe.export.dapt.validate import check_dapt, checked_dapt
from cinescribe.export.description import export_description, stale_line
from cinescribe.export.disclosure import folder_disclosure
from cinescribe.export.exports import base_rows, check_target, note_read, stale_exports
from cinescribe.export.fit import misfits
from cinescribe.export.folder import CAST, FACES, SCRIPT, SETTINGS, read_script
from cinescribe.export.narration import NARRATION, read_narration
from cinescribe.export.read_rows import read_rows
from cinescribe.export.settings import read_settings, write_settings
from cinescribe.export.sound import write_described_film, write_narration
from cinescribe.export.tracks.cue_lines import read_lines
from cinescribe.export.tracks.saved_file import read_saved
from cinescribe.export.tracks.srt import read_srt
from cinescribe.export.tracks.vtt import read_vtt
from cinescribe.generate.narration.answers import read_answer_form
from cinescribe.generate.narration.checks import read_check
from cinescribe.generate.narration.controls import Check, Square
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Moment, NumberedShot, Role
from cinescribe.generate.narration.reliability import Statement
from cinescribe.generate.narration.viewing import View, with_answer
from cinescribe.generate.narration.wording import Draft, NarrationVoice, with_sentences
from cinescribe.input_files import read_bytes
from cinescribe.journal.inspection import journal_values
from cinescribe.journal.lines import read_line
from cinescribe.journal.seal import read_seal
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.schema import Person
from cinescribe.timing import Span
from fuzz.reader import OUT, Reader, Seed, file_reader
from fuzz.samples.described import FORMS, SteadyVoice, described_files, faces, signed
from fuzz.samples.films import film, picture, sound
from fuzz.samples.scripts import small_script

_NAMES = {"text": "descriptions.txt", "vtt": "descriptions.vtt", "srt": "descriptions.srt"}
_NAMES |= {"dapt": "descriptions.ttml", "csv": "descriptions.csv"}


def _cast(folder: Path) -> None:
    people = (Person("p1", "P1"), Person("p2", "P2"), Person("p4", "P4"))
    cast = read_cast(folder / CAST)
    write_cast(folder / CAST, people, faces())
    with_cast(people, faces(), cast)


def _settings(folder: Path) -> None:
    settings = read_settings(folder)
    words = (("the bar", 'the "Blue Note"'), ("\N{LATIN SMALL LETTER E WITH ACUTE}", "e"))
    write_settings(folder, replace(settings.with_choices(voice='a "b"', rate=1.5), glossary=words))


def _exporting(form: str) -> Callable[[Path], object]:
    def export(folder: Path) -> None:
        export_description(folder, to=form, path=folder.parent / OUT / _NAMES.get(form, "page.html"))

    return export


def _check_fit(folder: Path) -> None:
    misfits(read_script(folder), SteadyVoice(), folder)


def _narrate(folder: Path) -> None:
    write_narration(read_script(folder), folder.parent / OUT / "n.wav", folder=folder, voice=SteadyVoice())


def _described_film(folder: Path) -> None:
    script = read_script(folder)
    placed = script.replace(film=script.film.replace(path=str(folder / "film.mp4")))
    write_described_film(placed, folder.parent / OUT / "d.mp4", folder=folder, voice=SteadyVoice())


def _editing(form: str) -> Callable[[Path], object]:
    return lambda folder: edit_description(folder, folder / _NAMES[form], voice=SteadyVoice(), who="Ann")


def _journal(folder: Path) -> None:
    history(folder)
    undo(folder, who="Ann")
    redo(folder, who="Ann")
    stale_line(folder)
    base_rows(folder, folder / "descriptions.txt")
    note_read(folder, folder / "descriptions.txt")


def _corrections(folder: Path) -> None:
    folder_disclosure(read_script(folder), folder)
    work_by_hand(history(folder))
    collect_corrections([folder], folder.parent / OUT / "corrections")


def _signed_draft(folder: Path) -> None:
    signed(folder, SCRIPT)
    _journal(folder)


def _repair(folder: Path) -> None:
    signed(folder, SCRIPT)
    repair_journal(folder, who="Ann")
    history(folder)


def _recording(folder: Path) -> None:
    set_recording(folder, "c1", folder / "new.wav", voice=SteadyVoice(), who="Ann")


def _people(folder: Path) -> None:
    film_people(folder)
    check_film(folder, small_script().film)
    stale_exports(folder)


def _read_back(path: Path) -> None:
    read_saved(path)
    read_rows(path, small_script())


def _lint(path: Path) -> None:
    is_sound_or_film(path)
    lint_script(read_description(path).script, read_guidelines())


def _lint_folder(folder: Path) -> None:
    lint_script(read_description(folder).script, read_guidelines())


def _answers(path: Path) -> None:
    """Read an answer of a chat model in every form that the stages of a narration know."""
    answer = ChatAnswer(read_bytes(path).decode(errors="replace"))
    shots = (NumberedShot(3, Span(0, 4), is_context=False),)
    view = View(Moment(Span(0, 4), Span(0, 4), shots), Legend((("p1", "Anna", "red"),)), "What is seen?", ())
    role = Role("p1", "Anna", "Anna, in blue,")
    with_sentences(Draft(with_answer(view, answer)), answer, NarrationVoice(lambda words: len(words) / 15), [role])
    check = Check((Statement("Anna sits.", "candidate"), Statement("Ben sits.", "other person")), Square("pink"))
    read_check(check, ChatRequest("Which are true?"), answer)


def _dapt(path: Path) -> None:
    check_dapt(path)
    read_dapt(path)
    data = path.read_bytes()
    parse_xml(data, name=path.name)
    checked_dapt(data)


def _part(*names: str) -> Callable[[], list[Seed]]:
    """The described folder, with these files damaged."""
    return lambda: [Seed(described_files(), names)]


def _of_earlier_version() -> list[Seed]:
    """The described folder with a journal that proves nothing, so that what is damaged is read all the same."""
    files = {name: content for name, content in described_files().items() if name != ".edits.seal"}
    edits = [json.loads(line) for line in files["edits.jsonl"].splitlines()]
    bare = [{key: value for key, value in edit.items() if key not in ("number", "previous", "check")} for edit in edits]
    files["edits.jsonl"] = "".join(json.dumps(edit) + "\n" for edit in bare).encode()
    return [Seed(files, (SCRIPT, "draft.json", "edits.jsonl"))]


def _exported(form: str) -> Callable[[], list[bytes]]:
    return lambda: [described_files()[_NAMES[form]]]


_GUIDELINES = b'base = "netflix"\ntitle = "ours"\n[rules.true-peak]\nseverity = "warning"\nlimit = -2.5\n'
_ANSWERS = [
    b'{"actions": [{"who": "Anna", "does": "opens a door", "to_whom": "", "shot": 3}], "detail": "a key"}',
    b'Here:\n```json\n{"sentences": [{"text": "Anna opens a door.", "notes": [1]}]}\n```',
    b"1. Shot 3: Anna opens a door. She goes.\n- SKIP",
]
_LISTS = (SCRIPT, "draft.json", "edits.jsonl", ".edits.seal", "exports.json", ".script.sha256")
_EXPORTING = (export_description, read_script, check_target)
READERS = (
    Reader("describe.cast", _cast, lambda: [_cast_seed()], (read_cast,)),
    Reader("export.settings", _settings, _part(SETTINGS), (read_settings,)),
    *(Reader(f"export.{form}", _exporting(form), _part(SCRIPT), _EXPORTING, share=0.7) for form in FORMS),
    Reader(
        "export.page.pictures",
        _exporting("page"),
        _part("portraits/p1.png", "evidence/000002500.jpg"),
        _EXPORTING,
        share=0.3,
    ),
    Reader("export.narration", _exporting("page"), _part(NARRATION), (read_narration,), share=0.3),
    Reader("export.misfits", _check_fit, _part(SCRIPT, "recordings/c1.wav"), (misfits,), share=0.5),
    Reader("export.wav", _narrate, _part(SCRIPT), (write_narration,), share=0.2),
    Reader("export.film", _described_film, _part(SCRIPT), (write_described_film,), share=0.1),
    *(
        Reader(f"describe.edit.{form}", _editing(form), _part(name), (edit_description, read_rows), share=0.7)
        for form, name in _NAMES.items()
    ),
    Reader(
        "describe.journal",
        _journal,
        _part(*_LISTS),
        (history, undo, redo, stale_line, base_rows, note_read, Workspace.load, journal_values, read_line, read_seal),
    ),
    Reader("describe.repair", _repair, _part("edits.jsonl", ".edits.seal"), (repair_journal,), share=0.5),
    Reader("describe.corrections", _corrections, _part(*_LISTS), (collect_corrections, folder_disclosure), share=0.3),
    Reader("describe.journal.signed", _signed_draft, _of_earlier_version, (history,)),
    Reader(
        "describe.set_recording",
        _recording,
        lambda: [Seed({**described_files(), "new.wav": sound()}, ("new.wav",))],
        (set_recording,),
        share=0.2,
    ),
    Reader(
        "describe.film_people", _people, _part(SCRIPT, FACES, "exports.json"), (film_people, check_film, stale_exports)
    ),
    *(
        file_reader(_read_back, name, _exported(form), label=f"export.read_rows.{form}", covers=[read_rows, read_saved])
        for form, name in _NAMES.items()
    ),
    file_reader(
        _dapt,
        "d.ttml",
        _exported("dapt"),
        label="export.check_dapt",
        covers=[check_dapt, checked_dapt, read_dapt, parse_xml],
    ),
    file_reader(_answers, "answer.txt", _ANSWERS, label="generate.read_form", covers=[read_answer_form, read_check]),
    file_reader(read_guidelines, "own.toml", [_GUIDELINES], label="describe.read_guidelines"),
    *(
        file_reader(
            _lint,
            _NAMES[form],
            _exported(form),
            label=f"describe.lint.{form}",
            covers=[read_description, lint_script],
            share=0.2,
        )
        for form in ("vtt", "srt")
    ),
    Reader("describe.lint", _lint_folder, _part(SCRIPT), (read_description, lint_script), share=0.2),
    file_reader(read_vtt, "d.vtt", _exported("vtt")),
    file_reader(read_srt, "d.srt", _exported("srt")),
    file_reader(read_lines, "d.txt", _exported("text")),
    file_reader(pictures_of_film, "p.png", lambda: [picture("png")], label="explain.read_pictures.png", share=0.3),
    file_reader(pictures_of_film, "film.mp4", lambda: [film()], label="explain.read_pictures.mp4", share=0.2),
)


def _cast_seed() -> Seed:
    text = b'[people.P1]  # x\nname = "Anna"\nmerge = ["P4"]\nsplit = [[12.0, 13.5]]\n[people.P2]\n# name = ""\n'
    return Seed({CAST: text})
