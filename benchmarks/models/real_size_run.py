"""Measures one model of a published shape in a process of its own, so that its memory is its own.

`benchmarks.models.real_size` starts it.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import torch

from benchmarks.models.real_shapes import SHAPES, Shape, prompt, write_checkpoint
from cinescribe.models.vlm.chat import ChatPicture, ChatRequest
from cinescribe.models.vlm.hub_chat import HubChat
from cinescribe.models.vlm.hub_chat_loading import hub_chat

N_PICTURES = 10  # of a view or a check: the narration's default
_SIZE = (768, 432)  # pixels of a picture, 16:9: the narration's longest side
_N_OUT = 6  # tokens that are written: the first comes with the prompt, the others give the time of a token


@dataclass(frozen=True)
class Kind:
    """A kind of request.

    Args:
        n_words: of the prompt, in tokens, without those of pictures and their labels.
        n_pictures: that are shown.
        n_tokens: of the answer at most.
    """

    n_words: int
    n_pictures: int
    n_tokens: int


# Prompts of about these lengths are written by `cinescribe.generate.narration`; its limits of answers are these.
KINDS = {
    "view": Kind(300, N_PICTURES, 500),
    "view of half the pictures": Kind(300, N_PICTURES // 2, 500),
    "draft": Kind(400, 0, 150),
}
FEW_KINDS = ("view of half the pictures", "draft")  # enough to compare a whole model with a cut one, or threads
N_CUT = 3  # layers of each part that a cut model keeps: DeepStack needs as many
_ROUNDS = {"view of half the pictures": 2, "draft": 4}  # of a comparison, in turns


@dataclass(frozen=True)
class Part:
    """A part of a request: seconds in all, and CPU seconds of the layers of the language model and of the encoder."""

    cpu: float
    wall: float
    text: float
    vision: float


@dataclass(frozen=True)
class Measured:
    """A request of one kind.

    Args:
        n_prompt: tokens of the prompt.
        prompt: everything up to the first token: decoding and preparing pictures, the encoder, the prompt's tokens.
        token: one further token, the median of several.
    """

    n_prompt: int
    prompt: Part
    token: Part


@dataclass(frozen=True)
class Run:
    """What was measured of a model.

    Args:
        kinds: each kind of request.
        loaded: bytes resident after loading.
        loading: most bytes resident while loading.
        peak: most bytes resident during requests.
        load: of the machine over the last minute when it ended: threads that want to run.
    """

    kinds: dict[str, Measured]
    loaded: int
    loading: int
    peak: int
    load: float

    @staticmethod
    def read(path: Path) -> Run:
        """Read a file that this program wrote."""
        values = json.loads(path.read_text())
        return Run(_kinds(values.pop("kinds")), **values)


@dataclass(frozen=True)
class Comparison:
    """What was measured of a whole model and of a cut one in turns, so that both meet the same load."""

    whole: dict[str, Measured]
    cut: dict[str, Measured]

    @staticmethod
    def read(path: Path) -> Comparison:
        """Read a file that this program wrote."""
        values = json.loads(path.read_text())
        return Comparison(_kinds(values["whole"]), _kinds(values["cut"]))


def _kinds(values: dict[str, Any]) -> dict[str, Measured]:
    return {
        name: Measured(each["n_prompt"], Part(**each["prompt"]), Part(**each["token"])) for name, each in values.items()
    }


class PartClock:
    """Times a model from one token to the next."""

    def __init__(self, model: Any) -> None:
        inner = model.model
        is_smol = hasattr(inner, "text_model")
        text = inner.text_model.layers if is_smol else inner.language_model.layers
        vision = inner.vision_model.encoder.layers if is_smol else inner.visual.blocks
        for layer in text:
            self._on(layer, self._add_text)
        for layer in vision:
            self._on(layer, self._add_vision)
        model.register_forward_pre_hook(self._count, with_kwargs=True)
        model.register_forward_hook(self._end_part)
        self.begin()

    def begin(self) -> None:
        """Begin with a request."""
        self.parts: list[Part] = []
        self.n_prompt = 0
        self._begin_part()

    def _begin_part(self) -> None:
        self._text = self._vision = 0.0
        self._start = time.process_time(), time.perf_counter()

    def _on(self, layer: Any, add: Callable[[float], None]) -> None:
        starts: list[float] = []
        layer.register_forward_pre_hook(lambda *_: starts.append(time.process_time()))
        layer.register_forward_hook(lambda *_: add(time.process_time() - starts.pop()))

    def _add_text(self, seconds: float) -> None:
        self._text += seconds

    def _add_vision(self, seconds: float) -> None:
        self._vision += seconds

    def _count(self, _module: Any, _inputs: Any, named: dict[str, Any]) -> None:
        self.n_prompt = max(self.n_prompt, named["input_ids"].shape[1])

    def _end_part(self, *_: Any) -> None:
        cpu, wall = time.process_time() - self._start[0], time.perf_counter() - self._start[1]
        self.parts.append(Part(cpu, wall, self._text, self._vision))
        self._begin_part()


def resident(which: str) -> int:
    """Return bytes of this process in memory: now (`VmRSS`), or at most since `forget_peak` (`VmHWM`)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{which}:"))


def forget_peak() -> None:
    """Begin to count the most memory anew."""
    Path("/proc/self/clear_refs").write_text("5")


def pictures(n: int) -> tuple[ChatPicture, ...]:
    """Return pictures with noise, with labels as the narration writes them."""
    rng = np.random.default_rng(n)
    found = []
    for at in range(n):
        data = io.BytesIO()
        PIL.Image.fromarray(rng.integers(0, 256, (_SIZE[1], _SIZE[0], 3), np.uint8)).save(data, "JPEG")
        found.append(ChatPicture(data.getvalue(), f"shot 3 at {at}.5 s"))
    return tuple(found)


def measure(chat: HubChat, clock: PartClock, kind: Kind, *, first: int = 0) -> Measured:
    """Ask a model a request of a kind; another `first` word makes it another request."""
    request = ChatRequest(prompt(kind.n_words, first), pictures(kind.n_pictures), max_tokens=_N_OUT)
    clock.begin()
    chat.ask([request])
    whole, *later = clock.parts
    middle = sorted(later, key=lambda one: one.cpu)[len(later) // 2]
    return Measured(clock.n_prompt, whole, middle)


def compare(shape: Shape) -> Comparison:
    """Measure a whole model and a cut one in turns; the least time of each counts."""
    with tempfile.TemporaryDirectory() as work:
        pair = []
        for n, each in enumerate((shape, shape.with_layers(N_CUT, N_CUT))):
            chat = loaded_chat(each, Path(work) / str(n))
            pair.append((chat, PartClock(chat.model)))
        whole: dict[str, Measured] = {}
        cut: dict[str, Measured] = {}
        for name, n_rounds in _ROUNDS.items():
            rounds = [[measure(*one, KINDS[name], first=n) for one in pair] for n in range(n_rounds)]
            whole[name], cut[name] = (_least([both[n] for both in rounds]) for n in range(2))
    return Comparison(whole, cut)


def _least(rounds: list[Measured]) -> Measured:
    return Measured(
        rounds[0].n_prompt,
        min((one.prompt for one in rounds), key=lambda part: part.cpu),
        min((one.token for one in rounds), key=lambda part: part.cpu),
    )


def loaded_chat(shape: Shape, folder: Path) -> HubChat:
    """Return a model with random weights, loaded as `hub:` loads one; its answers are kept in `folder`."""
    checkpoint = folder / "model"
    write_checkpoint(shape, checkpoint)
    forget_peak()
    chat = hub_chat(str(checkpoint), answers=folder / "answers")
    shutil.rmtree(checkpoint)  # gigabytes
    return chat


def quantised(chat: HubChat) -> HubChat:
    """Return a chat model with the weights of its linear layers in int8, their inputs quantised as they come."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch 2.13 announces that this will move to another package
        model = torch.ao.quantization.quantize_dynamic(chat.model, {torch.nn.Linear}, dtype=torch.qint8, inplace=True)
    gc.collect()  # modules that were replaced refer to each other
    return replace(chat, model=model)


def run(shape: Shape, *, is_int8: bool, kinds: Iterable[str]) -> Run:
    """Measure a model through the path that `hub:` takes."""
    with tempfile.TemporaryDirectory() as work:
        chat = loaded_chat(shape, Path(work))
        loading = resident("VmHWM")
        if is_int8:
            chat = quantised(chat)
        clock = PartClock(chat.model)
        loaded = resident("VmRSS")
        forget_peak()
        found = {name: measure(chat, clock, KINDS[name]) for name in kinds}
    return Run(found, loaded, loading, resident("VmHWM"), os.getloadavg()[0])


def main() -> None:
    """Measure one model and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=[shape.name for shape in SHAPES])
    parser.add_argument("out", type=Path)
    parser.add_argument("--layers", type=int, nargs=2, help="of the language model and the encoder; all by default")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compare", action="store_true", help="measure the whole model and a cut one in turns")
    parser.add_argument("--int8", action="store_true")
    parser.add_argument("--few", action="store_true", help="ask fewer kinds of requests")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    shape = next(one for one in SHAPES if one.name == arguments.name)
    found: Run | Comparison
    if arguments.compare:
        found = compare(shape)
    else:
        ran = shape.with_layers(*arguments.layers) if arguments.layers else shape
        found = run(ran, is_int8=arguments.int8, kinds=FEW_KINDS if arguments.few else tuple(KINDS))
    arguments.out.write_text(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
