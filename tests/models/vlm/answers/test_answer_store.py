"""Answers on disk, which several threads and commands keep and find at once."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cinescribe.errors import RecordError
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatAnswer
from cinescribe.store import write_record

DIGEST = "ab" * 32
# Writing is slow here, so that the other is asked to write in the meantime.
ASKING = """
import sys, time
from pathlib import Path
from cinescribe.models.vlm import answer_store
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatAnswer

write = answer_store.write_record
answer_store.write_record = lambda *given: (time.sleep(0.01), write(*given))
store = AnswerStore(Path("answers"))
print("ready", flush=True)
sys.stdin.readline()
for n in range(10):
    kept = store.put(f"{n:064x}", ChatAnswer(sys.argv[1])).text
    assert store.get(f"{n:064x}").text == kept
    print(kept, end="")
"""


def test_answers_are_found_again(tmp_path):
    store = AnswerStore(tmp_path / "answers")
    assert store.get(DIGEST) is None
    assert store.put(DIGEST, ChatAnswer("A man.", -0.5)) == ChatAnswer("A man.", -0.5)
    assert AnswerStore(tmp_path / "answers").get(DIGEST) == ChatAnswer("A man.", -0.5)


def test_first_answer_to_a_question_stays(tmp_path, monkeypatch):
    def slowly(*given):
        time.sleep(0.01)
        write_record(*given)

    monkeypatch.setattr("cinescribe.models.vlm.answer_store.write_record", slowly)
    store = AnswerStore(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda n: store.put(DIGEST, ChatAnswer(f"Answer {n}.")), range(8)))
    assert len(set(kept)) == 1
    assert store.get(DIGEST) == kept[0]


def test_damaged_answer_is_not_replaced(tmp_path):
    store = AnswerStore(tmp_path)
    store.put(DIGEST, ChatAnswer("A man."))
    (file,) = tmp_path.rglob("*.json")
    file.write_text("{")
    with pytest.raises(RecordError, match="is not JSON"):
        store.put(DIGEST, ChatAnswer("A dog."))
    assert file.read_text() == "{"


def begin(command: subprocess.Popen[str]) -> None:
    assert command.stdin is not None
    command.stdin.write("\n")
    command.stdin.flush()


def is_ready(command: subprocess.Popen[str]) -> bool:
    assert command.stdout is not None
    return command.stdout.readline() == "ready\n"


def test_two_commands_that_ask_the_same_go_on_with_the_same_answers(tmp_path):
    commands = [
        subprocess.Popen(
            [sys.executable, "-c", ASKING, name],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "ab"
    ]
    assert all(map(is_ready, commands))
    for one in commands:
        begin(one)
    first, second = (one.communicate()[0] for one in commands)
    assert len(first) == 10
    assert first == second
