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
from dataclasses import replace
from pathlib import Path

import torch

from benchmarks.models.real_shapes import SHAPES, Shape, count_parameters
from benchmarks.models.real_size_costs import (
    HALF,
    N_PAUSES,
    SHORT_ANSWER,
    Case,
    costs,
    peak_bytes,
    request_seconds,
    scaled,
    weight_bytes,
)
from benchmarks.models.real_size_run import FEW_KINDS, KINDS, Comparison, Run
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results

_SMALL, _MIDDLE, _LARGE = SHAPES
ONE_THREAD = [Case(shape, is_int8) for shape in SHAPES for is_int8 in (False, True)]
TWO_THREADS = [Case(shape, is_int8, n_threads=2) for shape in SHAPES[:2] for is_int8 in (False, True)]
# A whole model in float32 of the larger shapes would take most of a machine's memory from others.
WHOLE = [Case(_SMALL, False, is_whole=True), Case(_MIDDLE, True, is_whole=True)]


def measured(case: Case, folder: Path) -> Run:
    """Return what a case takes, from its file in `folder` if it is there."""
    options = ["--layers", str(case.run_shape.text.n), str(case.run_shape.vision.n)]
    options += ["--int8"] if case.is_int8 else []
    options += ["--few"] if case.is_whole or case.n_threads > 1 else []
    return Run.read(_file(case.name, case.shape, folder, options, n_threads=case.n_threads))


def compared(shape: Shape, folder: Path) -> Comparison:
    """Return what a whole model and a cut one take in turns, from its file in `folder` if it is there."""
    return Comparison.read(_file(f"{shape.name}-compared", shape, folder, ["--compare"], n_threads=1))


def _file(name: str, shape: Shape, folder: Path, options: list[str], *, n_threads: int) -> Path:
    path = folder / f"{name}.json"
    if not path.exists():
        print(f"measuring {name}", flush=True)
        # Threads that wait by spinning would count as work while others use the cores.
        environment = {"OMP_NUM_THREADS": str(n_threads), "OMP_WAIT_POLICY": "PASSIVE", "TMPDIR": str(folder)}
        module = "benchmarks.models.real_size_run"
        command = [sys.executable, "-m", module, shape.name, str(path), "--threads", str(n_threads), *options]
        subprocess.run(command, check=True, env={**os.environ, **environment})
    return path


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
    for one in ONE_THREAD:
        run, film = runs[one.name], costs(runs[one.name], one)
        two = replace(one, n_threads=2)
        both = round(film.film_hours * thread_ratio(runs, one, two) / 2, 1) if two in TWO_THREADS else None
        hours = (film.film_hours, film.short_film_hours, film.quick_film_hours)
        weights = round(weight_bytes(one.shape, is_int8=one.is_int8) / 1e9, 1)
        whole = runs.get(replace(one, is_whole=True).name)
        memory = peak_bytes(run, one) if not one.is_int8 else whole.peak if whole else None
        sizes = (weights, None if memory is None else round(memory / 1e9, 1))
        rows.append((one.shape.name, one.precision, *(round(each, 1) for each in hours), both, *sizes))
    return print_table(
        f"Hours for a film of 90 minutes with {N_PAUSES} pauses",
        (
            "model",
            "linear layers",
            "one thread",
            "short answers",
            "effort quick",
            "two threads",
            "weights, GB",
            "memory, GB",
        ),
        rows,
        "CPU seconds of a view, a draft, a check and half a second look for each pause, with answers as long as they "
        f"may be; short answers: views of {SHORT_ANSWER} tokens; effort quick: half the pictures, no second look. Two "
        "threads: their CPU seconds halved, as if no one else used the cores. Memory: most of it during a view; for "
        "float32 computed from what the cut model takes and what it lacks, for int8 of a whole model.",
    )


def thread_ratio(runs: dict[str, Run], one: Case, two: Case) -> float:
    """Return the CPU seconds of the same requests with two threads, as a share of those with one."""
    first, second = (
        sum(request_seconds(runs[case.name].kinds[name], case, KINDS[name].n_tokens) for name in FEW_KINDS)
        for case in (one, two)
    )
    return second / first


def scaling_table(runs: dict[str, Run], small: Comparison) -> Table:
    """Print and return whole models beside what cut ones say of them."""
    rows: list[Row] = []
    pairs = [(Case(_SMALL, False, is_whole=True), small.whole, small.cut)]
    pairs += [(case, runs[case.name].kinds, runs[replace(case, is_whole=False).name].kinds) for case in WHOLE[1:]]
    for case, whole, cut in pairs:
        for name in FEW_KINDS:
            for part in ("prompt", "token"):
                true = scaled(getattr(whole[name], part), case)
                said = scaled(getattr(cut[name], part), replace(case, is_whole=False))
                label = f"{case.shape.name}, {case.precision}: {name}, {part}, s"
                rows.append((label, *_compared(true, said, digits=3)))
    for case in WHOLE[:1]:
        cut_case = replace(case, is_whole=False)
        said = peak_bytes(runs[cut_case.name], cut_case, n_tokens=0) / 1e9
        label = f"{case.shape.name}, {case.precision}: most memory, GB"
        rows.append((label, *_compared(runs[case.name].peak / 1e9, said, digits=2)))
    return print_table(
        "Whole models, and what three layers say of them",
        ("CPU seconds or memory of", "all layers", "three layers, multiplied", "difference, %"),
        rows,
        f"{_SMALL.name}: both were asked in turns, the least of two views and of four drafts; {_MIDDLE.name}: at "
        "different times, once. Memory: at different times; three layers had ten pictures, all layers five.",
    )


def _compared(true: float, said: float, *, digits: int) -> tuple[float, float, float]:
    return round(true, digits), round(said, digits), round(100 * (said / true - 1), 1)


def load_table(runs: dict[str, Run]) -> Table:
    """Print and return how busy the machine was, and wall seconds beside CPU seconds."""
    rows: list[Row] = [
        (
            name,
            round(run.load, 1),
            round(run.kinds[HALF].prompt.cpu, 1),
            round(run.kinds[HALF].prompt.wall, 1),
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
        small = compared(_SMALL, folder)
    middle = runs[WHOLE[1].name]
    scaling = scaling_table(runs, small)
    differences = [row[3] for row in scaling.rows if str(row[0]).endswith(", s") and isinstance(row[3], float)]
    tables = [film_table(runs), request_table(runs), part_table(runs), scaling]
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
            "Shapes. "
            + ". ".join(f"{one.name} ({one.n_parameters:,} parameters): {one.source}" for one in SHAPES)
            + ".",
            "The path is that of `hub:`: a checkpoint is loaded by `hub_chat`, and `HubChat` answers; the tokenizer "
            "has a hundred words and is made here. Without AVX-512 or AMX, `hub_chat` computes in float32. It has no "
            "way to quantise a model: int8 is torch's dynamic quantisation of the linear layers after loading, which "
            "torch 2.13 announces to remove. What it does to the answers was not measured.",
            "Other programs used the two cores of this machine, so CPU seconds count and were measured once; caches "
            "and memory shared with others make them longer, never shorter. "
            f"{sum(abs(each) <= 10 for each in differences)} of {len(differences)} times of whole models are within "
            f"10 % of what three layers say; the largest difference is {max(differences, key=abs)} %.",
            "A model in half precision is read as a file and turned into float32, so loading takes more than running: "
            f"{middle.loading / 1e9:.1f} GB for {_MIDDLE.name}, of which {_MIDDLE.n_parameters * 2 / 1e9:.1f} GB are "
            "the file's and can be dropped by the system. int8 is made after loading, and torch keeps some of what it "
            f"frees: with int8 weights of {weight_bytes(_MIDDLE, is_int8=True) / 1e9:.1f} GB it took "
            f"{middle.peak / 1e9:.1f} GB.",
        ],
        write=arguments.write,
    )


def _headline(case: Case, runs: dict[str, Run]) -> Headline:
    film = costs(runs[case.name], case)
    memory = "" if case.is_int8 else f"; {peak_bytes(runs[case.name], case) / 1e9:.0f} GB of memory"
    return Headline(
        f"{case.shape.name}, {case.precision}: a film of 90 minutes with {N_PAUSES} pauses, one core",
        f"{film.short_film_hours:.0f} to {film.film_hours:.0f} hours, "
        f"{film.quick_film_hours:.0f} at effort quick{memory}",
    )


if __name__ == "__main__":
    main()
