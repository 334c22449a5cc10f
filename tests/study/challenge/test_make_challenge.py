import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, read_corpus, write_corpus
from cinescribe.errors import ChallengeError, CorpusError, OutputError, RecordError, ScoreError
from cinescribe.schema import Clip
from cinescribe.study.challenge.challenge import DATABASE, open_challenge
from cinescribe.study.challenge.clip_list import ListedClip, read_clip_list, write_clip_list
from cinescribe.study.challenge.make_challenge import make_challenge
from cinescribe.study.challenge.references import read_phase_references
from cinescribe.study.challenge.rules import rules_text
from cinescribe.study.storage.database import sqlite_url
from cinescribe.timing import Span
from tests.study.challenge.challenges import N_CLIPS, SECRET, made, texts, write_small_corpus

PHASES = {"public": "test", "blind": "blind"}


def whole(folder):
    """All that is in the files of a folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_public_files_are_separate_from_the_references(tmp_path):
    folder = made(tmp_path)
    blind, public = read_corpus(folder / "open" / "blind"), read_corpus(folder / "open" / "public")
    assert all(clip.text is None and not clip.people for clip in blind.clips)
    assert [clip.text for clip in public.clips] == list(texts("test").values())
    for place in ("open", "submissions", "challenge.json", DATABASE):
        content = whole(folder / place) if (folder / place).is_dir() else (folder / place).read_bytes()
        assert SECRET.encode() not in content
    references = read_phase_references(folder / "references", "blind")
    assert references[0].texts == ("Someone opens the red door with a zebra 0.",)
    assert (
        (folder / "references" / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    )
    assert len(read_clip_list(folder / "open" / "blind" / "clips.tsv")) == N_CLIPS


def test_films_are_given_on_request(tmp_path):
    corpus = write_small_corpus(tmp_path / "corpus")
    read = read_corpus(corpus)
    (corpus / "films").mkdir()
    (corpus / "films" / "blind.mp4").write_bytes(b"film")
    films = [film.replace(path="films/blind.mp4") if film.id == "blind" else film for film in read.films]
    write_corpus(corpus, read.card, films=films, clips=read.clips)
    make_challenge(tmp_path / "a", corpus, phases={"blind": "blind"}, with_films=True)
    assert (tmp_path / "a" / "open" / "blind" / "films" / "blind.mp4").read_bytes() == b"film"
    make_challenge(tmp_path / "b", corpus, phases={"blind": "blind"})
    assert read_corpus(tmp_path / "b" / "open" / "blind").films[0].path is None


def test_people_of_blanks_are_hidden_where_they_are_asked_for(tmp_path):
    folder = made(tmp_path, task="fill-in")
    blind = read_corpus(folder / "open" / "blind")
    assert blind.clips[0].text == "[blank] opens the red door with a zebra 0."
    references = read_phase_references(folder / "references", "blind")
    assert [(one.people, one.set) for one in references][:1] == [(("P1",), 1)]
    assert references[-1].set == 2  # five clips in a set
    assert "an id for each blank" in (folder / "open" / "rules.md").read_text()


def test_a_folder_has_one_challenge(tmp_path):
    folder = made(tmp_path)
    with pytest.raises(ChallengeError, match="has a challenge already, perhaps with submissions"):
        make_challenge(folder, tmp_path / "corpus", phases=PHASES)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine").write_text("mine")
    with pytest.raises(OutputError, match="name a new or empty folder"):
        make_challenge(tmp_path / "mine", tmp_path / "corpus", phases=PHASES)


def test_a_killed_make_is_done_again(tmp_path):
    folder = made(tmp_path)
    (folder / "challenge.json").unlink()
    assert make_challenge(folder, tmp_path / "corpus", phases=PHASES).phases[1].n_clips == N_CLIPS


def test_invalid_challenges_are_refused(tmp_path):
    corpus = write_small_corpus(tmp_path / "corpus")
    with pytest.raises(ChallengeError, match="`phase` is 'hidden'; expected public, blind, or NAME=SPLIT"):
        make_challenge(tmp_path / "a", corpus, phases={"hidden": "test"})
    with pytest.raises(CorpusError, match="has no split 'val'"):
        make_challenge(tmp_path / "b", corpus, phases={"public": "val"})
    with pytest.raises(ScoreError, match="BLURB"):
        make_challenge(tmp_path / "c", corpus, phases=PHASES, metrics=("BLURB",))
    write_corpus(
        tmp_path / "bare",
        CorpusCard("x", "y", "z"),
        films=[CorpusFilm("f", "test")],
        clips=[Clip("c1", "f", Span(0, 1))],
    )
    with pytest.raises(ChallengeError, match="clip 'c1' has no caption to score against"):
        make_challenge(tmp_path / "d", tmp_path / "bare", phases={"public": "test"})
    url = sqlite_url(tmp_path / "all.db")
    make_challenge(tmp_path / "e", corpus, phases=PHASES, name="one", url=url)
    with pytest.raises(ChallengeError, match="the database has a challenge 'one'; give this one another name"):
        make_challenge(tmp_path / "f", corpus, phases=PHASES, name="one", url=url)
    with (
        pytest.raises(ChallengeError, match="is on a server; give its URL with `database`"),
        open_challenge(tmp_path / "e"),
    ):
        pass


def test_a_challenge_without_its_database_or_card_is_refused(tmp_path):
    folder = made(tmp_path)
    (folder / DATABASE).unlink()
    with pytest.raises(ChallengeError, match=r"challenge\.db' is gone, with the submissions"), open_challenge(folder):
        pass
    with pytest.raises(RecordError, match=r"challenge\.json"), open_challenge(tmp_path):
        pass


def test_lists_of_clips_are_read_as_written(tmp_path):
    clips = (ListedClip("a b", "film", 0.5, 2.0), ListedClip("c", "film", 2.0, 3.25, 2))
    digest = write_clip_list(tmp_path / "clips.tsv", clips)
    assert read_clip_list(tmp_path / "clips.tsv") == clips
    assert digest != write_clip_list(tmp_path / "other.tsv", clips[::-1])
    lines = (tmp_path / "clips.tsv").read_text().splitlines()
    for wrong, words in (
        ([lines[0]], "lists no clip; make the challenge again"),
        ([lines[0], lines[2]], "expected clip 1 with the columns number, clip"),
        ([*lines, lines[1].replace("1", "3", 1)], "has the clip 'a b' again; list each once"),
    ):
        (tmp_path / "wrong.tsv").write_text("\n".join(wrong))
        with pytest.raises(ChallengeError, match=words):
            read_clip_list(tmp_path / "wrong.tsv")


def test_rules_state_the_limits(tmp_path):
    with open_challenge(made(tmp_path)) as challenge:
        text = challenge.rules()
        assert text == rules_text(challenge.card)
        assert json.loads((challenge.folder / "challenge.json").read_text())["n_a_day"] == 3
    assert "3 times in 24 hours and 10 times to a phase" in text
