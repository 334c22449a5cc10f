"""Made-up sets of one clip for the models that caption single clips, and the models in tiny."""

import dataclasses

import torch

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.sequence.frame_video_concept import FrameVideoConcept, FrameVideoConceptSizes
from cinescribe.models.sequence.s2vt import S2vt, S2vtSizes
from cinescribe.models.sequence.temporal_attention import TemporalAttention, TemporalAttentionSizes
from cinescribe.models.sequence.visual_labels import VisualLabels, VisualLabelsSizes
from tests.models.set_dummies import D_ACTION, D_FRAME, VOCABULARY, made_sets

PEOPLE = [[0], [1], [2], [3], [0]]
N_FRAMES = [4, 1, 3, 0, 2]  # of each clip; the fourth has lost all of them
N_LABELS = 6
WIDTH = 8
SIZES = {
    "n_words": len(VOCABULARY), "first_person": VOCABULARY.first_person, "n_people": VOCABULARY.n_people,
    "frame_width": D_FRAME, "action_width": D_ACTION, "width": WIDTH, "word_width": 7, "dropout": 0.0,
}  # fmt: skip


def clips(*, seed: int = 0) -> SetBatch:
    """Sets of one clip, with different numbers of frames, whose captions differ by person."""
    batch = made_sets(PEOPLE, seed=seed)
    generator = torch.Generator().manual_seed(seed + 100)
    person = torch.tensor(PEOPLE)[:, :, None]  # (B, 1, 1)
    frames = torch.randn(len(PEOPLE), 1, max(N_FRAMES), D_FRAME, generator=generator)
    return dataclasses.replace(
        batch,
        frames=frames,
        frame_mask=torch.arange(max(N_FRAMES)) < torch.tensor(N_FRAMES)[:, None, None],
        frame_segment=torch.tensor([0, 0, 1, 1]).expand(frames.shape[:3]),
        actions=3 * torch.nn.functional.one_hot(person.expand(-1, -1, 2), D_ACTION).float()
        + 0.1 * batch.actions[:, :1],
        action_mask=batch.action_mask[:, :1],
    )


def s2vt(**changes):
    torch.manual_seed(0)
    return S2vt(S2vtSizes(**{**SIZES, **changes})).eval()


def temporal_attention(**changes):
    torch.manual_seed(0)
    return TemporalAttention(TemporalAttentionSizes(**{**SIZES, "attention_width": 5, **changes})).eval()


def frame_video_concept(**changes):
    torch.manual_seed(0)
    return FrameVideoConcept(FrameVideoConceptSizes(**{**SIZES, "n_layers": 2, "concepts": (2, 4), **changes})).eval()


def visual_labels(**changes):
    torch.manual_seed(0)
    model = VisualLabels(VisualLabelsSizes(**{**SIZES, "n_labels": N_LABELS, **changes})).eval()
    model.set_classifiers(torch.randn(N_LABELS, D_FRAME + D_ACTION), torch.randn(N_LABELS))
    return model


def unfactored(**changes):
    return visual_labels(n_layers=2, **changes)


def factored(**changes):
    return visual_labels(n_layers=2, factored=True, **changes)


EVERY = [s2vt, temporal_attention, frame_video_concept, visual_labels, unfactored, factored]


def logits_of(model, batch):
    return model.word_logits(model.hidden(batch.words, model.memory(batch, blanks=False)))


def loss_of(model, batch):
    logits = logits_of(model, batch)[:, :-1]
    return torch.nn.functional.cross_entropy(
        logits.flatten(0, 1), batch.words[:, 1:].flatten(), ignore_index=VOCABULARY.pad
    )
