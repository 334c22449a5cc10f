"""The studies that are served."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.errors import StudyError
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.clip_files import ClipFiles
from cinescribe.study.assignment.leases import RaterProgress, ScreeningState, rater_progress, rater_screening
from cinescribe.study.people.profile import Profile
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.study.validation.expert import ExpertProgress, expert_progress


@dataclass(frozen=True)
class ServedStudies:
    """The studies.

    Attributes:
        by_id: each by its number.
        clips: the files of each one's clips, by its number.
    """

    by_id: Mapping[int, StoredStudy]
    clips: Mapping[int, ClipFiles]

    def own(self, call: Call) -> list[tuple[StoredStudy, RaterProgress, ScreeningState]]:
        """Return the studies of the person who is logged in, and how far that person is."""
        database, person = call.site.database, call.person.person
        ids = call.person.profile.studies
        return [
            (one, rater_progress(database, one, person), rater_screening(database, one, person))
            for id, one in self.by_id.items()
            if id in ids
        ]

    def read(self, call: Call) -> list[tuple[StoredStudy, ExpertProgress]]:
        """Return the studies that the person who is logged in reads as an expert, and how far those are."""
        database, person = call.site.database, call.person.person
        ids = call.person.profile.read_studies
        found = [one for id, one in self.by_id.items() if id in ids and one.design.of_kind.expert is not None]
        return [(one, expert_progress(database, one, person)) for one in found]

    def read_by_expert(self, call: Call) -> tuple[StoredStudy, Profile]:
        """Return the study that the address names, and the profile of the expert who reads it.

        Raises:
            StudyError: when there is none, or the person is not an expert of it: both in the same words.
        """
        profile, id = call.person.profile, call.number("study")
        if id not in profile.read_studies or id not in self.by_id or self.by_id[id].design.of_kind.expert is None:
            raise StudyError("there is no such study for you to read; go to the list of your studies")
        return self.by_id[id], profile

    def named(self, call: Call) -> tuple[StoredStudy, Profile]:
        """Return the study that the address names, and the person's profile.

        Raises:
            StudyError: when there is none, or the person is not a rater of it: both in the same words.
        """
        profile, id = call.person.profile, call.number("study")
        if id not in self.by_id or id not in profile.studies:
            raise StudyError("there is no such study for you; go to the list of your studies")
        return self.by_id[id], profile
