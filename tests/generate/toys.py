"""Toy models, small enough to check by hand."""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class ToyTokens:
    """Special tokens, three people, five words `a` to `e`."""

    pad = 0
    start = 1
    end = 2
    separator = 3
    blank = 4
    unknown = -1  # every word is known
    first_person = 5
    n_people = 3

    def __len__(self):
        return 13

    def encode(self, text):
        return [("P1", "P2", "P3", *"abcde").index(word) + self.first_person for word in text.split()]

    def decode(self, tokens):
        names = {4: "[blank]"} | dict(enumerate(("P1", "P2", "P3", *"abcde"), self.first_person))
        return " ".join(names[token] for token in tokens if token in names)


TOKENS = ToyTokens()


@dataclass(frozen=True)
class Items:
    """A batch: the table of each item's logits."""

    tables: Tensor

    def __len__(self):
        return len(self.tables)


def items(n):
    return Items(torch.arange(n))


@dataclass(frozen=True)
class ToyState:
    table: Tensor
    column: int


class ToyStep:
    """Logits by item, column and last token, looked up in one table, (items, columns, last token, V)."""

    def __init__(self, logits):
        self.logits = logits
        self.n_rows = []  # rows of each step

    def start(self, batch):
        return ToyState(batch.tables, 0)

    def step(self, tokens, state):
        self.n_rows.append(len(tokens))
        column = state.column % self.logits.shape[1]
        return self.logits[state.table, column, tokens], ToyState(state.table, state.column + 1)

    def select(self, state, rows):
        assert len(rows)
        return ToyState(state.table[rows], state.column)


def random_step(*, seed, n_items=6, n_columns=4, n_levels=None, end=0.0):
    """Random logits; whole numbers of `n_levels` to make ties; `end` is added to those of the end."""
    generator = torch.Generator().manual_seed(seed)
    shape = (n_items, n_columns, len(TOKENS), len(TOKENS))
    if n_levels is None:
        logits = torch.randn(shape, generator=generator) * 2
    else:
        logits = torch.randint(n_levels, shape, generator=generator).float()
    logits[..., TOKENS.end] += end
    return ToyStep(logits)


class ToyFiller:
    """Keeps what it read as one number, under which it looks up the logits of people."""

    n_pasts = 97

    def __init__(self, *, seed, n_people=3):
        self.logits = torch.randn(self.n_pasts, n_people, generator=torch.Generator().manual_seed(seed))
        self.runs = []  # words of each row, read by read

    def start_filling(self, batch):
        return batch.words.sum(1) % self.n_pasts

    def read(self, words, n_words, state):
        self.runs.append(n_words.tolist())
        hidden = []
        for column in range(words.shape[1]):
            state = torch.where(column < n_words, (state * 31 + words[:, column] + 7) % self.n_pasts, state)
            hidden.append(state)
        return torch.stack(hidden, 1)[..., None], state

    def select(self, state, rows):
        assert len(rows)
        return state[rows]

    def person_logits(self, hidden):
        return self.logits[hidden[..., 0]]
