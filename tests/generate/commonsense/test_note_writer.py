"""Notes on captions: from the clip and the next, with names as numbers, and only what the model is sure of."""

import dataclasses
from pathlib import Path

import pytest
import torch

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.commonsense import note_writer
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.note_writer import NoteWriter
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, WrittenPhrase
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import Checkpoint, CheckpointCard
from cinescribe.models.model_table import data_sizes, model_kind
from cinescribe.schema import Caption
from cinescribe.timing import Span
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = SetSizes(n_clips=1, n_frames=4, frame_rate_hz=1.0, n_segments=2, n_faces=0, n_tokens=12)
SURE, UNSURE = (50.0, 0.0), (-50.0, 0.0)


@pytest.fixture(scope="module")
def film():
    features, clips = world.world(1)
    return features["film0"], clips["film0"]


@pytest.fixture
def checkpoint(film):
    features, clips = film
    tokens = Vocabulary.from_texts([clip.text for clip in clips])
    reader = CommonsenseReader(lambda _: features, tokens, sizes=SETS)
    batch = reader.batch([CommonsenseItem(clips[0], clips[0].text)])
    torch.manual_seed(0)
    kind = model_kind("v2c-transformer")
    sizes = {"width": 16, "n_layers": 1, "n_heads": 2, "ff_width": 16}
    model = kind.build(kind.sizes_for(sizes, data_sizes(batch.video, tokens, SETS))).eval()
    card = CheckpointCard("v2c-transformer", sets=SETS)
    return Checkpoint(Path("here"), card, model, tokens)


def writer(checkpoint, **lines):
    lines = {"intention": SURE, "effect": SURE, "attribute": SURE, **lines}
    return NoteWriter(dataclasses.replace(checkpoint, card=dataclasses.replace(checkpoint.card, confidence=lines)),
                      name="notes")  # fmt: skip


def captions(clips):
    return [Caption(clip.id, f"Anna {clip.text.split()[1]} in the park.", ("p7",)) for clip in clips]


def test_notes_give_their_probability_and_unlikely_ones_are_omitted(film, checkpoint):
    features, clips = film
    given = captions(clips)
    noted = writer(checkpoint, effect=UNSURE).noted(given, clips, {"p7": "Anna"}, features)
    assert [caption.text for caption in noted] == [caption.text for caption in given]
    assert all(caption.why and caption.why.endswith("(100% likely)") for caption in noted)
    assert all(caption.trait for caption in noted)
    assert not any(caption.effect for caption in noted)


def test_captions_without_people_have_no_notes(film, checkpoint):
    features, clips = film
    given = [Caption(clips[0].id, "The park is empty."), Caption(clips[1].id, "Anna runs.", ("p7",))]
    nobody, somebody = writer(checkpoint).noted(given, clips, {"p7": "Anna"}, features)
    assert (nobody.why, nobody.effect, nobody.trait) == (None, None, None)
    assert somebody.why


def test_the_model_sees_the_clip_and_the_next_and_reads_numbers(film, checkpoint, monkeypatch):
    features, clips = film
    seen = []

    def write(network, reader, items):
        for item in items:
            seen.append((item.clip.span, item.caption))
            phrase = (WrittenPhrase("rests", -1.0),)
            yield WrittenCommonsense(item.clip.id, item.caption, False, phrase, phrase, phrase)

    monkeypatch.setattr(note_writer, "write_commonsense", write)
    given = [
        Caption(clips[0].id, "Anna greets Tom.", ("p7", "p2")),
        Caption(clips[-1].id, "Tom nods.", ("p2",)),
        Caption("none", "Tom waves.", ("p2",), span=Span(clips[1].span.start + 0.5, clips[1].span.end - 0.5)),
    ]
    writer(checkpoint).noted(given, clips, {"p7": "Anna", "p2": "Tom"}, features)
    assert seen == [
        (Span(clips[0].span.start, clips[1].span.end), "P1 greets P2."),
        (clips[-1].span, "P1 nods."),
        (Span(clips[1].span.start + 0.5, clips[2].span.end), "P1 waves."),
    ]


def test_windowed_model_sees_frames_around_the_caption_start(film, checkpoint, monkeypatch):
    features, clips = film
    seen: list[float] = []

    def write(network, reader, items):
        seen.extend(reader.batch([item]).video.frame_mask.sum().item() for item in items)
        phrase = (WrittenPhrase("rests", -1.0),)
        return [WrittenCommonsense(item.clip.id, item.caption, False, phrase, phrase, phrase) for item in items]

    monkeypatch.setattr(note_writer, "write_commonsense", write)
    card = dataclasses.replace(checkpoint.card, window=(1.0, 2.0))
    given = captions(clips)[:2]
    writer(dataclasses.replace(checkpoint, card=card)).noted(given, clips, {"p7": "Anna"}, features)
    assert seen == [2, 3]  # frames at 1 Hz: the first caption begins with the film
