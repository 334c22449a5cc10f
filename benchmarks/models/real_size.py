"""What narration costs without a GPU: memory and time of vision-language models of published shapes, random weights.

Each model runs in a process of its own, through the path of `hub:`, with a few layers of its true widths; the time of
its layers is multiplied to their true number. Whole models show that this holds. The weights are random, so nothing is
said about what these models write. With `--work`, what was measured there before is not measured again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from benchmarks.models.real_shapes import SHAPES, Shape, count_linear_weights, count_parameters
from benchmarks.models.real_size_run import FEW_KINDS, KINDS, Measured, Part, Run
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results

N_PAUSES = 250  # of a film of 90 minutes: a pause of 8 s in every 22 s
SECOND_LOOKS = 0.5  # a pause: every other one is looked at again
SHORT_ANSWER = 150  # tokens: a view that reports four actions, with a detail
_CUT = 3  # layers of each part: DeepStack needs as many
_HALF = "view of half the pictures"


@dataclass(frozen=True)
class Case:
    """A model, the precision of its linear layers and the number of threads.

    Args:
        shape: the whole model.
        is_int8: whether its linear layers are quantised.
        n_threads: that compute.
        is_whole: whether all layers run.
    """

    shape: Shape
    is_int8: bool
    n_threads: int = 1
    is_whole: bool = False

    @property
    def name(self) -> str:
        """Of its file."""
        return f"{self.shape.name}-{self.precision}-{self.n_threads}{'-whole' if self.is_whole else ''}"

    @property
    def precision(self) -> str:
        """Of the linear layers, in words."""
        return "int8" if self.is_int8 else "float32"

    @property
    def run_shape(self) -> Shape:
        """What runs."""
        return self.shape if self.is_whole else self.shape.with_layers(_CUT, _CUT)


_SMALL, _MIDDLE, _LARGE = SHAPES
ONE_THREAD = [Case(shape, is_int8) for shape in SHAPES for is_int8 in (False, True)]
TWO_THREADS = [Case(shape, is_int8, n_threads=2) for shape in SHAPES for is_int8 in (False, True)]
# A whole model in float32 of the larger shapes would take most of a machine's memory from others.
WHOLE = [Case(shape, is_int8, is_whole=True) for shape, is_int8 in ((_SMALL, False), (_SMALL, True), (_MIDDLE, True))]


def measured(case: Case, folder: Path) -> Run:
    """Return what a case takes, from its file in `folder` if it is there."""
    path = folder / f"{case.name}.json"
    if not path.exists():
        print(f"measuring {case.name}", flush=True)
        options = ["--layers", str(case.run_shape.text.n), str(case.run_shape.vision.n)]
        options += ["--threads", str(case.n_threads), *(["--int8"] if case.is_int8 else [])]
        options += ["--few"] if case.is_whole or case.n_threads > 1 else []
        # Threads that wait by spinning would count as work while others use the cores.
        environment = {**os.environ, "OMP_NUM_THREADS": str(case.n_threads), "OMP_WAIT_POLICY": "PASSIVE"}
        module = "benchmarks.models.real_size_run"
        subprocess.run(
            [sys.executable, "-m", module, case.shape.name, str(path), *options],
            check=True,
            env=environment | {"TMPDIR": str(folder)},
        )
    return Run.read(path)


def scaled(part: Part, case: Case) -> float:
    """Return CPU seconds of a part of a request with all layers."""
    ran, whole = case.run_shape, case.shape
    text, vision = part.text * whole.text.n / ran.text.n, part.vision * whole.vision.n / ran.vision.n
    return part.cpu - part.text - part.vision + text + vision


def request_seconds(one: Measured, case: Case, n_tokens: int) -> float:
    """Return CPU seconds of a request whose answer has some tokens."""
    return scaled(one.prompt, case) + (n_tokens - 1) * scaled(one.token, case)


@dataclass(frozen=True)
class Costs:
    """CPU seconds of each kind of request; a check and a second look show what a view shows, in fewer words."""

    view: float
    short_view: float
    draft: float
    check: float
    half_view: float
    half_check: float

    @property
    def film_hours(self) -> float:
        """CPU hours of a film: view, draft, check, and every other pause a second look."""
        return N_PAUSES * (self.view + self.draft + (1 + SECOND_LOOKS) * self.check) / 3600

    @property
    def short_film_hours(self) -> float:
        """The same, if views have `SHORT_ANSWER` tokens."""
        return self.film_hours - N_PAUSES * (self.view - self.short_view) / 3600

    @property
    def quick_film_hours(self) -> float:
        """CPU hours of a film at effort quick: half the pictures, no second look."""
        return N_PAUSES * (self.half_view + self.draft + self.half_check) / 3600


def costs(run: Run, case: Case) -> Costs:
    """Return what each kind of request costs with all layers."""
    view, half, draft = run.kinds["view"], run.kinds[_HALF], run.kinds["draft"]
    n_check = 10  # tokens: the numbers of statements
    return Costs(
        request_seconds(view, case, KINDS["view"].n_tokens),
        request_seconds(view, case, SHORT_ANSWER),
        request_seconds(draft, case, KINDS["draft"].n_tokens),
        request_seconds(view, case, n_check),
        request_seconds(half, case, KINDS[_HALF].n_tokens),
        request_seconds(half, case, n_check),
    )


def weight_bytes(shape: Shape, *, is_int8: bool) -> int:
    """Return bytes of the weights: 4 each; 1 each in linear layers of int8, whose output layer is a copy if tied."""
    n, n_linear = count_parameters(shape), count_linear_weights(shape)
    if not is_int8:
        return 4 * n
    shared = shape.vocabulary * shape.text.width if shape.is_tied else 0
    return n_linear + 4 * (n - n_linear + shared)


def cache_bytes(shape: Shape, n_tokens: int) -> int:
    """Return bytes of keys and values of a request."""
    return shape.text.n * 2 * shape.kv_heads * shape.head_dim * 4 * n_tokens


def peak_bytes(run: Run, case: Case) -> float:
    """Return the memory of requests with all layers: what ran took, and the missing weights, keys and values."""
    n_tokens = max(one.n_prompt for one in run.kinds.values())
    more = weight_bytes(case.shape, is_int8=case.is_int8) - weight_bytes(case.run_shape, is_int8=case.is_int8)
    keys = cache_bytes(case.shape, n_tokens + KINDS["view"].n_tokens) - cache_bytes(case.run_shape, n_tokens)
    return run.peak + more + keys


def kernel_rows() -> list[Row]:
    """Return CPU milliseconds of a linear layer of Qwen3-VL-2B in each precision, for a token and for 512."""
    width, out, group = 2048, 6144, 128  # of the layer; weights that share a scale in 4 bits
    plain = torch.nn.Linear(width, out, bias=False)
    half = torch.nn.Linear(width, out, bias=False).bfloat16()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch 2.13 announces that quantisation will move to another package
        int8 = torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(plain), {torch.nn.Linear}, dtype=torch.qint8)
        int8(torch.zeros(1, width))
    packed = torch.ops.aten._convert_weight_to_int4pack_for_cpu(torch.ones(out, width, dtype=torch.int32), 2)
    scales = torch.ones(width // group, out, 2, dtype=torch.bfloat16)
    kinds: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
        "float32": plain,
        "bfloat16": lambda x: half(x.bfloat16()),
        "int8, inputs quantised as they come": int8,
        "4 bits, inputs in bfloat16": lambda x: torch.ops.aten._weight_int4pack_mm_for_cpu(
            x.bfloat16(), packed, group, scales
        ),
    }
    with torch.inference_mode():
        return [
            (name, *(_milliseconds(layer, torch.randn(n, width)) for n in (1, 512))) for name, layer in kinds.items()
        ]


def _milliseconds(layer: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> float:
    layer(x)
    times = []
    for _ in range(5):
        start = time.process_time()
        layer(x)
        times.append(time.process_time() - start)
    return round(1000 * min(times), 2)


def request_table(runs: dict[str, Run]) -> Table:
    """Print and return what each kind of request costs."""
    rows: list[Row] = []
    for case in ONE_THREAD:
        run = runs[case.name]
        one = costs(run, case)
        numbers = (one.view, one.draft, one.check, one.half_view, one.half_check)
        n_prompt = run.kinds["view"].n_prompt
        rows.append((case.shape.name, case.precision, n_prompt, *(round(each, 1) for each in numbers)))
    return print_table(
        "CPU seconds of a request, one thread",
        ("model", "linear layers", "tokens of a view's prompt", "view", "draft", "check", "view, half", "check, half"),
        rows,
        "A view shows ten pictures of 768 by 432 pixels, and its answer has 500 tokens, the most that it may have; a "
        "draft 404 tokens and 150; a check the pictures again and 10. Half: five pictures. A check is counted with the "
        "prompt of a view, which is a little longer. SmolVLM2 has 64 tokens a picture, of any size; Qwen3-VL has 336.",
    )


def part_table(runs: dict[str, Run]) -> Table:
    """Print and return the parts of a request, for other budgets."""
    rows: list[Row] = []
    for case in ONE_THREAD:
        view, draft = runs[case.name].kinds["view"], runs[case.name].kinds["draft"]
        more = case.shape.text.n / case.run_shape.text.n
        picture = (scaled(view.prompt, case) - view.prompt.text * more) / KINDS["view"].n_pictures
        numbers = (
            picture,
            1000 * scaled(draft.prompt, case) / draft.n_prompt,
            1000 * view.prompt.text * more / view.n_prompt,
            scaled(draft.token, case),
            scaled(view.token, case),
        )
        rows.append((case.shape.name, case.precision, *(round(each, 3) for each in numbers)))
    return print_table(
        "CPU seconds of the parts, one thread",
        ("model", "linear layers", "a picture", "1,000 tokens of a draft", "of a view", "a token out, draft", "view"),
        rows,
        "A picture: its preparation and the image encoder. Tokens of pictures count as tokens of the prompt besides.",
    )


def film_table(runs: dict[str, Run]) -> Table:
    """Print and return hours and memory of a film."""
    rows: list[Row] = []
    for one, two in zip(ONE_THREAD, TWO_THREADS, strict=True):
        run, film = runs[one.name], costs(runs[one.name], one)
        both = film.film_hours * thread_ratio(runs, one, two) / 2
        hours = (film.film_hours, film.short_film_hours, film.quick_film_hours, both)
        memory = peak_bytes(run, one) / 1e9
        rows.append((one.shape.name, one.precision, *(round(each, 1) for each in hours), round(memory, 1)))
    return print_table(
        f"Hours for a film of 90 minutes with {N_PAUSES} pauses",
        ("model", "linear layers", "one thread", "short answers", "effort quick", "two threads", "memory, GB"),
        rows,
        "CPU seconds of a view, a draft, a check and half a second look for each pause, with answers as long as they "
        f"may be; short answers: views of {SHORT_ANSWER} tokens; effort quick: half the pictures, no second look. Two "
        "threads: their CPU seconds halved, as if no one else used the cores. Memory: of a view with all layers, "
        "computed from what the cut model takes and the size of the rest.",
    )


def thread_ratio(runs: dict[str, Run], one: Case, two: Case) -> float:
    """Return the CPU seconds of the same requests with two threads, as a share of those with one."""
    first, second = (
        sum(request_seconds(runs[case.name].kinds[name], case, KINDS[name].n_tokens) for name in FEW_KINDS)
        for case in (one, two)
    )
    return second / first


def scaling_table(runs: dict[str, Run]) -> Table:
    """Print and return whole models beside what cut ones say of them."""
    rows: list[Row] = []
    for whole in WHOLE:
        cut = Case(whole.shape, whole.is_int8)
        for name in FEW_KINDS:
            for part in ("prompt", "token"):
                true = scaled(getattr(runs[whole.name].kinds[name], part), whole)
                said = scaled(getattr(runs[cut.name].kinds[name], part), cut)
                label = f"{whole.shape.name}, {whole.precision}: {name}, {part}"
                rows.append((label, round(true, 3), round(said, 3), round(100 * (said / true - 1), 1)))
        few = Run({name: runs[cut.name].kinds[name] for name in FEW_KINDS}, 0, 0, runs[cut.name].peak, 0.0)
        true, said = runs[whole.name].peak / 1e9, peak_bytes(few, cut) / 1e9
        label = f"{whole.shape.name}, {whole.precision}: memory, GB"
        rows.append((label, round(true, 2), round(said, 2), round(100 * (said / true - 1), 1)))
    return print_table(
        "Whole models, and what three layers say of them",
        ("CPU seconds of", "all layers", "three layers, multiplied", "difference, %"),
        rows,
        "Memory from three layers is that of a view of ten pictures with an answer of 500 tokens; all layers ran views "
        "of five pictures with six.",
    )


def load_table(runs: dict[str, Run]) -> Table:
    """Print and return how busy the machine was, and wall seconds beside CPU seconds."""
    rows: list[Row] = [
        (
            name,
            round(run.load, 1),
            round(run.kinds[_HALF].prompt.cpu, 1),
            round(run.kinds[_HALF].prompt.wall, 1),
            round(run.loading / 1e9, 2),
            round(run.loaded / 1e9, 2),
            round(run.peak / 1e9, 2),
        )
        for name, run in runs.items()
    ]
    return print_table(
        "Runs as they were",
        ("run", "load", "CPU s, prompt of a view, half", "wall s", "GB while loading", "GB loaded", "GB at most"),
        rows,
        "Load: threads that wanted to run on the two cores, in the minute before the end. Wall seconds are those of a "
        "busy machine. With `whole`, all layers ran, otherwise three of each part.",
    )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, help="folder for what is measured, to go on with later")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    for shape in SHAPES:
        if count_parameters(shape) != shape.n_parameters:
            raise SystemExit(f"{shape.name} has {count_parameters(shape):,} parameters, not {shape.n_parameters:,}")
    with tempfile.TemporaryDirectory() as other:
        folder = arguments.work or Path(other)
        folder.mkdir(parents=True, exist_ok=True)
        runs = {case.name: measured(case, folder) for case in [*ONE_THREAD, *WHOLE, *TWO_THREADS]}
    tables = [table(runs) for table in (film_table, request_table, part_table, scaling_table)]
    kernels = print_table(
        "A linear layer of 2,048 by 6,144 weights",
        ("precision", "CPU ms for a token", "for 512 tokens"),
        kernel_rows(),
        "torch 2.13 on a processor with AVX2, without AVX-512 and VNNI. 4 bits: torch has a kernel, slower here than "
        "int8.",
    )
    tables += [kernels, load_table(runs)]
    report_results(
        "real_size",
        "What narration costs without a GPU",
        headlines=[_headline(case, runs) for case in ONE_THREAD],
        tables=tables,
        notes=[
            "The models have the published shapes and random weights; nothing was downloaded. So this says nothing "
            "about what they write, and an answer is as long as it may be, which a real model's rarely is.",
            "Shapes: "
            + "; ".join(f"{shape.name}: {shape.source}" for shape in (_SMALL, _MIDDLE))
            + ". Each shape has exactly the published number of parameters "
            + f"({', '.join(f'{shape.n_parameters:,}' for shape in SHAPES)}).",
            "The path is that of `hub:`: a checkpoint is loaded by `hub_chat`, and `HubChat` answers; the tokenizer "
            "has a hundred words and is made here. Without AVX-512 or AMX, `hub_chat` computes in float32. It has no "
            "way to quantise a model: int8 is torch's dynamic quantisation of the linear layers after loading, which "
            "torch 2.13 announces to remove. What it does to the answers was not measured.",
            "Other programs used the two cores of this machine, so CPU seconds count and were measured once; caches "
            "and memory shared with others make them longer, never shorter.",
        ],
        write=arguments.write,
    )


def _headline(case: Case, runs: dict[str, Run]) -> Headline:
    film = costs(runs[case.name], case)
    return Headline(
        f"{case.shape.name}, {case.precision}: a film of 90 minutes with {N_PAUSES} pauses, one core",
        f"{film.short_film_hours:.0f} to {film.film_hours:.0f} hours, "
        f"{film.quick_film_hours:.0f} at effort quick; {peak_bytes(runs[case.name], case) / 1e9:.0f} GB",
    )


if __name__ == "__main__":
    main()
