from dataclasses import replace

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError, LanguageError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import clip_clusters, face_tokens, shuffled_clusters
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.timed.timed_features import FilmFeatures, TimedFeatures
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span
from tests.features.films import TEXTS, VOCABULARY, clip_set, clips, faces, film
from tests.features.plain_reading import plain_clip, plain_faces, plain_words

pytestmark = pytest.mark.usefixtures("one_thread")

FILMS = {
    "f": film(found=faces([0.1, 0.3, 2.1, 4.5], [0, 1, 0, 1])),
    "empty": film(),
    "wide": film(width=7),
}
SIZES = SetSizes(n_clips=4, n_frames=12, n_segments=2, n_tokens=30)


class Lengths:
    """Blank vectors with the number of letters of the clip's caption."""

    width = 2

    def vectors(self, sets):
        return [
            np.array([[len(clip.text), 1] for clip in one.clips for _ in range(clip.text.count("P"))], np.float32)
            for one in sets
        ]


def reader(**options):
    return SetReader(FILMS.__getitem__, VOCABULARY, **{"sizes": SIZES, **options})


def test_batch_has_the_documented_shapes():
    batch = reader(blank_text=Lengths()).batch([clip_set(), clip_set(TEXTS[:2], film="empty")])
    shapes = {name: tuple(tensor.shape) for name, tensor in vars(batch).items()}
    assert shapes == {
        "frames": (2, 4, 10, 3),
        "frame_mask": (2, 4, 10),
        "frame_segment": (2, 4, 10),
        "actions": (2, 4, 2, 2),
        "action_mask": (2, 4, 2),
        "faces": (2, 4, 8),
        "face_mask": (2, 4),
        "face_found": (2, 4),
        "face_clip": (2, 4),
        "face_segment": (2, 4),
        "face_cluster": (2, 4),
        "face_box": (2, 4, 4),
        "face_body": (2, 4, 2),
        "face_kind": (2, 4, 3),
        "face_index": (2, 4),
        "blanks": (2, 4, 2),
        "blank_mask": (2, 4),
        "blank_clip": (2, 4),
        "words": (2, 19),
        "is_blank": (2, 19),
    }
    assert len(batch) == 2


def test_missing_clips_and_words_are_masked():
    batch = reader(blank_text=Lengths()).batch([clip_set(), clip_set(TEXTS[:2], film="empty")])
    assert batch.frame_mask.any(2).tolist() == [[True] * 3 + [False], [True] * 2 + [False] * 2]
    assert batch.action_mask.all(2).tolist() == batch.frame_mask.any(2).tolist()
    assert batch.face_mask.tolist() == [[True] * 4, [False] * 4]
    assert batch.blank_mask.tolist() == [[True] * 4, [True] * 3 + [False]]
    assert (batch.words[1, 12:] == VOCABULARY.pad).all()
    assert not batch.is_blank[1, 12:].any()


def test_set_in_a_batch_equals_the_set_by_itself():
    sets = [clip_set(), clip_set(TEXTS[:2], seconds=1.5), clip_set(TEXTS[:1], film="empty")]
    together = reader(blank_text=Lengths()).batch(sets)
    for row, one in enumerate(sets):
        alone = reader(blank_text=Lengths()).batch([one])
        for name, tensor in vars(alone).items():
            cut = getattr(together, name)[row : row + 1]
            cut = cut[tuple(slice(n) for n in tensor.shape)]
            assert torch.equal(cut, tensor), name


def shots(rng, *, n=40):
    """A film of noise with jittering times, and overlapping clips of all lengths."""
    times = np.sort(np.arange(0, 40, 0.2) + rng.uniform(0, 0.05, 200))
    people = rng.integers(0, 4, 160)
    found = faces(np.sort(rng.uniform(0, 40, 160)), people, scores=rng.random(160))
    found = replace(found, embeddings=found.embeddings + rng.normal(0, 0.1, (160, 8)).astype(np.float32))
    noise = FilmFeatures(
        TimedFeatures(times, rng.standard_normal((200, 5), np.float32)),
        TimedFeatures(np.arange(0.25, 40, 0.5), rng.standard_normal((80, 3), np.float32)),
        found,
    )
    starts = np.sort(rng.uniform(0, 36, n))
    spans = [Span(float(start), float(start + rng.uniform(0.6, 4))) for start in starts]
    return noise, [Clip(f"c{n}", "noise", span, TEXTS[n % 3]) for n, span in enumerate(spans)]


@pytest.mark.parametrize("face_tokens", [face_tokens, shuffled_clusters, clip_clusters])
def test_batches_equal_plain_reading_also_the_second_time(face_tokens):
    noise, found = shots(np.random.default_rng(3))
    sizes = SetSizes(n_clips=4, n_frames=12, n_segments=3, n_faces=20, n_tokens=60)
    ours = SetReader({"noise": noise}.__getitem__, VOCABULARY, sizes=sizes, face_tokens=face_tokens)
    sets = [ClipSet(tuple(found[n : n + 4])) for n in range(0, 36, 3)]
    for _ in range(2):
        batch = ours.batch(sets)
        for b, one in enumerate(sets):
            for n, clip in enumerate(one.clips):
                frames, parts, actions = plain_clip(clip, noise, sizes)
                t = len(frames)
                assert batch.frame_mask[b, n].sum() == t
                assert np.array_equal(batch.frames[b, n, :t], frames)
                assert batch.frame_segment[b, n, :t].tolist() == parts
                np.testing.assert_allclose(batch.actions[b, n], actions, rtol=0, atol=1e-6)
            tokens = plain_faces(one.clips, noise, sizes, face_tokens)
            f = len(tokens)
            assert f > 4
            assert batch.face_mask[b].sum() == f
            for name, values in (("clip", tokens.clips), ("segment", tokens.segments), ("cluster", tokens.clusters)):
                assert getattr(batch, f"face_{name}")[b, :f].tolist() == values.tolist()
            assert batch.face_index[b, :f].tolist() == tokens.rows.tolist()
            assert np.array_equal(batch.faces[b, :f], tokens.embeddings)
            assert np.array_equal(batch.face_box[b, :f], tokens.boxes)
            assert np.array_equal(batch.face_body[b, :f], noise.faces.bodies[tokens.rows])
            words = plain_words(one, VOCABULARY)
            assert batch.words[b, : len(words)].tolist() == words
            assert (batch.words[b, len(words) :] == VOCABULARY.pad).all()


def test_clusters_are_cached_until_features_change():
    n_faces = []

    def counted(found, sizes):
        n_faces.append(len(found))
        return face_tokens(found, sizes)

    films = dict(FILMS)
    ours = SetReader(films.__getitem__, VOCABULARY, sizes=SIZES, face_tokens=counted)
    for _ in range(3):
        ours.batch([clip_set(), clip_set(TEXTS[:2])])
    assert n_faces == [4, 3]
    films["f"] = film(found=faces([0.1], [0]))
    assert ours.batch([clip_set()]).face_index.tolist() == [[0]]
    assert n_faces == [4, 3, 1]


def test_faces_have_clip_cluster_and_index():
    batch = reader().batch([clip_set()])
    assert batch.face_clip.tolist() == [[0, 0, 1, 2]]
    assert batch.face_cluster.tolist() == [[1, 2, 1, 2]]
    assert batch.face_index.tolist() == [[0, 1, 2, 3]]
    assert torch.allclose(batch.faces.norm(dim=-1), torch.ones(1, 4))
    assert torch.allclose(batch.face_box[0, 0], torch.tensor([0.1, 0.2, 0.3, 0.4]))


def test_another_kind_of_face_tokens_can_be_used():
    assert reader(face_tokens=clip_clusters).batch([clip_set()]).face_cluster.tolist() == [[0, 0, 0, 0]]


def test_blanks_have_their_vectors_and_clips():
    batch = reader(blank_text=Lengths()).batch([clip_set()])
    assert batch.blank_clip.tolist() == [[0, 0, 1, 2]]
    assert batch.blanks[0, :, 0].tolist() == [len(TEXTS[0]), len(TEXTS[0]), len(TEXTS[1]), len(TEXTS[2])]


def test_without_a_text_encoder_there_are_no_blanks():
    batch = reader().batch([clip_set()])
    assert batch.blanks.shape == (1, 0, 0)
    assert batch.blank_mask.shape == batch.blank_clip.shape == (1, 0)
    assert batch.is_blank.sum() == 4


def test_sets_without_captions_have_no_words():
    batch = reader().batch([clip_set([None, None])])
    assert batch.words.shape == batch.is_blank.shape == (1, 0)
    assert batch.frame_mask[0, :2].all()


def test_sets_without_faces_have_no_face_tokens():
    assert reader().batch([clip_set(film="empty")]).faces.shape == (1, 0, 8)


def test_the_film_is_not_changed():
    before = FILMS["f"].faces.embeddings.copy()
    batch = reader().batch([clip_set()])
    batch.faces.zero_()
    batch.frames.zero_()
    assert (FILMS["f"].faces.embeddings == before).all()
    assert reader().batch([clip_set()]).frames.any()


def test_a_captionset_that_is_too_long_does_not_fit_and_is_refused():
    assert reader().fits(clip_set())
    long = clip_set(["P1 waves and waves and waves and waves and waves and waves."] * 3)
    assert not reader().fits(long)
    with pytest.raises(
        FeatureError, match="the set 'c0' to 'c2' of film 'f' have 43 tokens, more than 30; raise `n_tok"
    ):
        reader().batch([long])


def test_too_many_clips_are_refused():
    with pytest.raises(
        FeatureError, match=r"the set 'c0' to 'c6' of film 'f' has 7 clips; a set has 1 to 4: split it into sets of 4"
    ):
        reader().batch([clip_set(["P1 waves."] * 7, seconds=1.0)])


def test_a_set_of_no_clips_is_refused():
    with pytest.raises(FeatureError, match="a set has 0 clips"):
        reader().batch([ClipSet(())])


def test_clips_of_two_films_are_refused():
    mixed = ClipSet((clips()[0], clips(film="empty")[1]))
    with pytest.raises(FeatureError, match="has a clip of 'empty'; make sets from clips of one film"):
        reader().batch([mixed])


def test_films_of_different_widths_are_named():
    with pytest.raises(FeatureError, match="'clip' of film 'wide' has vectors of 7 numbers, that of film 'f' 3"):
        reader().batch([clip_set(), clip_set(film="wide")])


def test_twelve_people_are_refused_by_the_vocabulary_with_the_set_named():
    with pytest.raises(LanguageError, match=r"the set 'c0' to 'c0' of film 'f': .* has P12, but"):
        reader().batch([clip_set([" and ".join(f"P{n}" for n in range(1, 13)) + "."])])


def test_a_mismatch_of_blanks_and_text_is_refused():
    with pytest.raises(FeatureError, match="has 1 person tokens, but its text has 0 blanks"):
        reader(blank_text=Lengths()).batch([clip_set(["[blank] waves."])])
