"""COCO's val2014 captions, from the pycocoevalcap wheel (COCO Consortium, CC BY 4.0)."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

JAR, CAPTIONS = "spice/spice-1.0.jar", "coco/annotations/captions_val2014.json"


def val2014() -> dict[str, list[str]]:
    """Return the captions of the 40,504 images, by image, in the file's order."""
    spec = find_spec("pycocoevalcap")
    assert spec is not None
    assert spec.submodule_search_locations
    with ZipFile(Path(spec.submodule_search_locations[0]) / JAR) as jar:
        annotations = json.loads(jar.read(CAPTIONS))["annotations"]
    captions: dict[str, list[str]] = {}
    for annotation in annotations:
        captions.setdefault(str(annotation["image_id"]), []).append(annotation["caption"])
    return captions
