import pytest

from cinescribe.describe.guidelines.finding import Finding
from cinescribe.errors import RecordError


def test_finding_without_time_omits_it_from_its_values():
    finding = Finding(rule="loudness", severity="error", text="too loud", source="EBU R 128")
    assert finding.to_dict() == {"rule": "loudness", "severity": "error", "text": "too loud", "source": "EBU R 128"}
    assert Finding.from_dict(finding.to_dict()) == finding


def test_an_unknown_severity_is_refused():
    with pytest.raises(RecordError, match="severity is 'fatal'"):
        Finding.from_dict({"rule": "tense", "severity": "fatal", "text": "t", "source": "s"})
