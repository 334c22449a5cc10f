"""Makes the study in which a trial is judged."""

from __future__ import annotations

from pathlib import Path

from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study, protocol_questions, study_items
from cinescribe.study.folders.open_study import CARD
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.trial import TRIAL
from cinescribe.study.trial.trial_folder import STUDY, read_trial

_JUDGES = 1  # a person who judges at this machine


def make_trial_study(folder: Path) -> None:
    """Make the study in which a trial is judged, unless it is there.

    Raises:
        StudyError: when nothing is to be judged.
        RecordError: when a description is malformed.
        OutputError: when the study cannot be written.
        DatabaseError: when the database cannot be used.
    """
    if (folder / STUDY / CARD).is_file():
        return
    trial = read_trial(folder)
    items = study_items(TRIAL, Sources(folder), n_items=trial.n_sentences, seed=trial.seed)
    design = StudyDesign("Trial", TRIAL.name, protocol_questions(TRIAL, None), _JUDGES, str(folder), seed=trial.seed)
    make_study(folder / STUDY, design, items)
