import os
import platform

import pytest

from cinescribe.study.trial.surroundings import machine, model_name, served_by, software


@pytest.mark.parametrize(
    ("captioner", "name"),
    [
        ("server:http://localhost:11434#qwen3-vl:4b", "qwen3-vl:4b"),
        ("server:https://me:key@host/v1#Qwen/Qwen3-VL-4B", "Qwen/Qwen3-VL-4B"),
        ("server:http://localhost:8080#/home/somebody/models/gemma.gguf", "gemma.gguf"),
        (r"server:http://localhost:8080#C:\models\gemma.gguf", "gemma.gguf"),
        ("hub:HuggingFaceTB/SmolVLM2-500M", "HuggingFaceTB/SmolVLM2-500M"),
        ("hub:/home/somebody/smol", "smol"),
        ("hub:models/smol.gguf", "smol.gguf"),
        ("micap:/home/somebody/checkpoint", "micap"),
        ("observer", "observer"),
    ],
)
def test_a_model_is_named_without_server_and_folder(captioner, name):
    assert model_name(captioner) == name


def test_software_versions_are_those_of_the_running_model():
    assert served_by("server:http://x#m") == "server"
    names = [one.name for one in software("server:http://x#m")]
    assert names == ["cinescribe", "python"]
    assert {"torch", "transformers"} <= {one.name for one in software("server:http://x#m", "hub:a/b")}


def test_a_machine_has_no_name():
    found = machine()
    assert found.cores == os.cpu_count()
    assert platform.node() not in str(found.to_dict())
