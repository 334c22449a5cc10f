"""Minimal DAPT documents; each test changes one thing in them."""

ROOT = (
    'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" '
    'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:tta="http://www.w3.org/ns/ttml#audio" '
    'xmlns:daptm="http://www.w3.org/ns/ttml/profile/dapt#metadata" xmlns:cs="urn:cinescribe:script"'
)
NEEDED = {
    "ttp:contentProfiles": "http://www.w3.org/ns/ttml/profile/dapt1.0/content",
    "daptm:scriptRepresents": "visual",
    "daptm:represents": "visual",
    "daptm:scriptType": "asRecorded",
    "xml:lang": "en",
}


def document(inside: str = "", **root: str | None) -> bytes:
    """A document with `inside` between its tags; `ttp__timeBase="smpte"` sets an attribute, None takes one away."""
    attributes = NEEDED | {name.replace("__", ":"): value for name, value in root.items()}
    written = " ".join(f'{name}="{value}"' for name, value in attributes.items() if value is not None)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<tt {ROOT} {written}>{inside}</tt>'.encode()


def head(inside: str) -> str:
    """Metadata in a head."""
    return f"<head><metadata>{inside}</metadata></head>"


def body(inside: str) -> str:
    """Content in a body."""
    return f"<body>{inside}</body>"


def event(inside: str = "", attributes: str = 'begin="1s" end="2s"') -> str:
    """One Script Event, `e1`, in a body."""
    return body(f'<div xml:id="e1" {attributes}>{inside}</div>')
