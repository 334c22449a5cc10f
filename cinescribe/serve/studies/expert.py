"""The pages on which an expert reads what annotators wrote, and accepts it or returns it with a remark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import StudyError
from cinescribe.language.messages.page_words import PageWords
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.answer_forms import Problem
from cinescribe.serve.studies.home import HOME, study_route
from cinescribe.serve.studies.media import clip_response
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.people.profile import Profile
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.study.validation.expert import (
    WrittenMetaphor,
    decide,
    expert_progress,
    next_metaphor,
    page_to_validate,
    waiting_metaphor,
)

_READ = f"{HOME}/{{study:number}}/validation"
_ONE = f"{_READ}/{{assignment:number}}/{{round:number}}"
_ACCEPT, _RETURN = "accept", "return"
_CONFLICT = 409


def expert_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of these pages; people who are not experts of a study get a not-found page."""
    pages = _ExpertPages(studies)
    return [
        study_route(_READ, pages.first),
        study_route(f"{_READ}/next", pages.next),
        study_route(_ONE, pages.show),
        study_route(_ONE, pages.take, methods=["POST"]),
        study_route(f"{_READ}/{{assignment:number}}/clip", pages.clip),
    ]


class _ExpertPages:
    def __init__(self, studies: ServedStudies) -> None:
        self._studies = studies

    def first(self, call: Call) -> Response:
        study, _ = self._studies.read_by_expert(call)
        progress = expert_progress(call.site.database, study, call.person.person)
        return call.page("studies/expert_first.html", title=study.design.name, study=study, progress=progress)

    def next(self, call: Call) -> Response:
        study, _ = self._studies.read_by_expert(call)
        waiting = next_metaphor(call.site.database, study, call.person.person)
        if waiting is None:
            progress = expert_progress(call.site.database, study, call.person.person)
            return call.page(
                "studies/expert_finished.html", title=call.says("thank-you"), study=study, progress=progress
            )
        return call.to(f"{HOME}/{study.id}/validation/{waiting.assignment}/{waiting.round}")

    def show(self, call: Call) -> Response:
        study, profile = self._studies.read_by_expert(call)
        return self._page(call, study, profile)

    def take(self, call: Call) -> Response:
        study, profile = self._studies.read_by_expert(call)
        decision, remark = call.form.get("decision"), call.form.get("remark").strip()
        if problem := _problem(decision, remark, call.t):
            return self._page(call, study, profile, problem=problem, status=422)
        try:
            # The round identifies the form: a decision that is sent twice is stored once.
            decide(
                call.site.database,
                study,
                call.person.person,
                assignment=call.number("assignment"),
                round=call.number("round"),
                remark=remark if decision == _RETURN else None,
            )
        except StudyError as error:
            field = "remark" if str(error).startswith("the remark") else "decision"
            return self._page(call, study, profile, problem=(field, str(error)), status=_CONFLICT)
        return call.to(f"{HOME}/{study.id}/validation/next")

    def clip(self, call: Call) -> Response:
        study, _ = self._studies.read_by_expert(call)
        page = page_to_validate(call.site.database, study, call.person.person, call.number("assignment"))
        return clip_response(call, self._studies.clips[study.id], page)

    def _page(
        self, call: Call, study: StoredStudy, profile: Profile, *, problem: Problem | None = None, status: int = 200
    ) -> Response:
        database, person = call.site.database, call.person.person
        try:
            one = waiting_metaphor(
                database, study, person, assignment=call.number("assignment"), round=call.number("round")
            )
        except StudyError:
            remark = call.form.get("remark").strip()
            return call.page(
                "studies/expert_gone.html",
                title=call.says("expert-nothing"),
                status=_CONFLICT,
                study=study,
                remark=remark,
            )
        progress = expert_progress(database, study, person)
        place = progress.n_accepted + progress.n_returned + 1
        n_all = place + progress.n_waiting - 1
        page = page_to_validate(database, study, person, one.assignment)
        task = study.design.of_kind.expert
        assert task is not None  # or nothing would wait
        sentence = task.sentence
        return call.page(
            "studies/expert_page.html",
            title=call.says("expert-place", place=place, n=n_all),
            status=status,
            errors=() if problem is None else (problem,),
            study=study,
            one=one,
            sentence=sentence,
            answers=_answers(study, one.answers, call.t),
            others=[
                (other[sentence], _differing(study, other, one, call.t)) for other in one.others if sentence in other
            ],
            place=place,
            n_all=n_all,
            has_clip=self._studies.clips[study.id].has(page),
            is_blind=bool(profile.is_blind),
            decision=call.form.get("decision"),
            remark=call.form.get("remark"),
        )


def _problem(decision: str, remark: str, t: PageWords) -> Problem | None:
    if decision not in {_ACCEPT, _RETURN}:
        return "decision", t("expert-choose")
    if decision == _RETURN and not remark:
        return "remark", t("expert-remark-missing")
    if decision == _ACCEPT and remark:
        return "remark", t("expert-remark-too-much")
    return None


def _answers(study: StoredStudy, answers: Mapping[str, Any], t: PageWords) -> list[tuple[str, str]]:
    """The questions that an annotator answered, and the answers as they are read."""
    asked = [question for question in study.design.questions if question.name in answers]
    return [(question.text, _shown(answers[question.name], t)) for question in asked]


def _differing(
    study: StoredStudy, other: Mapping[str, Any], one: WrittenMetaphor, t: PageWords
) -> list[tuple[str, str]]:
    """The yes and no of another annotator that differ, with their questions."""
    differing = {
        name: answer
        for name, answer in other.items()
        if isinstance(answer, bool) and one.answers.get(name, answer) != answer
    }
    return _answers(study, differing, t)


def _shown(answer: Any, t: PageWords) -> str:
    if isinstance(answer, bool):
        return t.plain("yes" if answer else "no")
    return t.number(answer, digits=None) if isinstance(answer, float) else str(answer)
