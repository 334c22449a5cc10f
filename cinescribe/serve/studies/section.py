"""The section of the site in which raters answer studies."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cinescribe.media.voice.voice import Voice
from cinescribe.serve.shell.site import Section
from cinescribe.serve.studies.answering import AnsweringPages
from cinescribe.serve.studies.clip_files import ClipFiles
from cinescribe.serve.studies.consent import consent_routes
from cinescribe.serve.studies.expert import expert_routes
from cinescribe.serve.studies.home import HOME, home_routes
from cinescribe.serve.studies.joining import joining_routes
from cinescribe.serve.studies.media import media_routes
from cinescribe.serve.studies.screening import screening_routes
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.serve.studies.spoken_texts import SpokenTexts
from cinescribe.serve.studies.training import training_routes
from cinescribe.serve.studies.withdrawal import withdrawal_routes
from cinescribe.study.storage.studies import StoredStudy

_log = logging.getLogger(__name__)


@contextmanager
def study_section(
    studies: Sequence[StoredStudy],
    *,
    corpus: Path | None = None,
    ahead: Mapping[int, Path] | None = None,
    voice: Voice | None = None,
) -> Iterator[Section]:
    """Yield the section, with the files that it needs while it is served.

    Args:
        studies: of one database.
        corpus: the folder with the clips' films; None for the one that each study was made from.
        ahead: by the number of a study, the folder of clips that were cut ahead, see `cut_study_clips`.
        voice: that reads texts aloud; by default espeak-ng.

    Raises:
        RecordError: when a file of a corpus is malformed.
        CorpusError: when a corpus is malformed.
    """
    with TemporaryDirectory(prefix="cinescribe-") as folder:
        clips = {
            study.id: ClipFiles(corpus or Path(study.design.corpus), Path(folder), ahead=(ahead or {}).get(study.id))
            for study in studies
        }
        for study in studies:
            if clips[study.id].is_empty:
                where = corpus or study.design.corpus
                _log.warning("no film of %s is in %s; pages show no clips", study.design.name, where)
        served = ServedStudies({study.id: study for study in studies}, clips)
        spoken = SpokenTexts(Path(folder), voice)
        routes = [
            *AnsweringPages(served).routes(),
            *home_routes(served),
            *joining_routes(served),
            *consent_routes(served),
            *training_routes(served),
            *withdrawal_routes(served),
            *media_routes(served, spoken),
            *screening_routes(served),
            *expert_routes(served),
        ]
        yield Section("section-studies", HOME, routes)
