"""Published data sets of films and stills, and what is written of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.corpus.datasets.formats import FORMS, STILL_WRITERS, export_corpus, import_corpus
from cinescribe.corpus.datasets.formats import READERS as FORM_READERS
from cinescribe.corpus.datasets.image_sequences import build_sequences
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.datasets.lsmdc_rows import read_annotation_rows
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.corpus.datasets.submissions import write_submission
from cinescribe.corpus.datasets.video_files import video_lengths
from cinescribe.corpus.datasets.web.activitynet import read_activitynet
from cinescribe.corpus.datasets.web.msr_vtt import info_files, read_msr_vtt_videos
from cinescribe.corpus.datasets.web.vatex import read_vatex_videos
from cinescribe.corpus.metaphor_stills.haivmet import build_haivmet
from fuzz.reader import OUT, Reader, Seed
from fuzz.samples.corpora import annotations_name, corpus_files, published_files, still_seed
from fuzz.samples.films import picture

_KARPATHY = {
    "images": [
        {
            "cocoid": 1,
            "filepath": "val2014",
            "filename": "a1.png",
            "split": "restval",
            "sentences": [{"raw": "a dog."}],
        },
        {"cocoid": 2, "filepath": "val2014", "filename": "a2.png", "split": "test", "sentences": [{"raw": "b"}]},
    ]
}
_OFFICIAL = {
    "images": [{"id": 1, "file_name": "a1.png", "width": 10, "height": 8}],
    "annotations": [{"image_id": 1, "id": 2, "caption": "a dog"}],
}
_INSTANCES = {
    "images": [{"id": 1, "width": 10, "height": 8}],
    "categories": [{"id": 3, "name": "dog"}],
    "annotations": [{"image_id": 1, "id": 2, "category_id": 3, "bbox": [1, 1, 5, 5.5], "iscrowd": 0}],
}
_PREDICTIONS = (
    b'{"clip": "f1_1", "caption": "[PERSON1] runs"}\n{"clip": "f1_2", "caption": "a dog", "people": ["P1"], "set": 1}\n'
)


def _building(form: str) -> Callable[[Path], Corpus]:
    return lambda folder: import_corpus(folder.parent / OUT / "corpus", folder / annotations_name(form), form=form)


def _exporting(form: str) -> Callable[[Path], Path]:
    return lambda folder: export_corpus(folder, folder.parent / OUT / annotations_name(form), to=form)


def _published(form: str) -> list[Seed]:
    return [Seed(published_files(form))]


def _exported(form: str) -> list[Seed]:
    return [still_seed() if form in STILL_WRITERS else Seed(corpus_files())]


def _coco(folder: Path) -> None:
    out = folder.parent / OUT / "corpus"
    build_coco(
        out, pictures=folder / "pictures", captions=folder / "captions.json", instances=[folder / "instances.json"]
    )


def _coco_seeds() -> list[Seed]:
    pictures = {f"pictures/{name}.png": picture("png") for name in ("a1", "a2")}
    texts = [
        {"captions.json": json.dumps(each).encode(), "instances.json": json.dumps(_INSTANCES).encode()}
        for each in (_KARPATHY, _OFFICIAL)
    ]
    return [Seed({**pictures, **each}, tuple(each)) for each in texts]


def _submission(folder: Path) -> None:
    write_submission(
        folder,
        folder / "predictions.jsonl",
        path=folder.parent / OUT / "s.json",
        split="train",
        lines=folder / "lines.csv",
    )


def _submission_seed() -> Seed:
    files = {
        "predictions.jsonl": _PREDICTIONS,
        "lines.csv": b"f1_00.00.00.250-00.00.01.000\t1\nf1_00.00.01.000-00.00.01.750\t2\n",
    }
    return Seed({**corpus_files(), **files}, tuple(files))


READERS = (
    *(
        Reader(
            f"corpus.import.{form}",
            _building(form),
            partial(_published, form),
            (
                FORM_READERS[form],
                import_corpus,
                build_lsmdc,
                lsmdc_files,
                read_annotation_rows,
                info_files,
                read_msr_vtt_videos,
                read_activitynet,
                read_vatex_videos,
                video_lengths,
            ),
        )
        for form in FORM_READERS
    ),
    *(
        Reader(
            f"corpus.export.{form}",
            _exporting(form),
            partial(_exported, form),
            (export_corpus, read_annotated),
        )
        for form in FORMS
    ),
    Reader("corpus.build_coco", _coco, _coco_seeds, (build_coco,)),
    Reader(
        "corpus.build_sequences",
        lambda folder: build_sequences(folder.parent / OUT / "c", pictures=folder),
        lambda: [Seed({f"run/frame{n}.png": picture("png") for n in (2, 10)})],
        (build_sequences,),
        share=0.2,
    ),
    Reader(
        "corpus.build_haivmet",
        lambda folder: build_haivmet(folder.parent / OUT / "c", pictures=folder),
        lambda: [Seed({f"flute/A car is a cat/{n}.png": picture("png") for n in (1, 2)})],
        (build_haivmet,),
        share=0.2,
    ),
    Reader("corpus.write_submission", _submission, lambda: [_submission_seed()], (write_submission,)),
)
