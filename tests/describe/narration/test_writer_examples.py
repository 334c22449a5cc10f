from pathlib import Path

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.describe.narration import writer_examples as module
from cinescribe.describe.narration.writer_examples import examples_in, writer_examples
from cinescribe.describe.text_captions import READER
from cinescribe.errors import CorpusError, LanguageError, RecordError
from cinescribe.schema import Clip, Cue
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script


def corpus(folder: Path, *texts: str | None) -> Path:
    clips = [Clip(f"c{n}", "f", Span(n, n + 1), text) for n, text in enumerate(texts)]
    write_corpus(folder, CorpusCard("x", "y", "z"), films=[CorpusFilm("f", "train", None)], clips=clips)
    return folder


def described(folder: Path, *cues: Cue) -> Path:
    Workspace(folder).save_draft(script(*cues))
    return folder


def test_captions_of_a_corpus_come_once_and_without_labels(tmp_path):
    folder = corpus(tmp_path, "P1 opens a door.", "Rain falls.", "Rain falls.", None, "SOMEONE waits.")
    assert writer_examples([folder]) == ("Somebody opens a door.", "Rain falls.", "Somebody waits.")


def test_sentences_written_by_hand_precede_others(tmp_path):
    first = described(tmp_path / "a")
    second = described(
        tmp_path / "b", cue(5.0, "A dog barks at Person 3. It sits."), cue(9.0, "Ben waves.", hand_made=True)
    )
    given = [first, corpus(tmp_path / "c", "Rain falls."), second]
    assert writer_examples(given) == (
        "Ben waves.",
        "Anna opens the door.",
        "Somebody waits.",
        "The rain stops.",
        "Anna smiles.",
        "Rain falls.",
        "A dog barks at somebody.",
        "It sits.",
    )


def test_edits_are_read_as_they_stand(tmp_path):
    workspace = Workspace(described(tmp_path))
    before = script().cues[2]
    edit = CueChange(before.id, before, before.replace(text="Rain gives way to sun.", hand_made=True))
    with workspace.opened(who="me") as state:
        workspace.commit(state, Revision(now(), "me", "test", (edit,), called_now(state.script.people)))
    assert writer_examples([tmp_path]) == ("Rain gives way to sun.", "Anna opens the door.", "Somebody waits.")


def test_accepted_sentences_come_first_and_moved_ones_do_not(tmp_path):
    workspace = Workspace(described(tmp_path))
    first, _, third = script().cues
    moved = first.replace(span=Span(11.0, 12.5), hand_made=True)
    edits = (CueChange(first.id, first, moved), CueChange(third.id, third, third.replace(accepted=True)))
    with workspace.opened(who="me") as state:
        workspace.commit(state, Revision(now(), "me", "test", edits, called_now(state.script.people)))
    assert writer_examples([tmp_path]) == (
        "The rain stops.",
        "Anna smiles.",
        "Anna opens the door.",
        "Somebody waits.",
    )


def test_dropped_and_screen_text_cues_are_not_examples(tmp_path):
    title = cue(1.0, "Title: Home.").replace(by=READER)
    folder = described(tmp_path, title, cue(5.0, "Ben leaves.", status="dropped"), cue(9.0, "Ben waves."))
    assert writer_examples([folder]) == ("Ben waves.",)


def test_no_folder_gives_no_examples():
    assert writer_examples([]) == ()


def test_number_of_examples_is_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_MAX_EXAMPLES", 2)
    assert writer_examples([described(tmp_path)]) == ("Anna opens the door.", "Somebody waits.")


def test_a_folder_of_neither_kind_is_refused(tmp_path):
    said = r"is in `examples`, and holds neither a corpus \(corpus\.json\) nor a description \(script\.json\); name"
    with pytest.raises(CorpusError, match=said):
        writer_examples([corpus(tmp_path / "c", "Rain falls."), tmp_path])


def test_a_folder_without_sentences_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"the corpus .*has no captions to show as `examples`; name one that has"):
        writer_examples([corpus(tmp_path / "c", None)])
    with pytest.raises(CorpusError, match=r"the description .*has no captions to show as `examples`"):
        writer_examples([described(tmp_path / "d", cue(1.0, "Title: Home.").replace(by=READER))])


def test_a_damaged_script_is_named(tmp_path):
    (tmp_path / "script.json").write_text("{")
    with pytest.raises(RecordError, match=r"script\.json"):
        writer_examples([tmp_path])


def test_examples_in_another_language_are_left_out():
    every = ("Eine Tür geht langsam auf.", "A door opens slowly.", "Drzwi powoli się otwierają.")
    assert examples_in(every, "de") == every[:1]
    assert examples_in(every, "pl-PL") == every[2:]
    with pytest.raises(LanguageError, match="unknown language"):
        examples_in(every, "no language")
