"""Small image captioners trained in a moment, whose captions tests can compare with boxes."""

import torch
from torch.nn import functional as F

from cinescribe.models.model_table import model_kind, picture_sizes
from cinescribe.models.transformer import CaptionTransformer

SIZES = {"width": 32, "n_heads": 2, "ff_width": 64, "n_encoder_layers": 1, "n_decoder_layers": 1, "dropout": 0.0}


def trained_captioner(reader, stills, *, name="transformer", n_steps=60):
    """Return a small captioner trained on the first caption of some stills."""
    torch.manual_seed(0)
    kind, batch = model_kind(name), reader.batch(stills)
    model = kind.build(kind.sizes_for(SIZES, picture_sizes(batch, reader.tokens, n_tokens=reader.n_tokens)))
    assert isinstance(model, CaptionTransformer)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(n_steps):
        logits = model.word_logits(model.hidden(batch.words[:, :-1], model.memory(batch)))
        loss = F.cross_entropy(logits.flatten(0, 1), batch.words[:, 1:].flatten(), ignore_index=reader.tokens.pad)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.eval()
