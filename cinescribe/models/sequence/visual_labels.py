"""Visual labels (*Movie Description*, §4.2): an LSTM that reads the scores of classifiers of labels at every step.

Labels are words of training captions: verbs, objects, places. Their classifiers are linear and stay as they were
fitted; see `train.fitted`. A step reads the scores and the word before (Figure 6):

- one layer: the LSTM reads both;
- two layers, unfactored: the second LSTM reads the output of the first;
- two layers, factored: the first reads only the word, the second its output and the scores.

Dropout has four places. The paper multiplies what is left by 1/r; that keeps the mean only at r = .5, so here, as
in every library, it is 1/(1 - r).

Legend: `B` clips, `L` tokens of a caption, `R` rows being decoded, `C` labels, `Dv` width of a clip's features.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.lstm import Lstm, LstmState
from cinescribe.models.sequence.clip_decoder import ClipDecoder
from cinescribe.models.sequence.clip_inputs import ClipSizes, WordInputs, clip_inputs


@dataclass(frozen=True)
class VisualLabelsSizes(ClipSizes):
    """The sizes of a visual-labels model, besides those of `ClipSizes`, by default the paper's best.

    Args:
        n_labels: classifiers, C.
        n_layers: LSTMs on top of each other, 1 or 2.
        factored: whether the first of two LSTMs reads only the word, and the second the scores too.
        dropout: share dropped of the last LSTM's output.
        language_dropout, visual_dropout: of the embedded word; of the scores.
        concat_dropout: of both together.

    Raises:
        ModelError: when the sizes do not fit each other.
    """

    n_labels: int = 0
    n_layers: int = 1
    factored: bool = False
    language_dropout: float = 0.0
    visual_dropout: float = 0.0
    concat_dropout: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n_labels < 1:
            raise ModelError(f"n_labels is {self.n_labels}; expected 1 or more")
        if self.n_layers > 2:
            raise ModelError(f"`n_layers` is {self.n_layers}; a visual-labels model has 1 or 2")
        if self.factored and self.n_layers == 1:
            raise ModelError("a factored model needs 2 layers (`n_layers`), not 1")

    @property
    def clip_width(self) -> int:
        """Width of a clip's features, Dv: its mean frame and its mean action."""
        return self.frame_width + self.action_width


@dataclass(frozen=True)
class VisualLabelsState:
    """The decoding state, as a value.

    Args:
        scores: of the labels of each row's clip, (R, C).
        layers: the state of each LSTM.
    """

    scores: Tensor
    layers: tuple[LstmState, ...]

    def select(self, rows: Tensor) -> VisualLabelsState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return VisualLabelsState(self.scores[rows], tuple(layer.select(rows) for layer in self.layers))


class LabelScores(nn.Module):
    """The classifiers of labels: a linear map that is not trained with the LSTM, and that checkpoints hold.

    Args:
        clip_width: Dv.
        n_labels: C.
    """

    weight: Tensor
    bias: Tensor

    def __init__(self, clip_width: int, n_labels: int) -> None:
        super().__init__()
        self.register_buffer("weight", torch.zeros(n_labels, clip_width))
        self.register_buffer("bias", torch.zeros(n_labels))

    def forward(self, means: Tensor) -> Tensor:
        """The mean features of clips (B, Dv) to the scores of labels, (B, C)."""
        return nn.functional.linear(means, self.weight, self.bias)


class VisualLabels(ClipDecoder[VisualLabelsState]):
    """The visual-labels model; a `generate.step.Step`.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: VisualLabelsSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.labels = LabelScores(sizes.clip_width, sizes.n_labels)
        self.words = WordInputs(sizes.n_words, sizes.word_width)
        first = sizes.word_width + (0 if sizes.factored else sizes.n_labels)
        second = sizes.width + (sizes.n_labels if sizes.factored else 0)
        widths = [first, second][: sizes.n_layers]
        self.layers = nn.ModuleList(Lstm(width, sizes.width) for width in widths)
        self.language_dropout = nn.Dropout(sizes.language_dropout)
        self.visual_dropout = nn.Dropout(sizes.visual_dropout)
        self.concat_dropout = nn.Dropout(sizes.concat_dropout)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def set_classifiers(self, weights: Tensor, bias: Tensor) -> None:
        """Set the classifiers of the labels.

        Args:
            weights: (C, Dv).
            bias: (C,).

        Raises:
            ModelError: when they are of other sizes than the model.
        """
        wanted = (self.sizes.n_labels, self.sizes.clip_width)
        if weights.shape != wanted or bias.shape != wanted[:1]:
            raise ModelError(
                f"classifiers of {weights.shape[0]} labels on {weights.shape[1]} features do not fit; the model has "
                f"{wanted[0]} on {wanted[1]}; build it for these labels"
            )
        self.labels.weight.copy_(weights)
        self.labels.bias.copy_(bias)

    def memory(self, batch: SetBatch, *, blanks: bool = False) -> VisualLabelsState:
        """Return the scores of each clip's labels, with the LSTMs at their start.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        sizes = self.sizes
        clips = clip_inputs(batch, frame_width=sizes.frame_width, action_width=sizes.action_width, blanks=blanks)
        layers = (layer.start(len(clips)) for layer in self._layers)
        return VisualLabelsState(self.labels(clips.means), tuple(layers))

    def read(self, words: Tensor, state: VisualLabelsState) -> tuple[Tensor, VisualLabelsState]:
        """Return the last LSTM's output after each word, and the state after the last; see `ClipDecoder`."""
        language = self.language_dropout(self.words(words))
        visual = self.visual_dropout(state.scores[:, None].expand(-1, words.shape[1], -1))
        if self.sizes.factored:
            first, second = self._layers
            hidden, below = first(self.concat_dropout(language), state.layers[0])
            hidden, above = second(torch.cat([hidden, self.concat_dropout(visual)], -1), state.layers[1])
            after = [below, above]
        else:
            hidden, after = self.concat_dropout(torch.cat([language, visual], -1)), []
            for layer, before in zip(self._layers, state.layers, strict=True):
                hidden, one = layer(hidden, before)
                after.append(one)
        return self.dropout(hidden), VisualLabelsState(state.scores, tuple(after))

    @property
    def _layers(self) -> list[Lstm]:
        return [layer for layer in self.layers if isinstance(layer, Lstm)]
