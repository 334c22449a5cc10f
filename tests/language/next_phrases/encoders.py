"""An encoder that knows a few texts."""

import torch
from torch import nn

from cinescribe.language.next_phrases.phrase_encoder import PhraseEncoder

DIRECTIONS = {
    "PersonX eats": (1.0, 0.0),
    "PersonX runs": (0.0, 1.0),
    "to be full": (1.0, 0.0),
    "to win": (0.0, 1.0),
    "to live": (0.6, 0.8),
}


class KnownDirections(PhraseEncoder):
    """Gives the directions above, which it can learn to turn."""

    def __init__(self):
        super().__init__(None, None)
        self.turned = nn.Linear(2, 2, bias=False)
        nn.init.eye_(self.turned.weight)
        self.asked = []

    def events(self, texts, kind):
        self.asked.append(kind)
        return self.phrases(texts)

    def phrases(self, texts):
        return self.turned(torch.tensor([DIRECTIONS[text] for text in texts]))
