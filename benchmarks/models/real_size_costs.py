"""What requests and films cost with all layers of a model, from what a cut one took."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.models.real_shapes import Shape, count_linear_weights, count_parameters
from benchmarks.models.real_size_run import KINDS, N_CUT, Measured, Part, Run

N_PAUSES = 250  # of a film of 90 minutes, with 36 minutes of pauses
SECOND_LOOKS = 0.5  # a pause: every other one is looked at again
SHORT_ANSWER = 150  # tokens: a view that reports four actions, with a detail
HALF = "view of half the pictures"


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
        return self.shape if self.is_whole else self.shape.with_layers(N_CUT, N_CUT)


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
    view, half, draft = run.kinds["view"], run.kinds[HALF], run.kinds["draft"]
    n_check = 10  # tokens: the numbers of statements
    return Costs(
        request_seconds(view, case, KINDS["view"].n_tokens),
        request_seconds(view, case, SHORT_ANSWER),
        request_seconds(draft, case, KINDS["draft"].n_tokens),
        request_seconds(view, case, n_check),
        request_seconds(half, case, KINDS[HALF].n_tokens),
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


def peak_bytes(run: Run, case: Case, *, n_tokens: int = KINDS["view"].n_tokens) -> float:
    """Return the memory of requests with all layers, and answers of some tokens.

    That is what ran took, and the weights, keys and values that it lacked.
    """
    n_prompt = max(one.n_prompt for one in run.kinds.values())
    more = weight_bytes(case.shape, is_int8=case.is_int8) - weight_bytes(case.run_shape, is_int8=case.is_int8)
    keys = cache_bytes(case.shape, n_prompt + n_tokens) - cache_bytes(case.run_shape, n_prompt)
    return run.peak + more + keys
