import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, read_stills, write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_metaphors, write_annotated
from cinescribe.corpus.metaphors.metaphorise import INSTRUCTION, metaphor_in, metaphorise
from cinescribe.errors import CorpusError, OutputError
from cinescribe.still_schema import Still
from cinescribe.store import read_records
from tests.commands import run_command
from tests.corpus.annotated import example_corpus
from tests.models.vlm.scripted_server import Reply, scripted_server
from tests.study.sheets.filled import fill

ANSWER = "A timepiece is as cyclical as a bicycle's revolution"  # the paper's example
CAPTION = "A bicycle replica with a clock as the front wheel"


class Scripted:
    name = "server:here#tiny"

    def __init__(self, *answers):
        self._answers, self.asked = list(answers), []

    def answers(self, questions):
        self.asked += questions
        return [self._answers.pop(0) for _ in questions]


def stills(folder):
    items = [
        Still("a", "a.jpg", (CAPTION, "A clock on a bicycle.")),
        Still("b", "b.jpg", ("A {dog}.",)),
        Still("c", "c.jpg"),
    ]
    splits = [StillSplit("train", ("a", "c")), StillSplit("val", ("b",))]
    write_stills(folder, CorpusCard("drawn", "nowhere", "none"), stills=items, splits=splits)
    return folder


def test_each_caption_is_rewritten_and_other_answers_are_dropped(tmp_path):
    model = Scripted(f'Output: "{ANSWER}".', "I am sorry, but dogs are loyal.")
    made = metaphorise(stills(tmp_path), model)
    assert model.asked == [INSTRUCTION.format(caption=CAPTION), INSTRUCTION.format(caption="A {dog}.")]
    assert made.metaphors == (
        AnnotatedMetaphor(
            "a",
            "timepiece",
            "cyclical",
            "bicycle's revolution",
            ANSWER + ".",
            description=CAPTION,
            by="server:here#tiny",
        ),
    )
    assert (made.n_captions, made.off_template) == (2, ("I am sorry, but dogs are loyal.",))


def test_captions_and_splits_are_chosen(tmp_path):
    assert metaphorise(stills(tmp_path), Scripted(ANSWER, ANSWER), split="train", n_captions=2).n_captions == 2
    write_annotated(tmp_path / "films", example_corpus())
    assert metaphorise(tmp_path / "films", Scripted(*[ANSWER] * 5)).n_captions == 5
    assert metaphorise(tmp_path / "films", Scripted(ANSWER), split="val").n_captions == 1
    with pytest.raises(CorpusError, match="has no caption in 'test'; give one with captions"):
        metaphorise(tmp_path / "films", Scripted(), split="test")
    with pytest.raises(CorpusError, match="`n_captions` is 0"):
        metaphorise(tmp_path / "films", Scripted(), n_captions=0)


def test_stills_are_captioned_by_their_metaphors(tmp_path):
    source = stills(tmp_path / "source")
    made = metaphorise(source, Scripted(ANSWER, ANSWER, "Dogs."), n_captions=2, stills=tmp_path / "out")
    read = read_stills(tmp_path / "out")
    assert [(still.id, still.captions, still.is_metaphor) for still in read.stills] == [("a", (ANSWER,), True)]
    assert read_metaphors(tmp_path / "out") == made.metaphors
    assert read.card.source == "nowhere; captions by server:here#tiny"
    with pytest.raises(CorpusError, match="there is no metaphor to caption a still"):
        metaphorise(source, Scripted("No.", "No."), stills=tmp_path / "other")


def test_model_is_not_asked_if_output_is_not_writable(tmp_path):
    source, model = stills(tmp_path / "source"), Scripted()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.txt").touch()
    with pytest.raises(OutputError, match="is read and would be written"):
        metaphorise(source, model, stills=source)
    with pytest.raises(OutputError, match=r"holds 'mine.txt', which is no part of a corpus"):
        metaphorise(source, model, stills=tmp_path / "mine")
    write_annotated(tmp_path / "films", example_corpus())
    with pytest.raises(CorpusError, match="is a corpus of films; expected one of stills"):
        metaphorise(tmp_path / "films", model, stills=tmp_path / "out")
    assert model.asked == []


@pytest.mark.parametrize(
    ("answer", "primary"),
    [
        (ANSWER, "timepiece"),
        (f"Sure! Here it is:\n\n**Metaphoric caption:** {ANSWER}", "timepiece"),
        (f"- {ANSWER}", "timepiece"),
        ("<primary concept> is as <property> as <secondary concept>", None),
        ("The dog is like a king.", None),
        ("", None),
    ],
)
def test_the_sentence_is_found_in_an_answer(answer, primary):
    found = metaphor_in(answer, clip="a", caption="A clock.", by="m")
    assert (found and found.primary) == primary
    assert found is None or found.caption == ANSWER


@pytest.mark.slow
def test_command_resumes_after_an_interruption(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    command = ("corpus", "metaphorise", stills(tmp_path / "stills"), "--quiet", "--json", "-o", tmp_path / "m.jsonl")

    def reply(request, n):
        return Reply(ANSWER, status=400 if "{dog}" in str(request) else 200)

    with scripted_server(reply) as running:
        model = ("--model", f"server:{running.url}#tiny")
        run_command(*command, *model, exit_code=1)
        assert not (tmp_path / "m.jsonl").exists()
        n_first = sum(CAPTION in str(one) for one in running.requests)
        sheet = ("--sheet", tmp_path / "p1.csv", "--stills", tmp_path / "figured")
        shown = run_command(*command, *model, "--split", "train", *sheet)
        assert sum(CAPTION in str(one) for one in running.requests) == n_first  # it was kept
    assert json.loads(shown.stdout) == {"captions": 1, "metaphors": 1, "off_template": 0, "in_sheet": 1}
    assert [one.clip for one in read_records(tmp_path / "m.jsonl", AnnotatedMetaphor)] == ["a"]
    assert [still.captions for still in read_stills(tmp_path / "figured").stills] == [(ANSWER,)]
    fill(tmp_path / "p1.csv", {0: {"fluent": "yes", "creative": "no", "consistent": "yes"}})
    shown = run_command("corpus", "metaphors", "quality", tmp_path / "p1.csv")
    assert shown.stdout.splitlines()[1] == "creative: 0.0% of 1 answers, kappa undefined (paper 97.8%)"
