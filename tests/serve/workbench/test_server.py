import subprocess
import sys

_COUNT = """
import gc
from cinescribe.serve.workbench.server import spare_collections
kept = [[n] for n in range(1000)]
spare_collections()
print(gc.get_freeze_count() > 1000, len(gc.get_objects()) < 1000)
"""


def test_loaded_objects_are_exempt_from_garbage_collection():
    """In a process of its own: that of the tests goes on collecting."""
    done = subprocess.run([sys.executable, "-c", _COUNT], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"
