import pytest
from hypothesis import HealthCheck, settings

from tests.describe.editing.edit_machine import EditMachine

TestEdits = EditMachine.TestCase
TestEdits.settings = settings(
    max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
pytestmark = pytest.mark.slow
