"""Small made-up sets for baselines: every width is tiny, and what each clip shows can be planted."""

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Vocabulary

N, T, S, F, K = 3, 2, 2, 6, 4
D_FRAME, D_ACTION, D_FACE, D_TEXT = 5, 4, 6, 8
VOCABULARY = Vocabulary(("walks", "waves", "."), n_people=4)


def captionset(people: list[int]) -> list[int]:
    """`P1 walks.` of as many clips as there are people, P1 as 0, from start to end."""
    walks, stop = VOCABULARY.encode("walks.")
    tokens = [VOCABULARY.start]
    for person in people:
        tokens += [VOCABULARY.first_person + person, walks, stop, VOCABULARY.separator]
    return [*tokens[:-1], VOCABULARY.end]


def made_sets(people: list[list[int]], *, seed: int = 0) -> SetBatch:
    """Sets of three clips with one blank each, up to three; every face of clip n looks like its person, noise added."""
    generator = torch.Generator().manual_seed(seed)
    n_sets = len(people)

    def noise(*shape: int) -> Tensor:
        return torch.randn(n_sets, *shape, generator=generator)

    counts = torch.tensor([len(row) for row in people])
    padded = torch.tensor([row + [0] * (N - len(row)) for row in people])
    face_clip = torch.arange(F).repeat(n_sets, 1) % N
    person = padded.gather(1, face_clip)
    appearance = torch.nn.functional.one_hot(person, D_FACE).float() + 0.1 * noise(F, D_FACE)
    words = [captionset(row) for row in people]
    longest = max(map(len, words))
    rows = torch.tensor([row + [VOCABULARY.pad] * (longest - len(row)) for row in words])
    is_person = (rows >= VOCABULARY.first_person) & (rows < VOCABULARY.first_person + VOCABULARY.n_people)
    return SetBatch(
        frames=noise(N, T, D_FRAME), frame_mask=torch.ones(n_sets, N, T, dtype=torch.bool),
        frame_segment=torch.zeros(n_sets, N, T, dtype=torch.long),
        actions=noise(N, S, D_ACTION), action_mask=torch.ones(n_sets, N, S, dtype=torch.bool),
        faces=appearance, face_mask=torch.ones(n_sets, F, dtype=torch.bool), face_clip=face_clip,
        face_segment=torch.zeros(n_sets, F, dtype=torch.long), face_cluster=torch.ones(n_sets, F, dtype=torch.long),
        face_box=torch.rand(n_sets, F, 4, generator=generator), face_index=torch.arange(F).repeat(n_sets, 1),
        blanks=0.1 * noise(K, D_TEXT), blank_mask=torch.arange(K) < counts[:, None],
        blank_clip=torch.arange(K).clamp(max=N - 1).repeat(n_sets, 1),
        words=rows, is_blank=is_person, face_body=noise(F, 3),
        face_found=torch.ones(n_sets, F, dtype=torch.bool), face_kind=torch.zeros(n_sets, F, 3),
    )  # fmt: skip
