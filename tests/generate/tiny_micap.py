"""A MICap so small that every test can have one, random from a seed."""

import torch

from cinescribe.models.micap.micap import Micap, micap_joint
from cinescribe.models.micap.sizes import MicapSizes
from tests.models.set_dummies import D_ACTION, D_FACE, D_FRAME, D_TEXT, N, S


def tiny_micap(tokens, *, seed=0, **changes) -> Micap:
    """A model for the sets of `set_dummies`, in evaluation mode."""
    widths = {"frame_width": D_FRAME, "action_width": D_ACTION, "face_width": D_FACE, "text_width": D_TEXT}
    small = {"width": 16, "n_heads": 2, "ff_width": 32, "n_encoder_layers": 1, "n_decoder_layers": 2}
    sizes = {**widths, **small, "n_clips": N, "n_segments": S, "n_tokens": 40, **changes}
    torch.manual_seed(seed)
    return micap_joint(MicapSizes(**{**vars(MicapSizes.for_tokens(tokens)), **sizes})).eval()
