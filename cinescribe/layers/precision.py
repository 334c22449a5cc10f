"""Whether hardware computes in bfloat16."""

from __future__ import annotations

import torch

_CPU_FEATURES = ("amx_bf16", "avx512_bf16", "bf16")  # as `torch.cpu.get_capabilities` has them


def computes_in_bfloat16(device: torch.device) -> bool:
    """Return whether a device has instructions for bfloat16; without them it takes longer than float32."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    features = torch.cpu.get_capabilities()
    return any(bool(features.get(name)) for name in _CPU_FEATURES)
