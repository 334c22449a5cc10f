"""The pages on which raters practise: an example, then what was expected and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.language.messages.page_words import PageWords
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.answer_forms import Problem, filled, moved, order_shown
from cinescribe.serve.studies.home import HOME, instructions, minutes_left, study_route
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.serve.studies.steps import is_written, letter
from cinescribe.study.assignment.pages import Page, training_page
from cinescribe.study.entry.consent import rater_consent
from cinescribe.study.entry.training import TrainedAnswer, rater_training, store_training, trained_answer
from cinescribe.study.kinds.questions import Question

TRAINING = f"{HOME}/{{study:number}}/training/{{step:number}}"


def training_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of these pages."""
    pages = _TrainingPages(studies)
    return [study_route(TRAINING, pages.show), study_route(TRAINING, pages.take, methods=["POST"])]


class _TrainingPages:
    def __init__(self, studies: ServedStudies) -> None:
        self._studies = studies

    def show(self, call: Call) -> Response:
        study, _ = self._studies.named(call)
        step, person = call.number("step"), call.person.person
        page = training_page(study, step)
        given = trained_answer(call.site.database, study, person, step)
        if given is not None:
            return self._explained(call, page, given)
        is_next = rater_training(call.site.database, study, person).next_step == step
        if not is_next or not rater_consent(call.site.database, study, person).is_settled:
            return call.to(f"{HOME}/{study.id}/next")
        return self._asked(call, page, SentForm())

    def take(self, call: Call) -> Response:
        study, _ = self._studies.named(call)
        step = call.number("step")
        page = training_page(study, step)
        if not rater_consent(call.site.database, study, call.person.person).is_settled:
            return call.to(f"{HOME}/{study.id}/next")
        if move := call.form.get("move"):
            form, text = moved(page, 0, call.form, move)
            return self._asked(call, page, form, moved_text=text, move=move)
        found = filled(page, [0], call.form, call.t, kind=study.design.of_kind)
        if found.problems or not found.answers:
            missing = found.problems or (("training", call.t("training-missing")),)  # also where none is required
            return self._asked(call, page, call.form, problems=missing, status=422)
        answer = found.answers[page.questions[0].name]
        store_training(call.site.database, study, call.person.person, step=step, answer=answer)
        return call.to(call.request.url.path)

    def _asked(
        self,
        call: Call,
        page: Page,
        form: SentForm,
        *,
        problems: tuple[Problem, ...] = (),
        status: int = 200,
        moved_text: int | None = None,
        move: str = "",
    ) -> Response:
        order, is_ranked = order_shown(page, 0, form)
        return self._page(
            call,
            page,
            "studies/training.html",
            status=status,
            errors=problems,
            questions=[(0, page.questions[0])],
            form=form,
            shown_order=order,
            is_ranked=is_ranked,
            moved_text=moved_text,
            move=move,
        )

    def _explained(self, call: Call, page: Page, given: TrainedAnswer) -> Response:
        study, _ = self._studies.named(call)
        _, expected = study.design.training_steps[call.number("step") - 1]
        question = page.questions[0]
        said = _said(question, given.answer, len(page.texts), call.t)
        wanted = _said(question, expected.answer(question), len(page.texts), call.t)
        shown = "studies/training_answer.html"
        return self._page(call, page, shown, given=given, said=said, wanted=wanted, why=expected.why, question=question)

    def _page(self, call: Call, page: Page, template: str, *, status: int = 200, **values: Any) -> Response:
        study, profile = self._studies.named(call)
        step, n_steps = call.number("step"), len(study.design.training_steps)
        return call.page(
            template,
            title=call.says("training-title", step=step, n=n_steps),
            status=status,
            study=study,
            page=page,
            media=f"{HOME}/{study.id}/training/{step}",
            has_clip=self._studies.clips[study.id].has(page),
            n_pictures=0,
            is_blind=bool(profile.is_blind),
            instructions=instructions(study),
            minutes_left=minutes_left(call, study),
            letter=letter,
            is_written=is_written,
            **values,
        )


def _said(question: Question, answer: Any, n_texts: int, t: PageWords) -> Sequence[str]:
    """An answer in words: one for each text, or one for the clip."""
    if question.form == "choice":
        return [t.plain("training-chosen") if number == answer else "–" for number in range(n_texts)]
    given = answer if isinstance(answer, list) else [answer]
    if question.form == "order":
        return [t.plain("training-rank", rank=value) for value in given]
    if question.form == "yes_no":
        return [t.plain("yes" if value else "no") for value in given]
    return [f"{value}: {question.labels[value - 1]}" for value in given]
