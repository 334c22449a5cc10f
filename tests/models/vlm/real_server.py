"""`transformers serve` on the loopback, and tiny models that it serves."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
import torch
from transformers import LlavaProcessor
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from tests.models.tiny_hub import PIXELS_32, llava, tokenizer

_NEEDED = ("accelerate", "fastapi", "openai", "uvicorn")
_LONGEST = 120.0  # seconds until it answers, on a loaded machine
needs_serving = pytest.mark.skipif(
    any(find_spec(name) is None for name in _NEEDED),
    reason="`transformers serve` needs the extra: pip install 'cinescribe[serving]'",
)


@contextmanager
def transformers_server(model: Path | str, log: Path) -> Iterator[str]:
    """Serve a model with `transformers serve`; give its URL. It is stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).parent / "transformers"), "serve", str(model), "--device", "cpu"]
    settings = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            stdout=output,
            stderr=output,
            env=os.environ | settings,
        )
        try:
            _wait(f"http://127.0.0.1:{port}/health", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=30)


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
    torch.manual_seed(0)
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
