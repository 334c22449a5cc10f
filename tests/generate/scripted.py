"""A scripted model that knows each clip's caption, numbers people anew in every set, and attends to the right faces."""

from dataclasses import dataclass
from types import SimpleNamespace

import torch

from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.sizes import FACE, FRAME

SURE = 5.0  # by how much the logit of the right token is above the others


@dataclass(frozen=True)
class ScriptState:
    """The words of each row, (R, L), and how many were written."""

    words: torch.Tensor
    at: int


class Scripted:
    """Stands in for a `Micap`.

    Args:
        script: for each clip of the film, words, and numbers of people from 0.
        tokens: the vocabulary.
        clip_seconds: length of every clip; a frame's first number is its time.
    """

    def __init__(self, script, tokens, *, clip_seconds):
        self.sizes = SimpleNamespace(writes=True)
        self.script, self.tokens, self.clip_seconds = script, tokens, clip_seconds

    def start(self, batch):
        rows = [self._row([int(clip[0, 0] // self.clip_seconds) for clip in frames]) for frames in batch.frames]
        longest = max(map(len, rows))
        return ScriptState(torch.tensor([row + [self.tokens.end] * (longest - len(row)) for row in rows]), 0)

    def step(self, tokens, state):
        logits = torch.zeros(len(tokens), len(self.tokens))
        logits[torch.arange(len(tokens)), state.words[:, state.at]] = SURE
        return logits, ScriptState(state.words, state.at + 1)

    def select(self, state, rows):
        return ScriptState(state.words[rows], state.at)

    def memory(self, batch, *, blanks):
        self._clips = [[int(clip[0, 0] // self.clip_seconds) for clip in frames] for frames in batch.frames]
        self._faces = batch.faces * batch.face_mask[..., None]
        n_frames, n_faces = batch.frames.shape[1] * batch.frames.shape[2], batch.faces.shape[1]
        kinds = torch.tensor([FRAME] * n_frames + [FACE] * n_faces)
        places = torch.cat([torch.arange(n_frames), torch.arange(n_faces)]).repeat(len(batch), 1)
        mask = torch.cat([batch.frame_mask.flatten(1), batch.face_mask], 1)
        features, skip = batch.frames.new_zeros(*places.shape, 1), batch.frames.new_zeros(len(places), 1, 0)
        return Memory(features, mask, kinds, torch.zeros_like(places), places, skip)

    def cross_attention(self, words, memory):
        """A person's word attends to that person's faces with one half and evenly to all frames with the other."""
        out = torch.zeros(*words.shape, memory.kinds.shape[0])
        first_face = int((memory.kinds == FRAME).sum())
        for b, clips in enumerate(self._clips):
            members = self._members(clips)
            for column, word in enumerate(words[b].tolist()):
                out[b, column - 1, :first_face] = 0.5 / first_face
                number = word - self.tokens.first_person
                if column and 0 <= number < len(members):
                    theirs = self._faces[b, :, members[number]]
                    out[b, column - 1, first_face:] = 0.5 * theirs / theirs.sum().clamp(min=1)
        return out

    def _members(self, clips):
        """The people of some clips, numbered backwards in every second set."""
        members = list(dict.fromkeys(word for clip in clips for word in self.script[clip] if isinstance(word, int)))
        return members[:: -1 if clips[0] % 2 else 1]

    def _row(self, clips):
        members = self._members(clips)
        row: list[int] = []
        for clip in clips:
            for word in self.script[clip]:
                is_person = isinstance(word, int)
                row += [self.tokens.first_person + members.index(word)] if is_person else self.tokens.encode(word)
            row.append(self.tokens.separator)
        return [*row[:-1], self.tokens.end]
