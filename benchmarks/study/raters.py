"""Raters as clients of a server of studies: each thinks, answers, and sends again what was not acknowledged."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from random import Random

import httpx

from cinescribe.timing import Seconds

_FIELD = re.compile(r'name="(csrf|form)" value="([^"]+)"')
_STEP = re.compile(r"/studies/(\d+)/pages/(\d+)/(\d+)$")
_RANK = re.compile(r'name="(q\d+)-t(\d+)"')
_PAUSES = (0.5, 4.0)  # seconds before something is sent again, first and at most; each is twice the one before
_PATIENCE = 150.0  # seconds that one request is sent again, then the run has failed
_SEE_OTHER = 303
COOKIE = "cinescribe"


@dataclass
class Log:
    """What raters saw.

    Attributes:
        acknowledged: assignment and number of the question of each answer that was acknowledged.
        waits: seconds from the first time that a form was sent to its acknowledgement.
        pages: seconds that pages took.
        n_again: requests that were sent again.
    """

    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    waits: list[Seconds] = field(default_factory=list)
    pages: list[Seconds] = field(default_factory=list)
    n_again: int = 0


@dataclass
class Rater:
    """A rater of a ranking.

    Attributes:
        client: shared by all raters.
        token: of the rater's session.
        study: its number.
        think: mean seconds between a page and its answer; drawn from half to one and a half times as much.
        random: of the rater.
        log: shared by all raters.
    """

    client: httpx.AsyncClient
    token: str
    study: int
    think: Seconds
    random: Random
    log: Log

    async def answer_until(self, end: Seconds) -> None:
        """Answer page after page; a form that was sent before the end is sent until it is acknowledged."""
        await asyncio.sleep(self.random.uniform(0, self.think))
        path = f"/studies/{self.study}/next"
        while time.monotonic() < end:
            begun = time.monotonic()
            page = await self._request("GET", path)
            while page.status_code == _SEE_OTHER:
                path = page.headers["location"]
                page = await self._request("GET", path)
            self.log.pages.append(time.monotonic() - begun)
            step = _STEP.search(path)
            if step is None:
                return  # nothing is left for this rater
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * self.think)
            begun = time.monotonic()
            answer = await self._request("POST", path, self._form(page.text))
            if answer.status_code != _SEE_OTHER:
                raise SystemExit(f"an answer was refused ({answer.status_code}): {answer.text[:2000]}")
            self.log.waits.append(time.monotonic() - begun)
            self.log.acknowledged.append((int(step[2]), int(step[3]) - 1))
            path = answer.headers["location"]

    def _form(self, page: str) -> dict[str, str]:
        fields = dict(_FIELD.findall(page))
        texts = sorted(set(_RANK.findall(page)))
        ranks = self.random.sample(range(1, len(texts) + 1), len(texts))
        return fields | {f"{name}-t{number}": str(rank) for (name, number), rank in zip(texts, ranks, strict=True)}

    async def _request(self, method: str, path: str, form: dict[str, str] | None = None) -> httpx.Response:
        """Send a request until the server answers it: it may be killed at any moment."""
        headers = {"cookie": f"{COOKIE}={self.token}", "origin": str(self.client.base_url).rstrip("/")}
        until, (pause, longest) = time.monotonic() + _PATIENCE, _PAUSES
        while True:
            try:
                response = await self.client.request(method, path, data=form, headers=headers)
                if response.status_code < 500:
                    return response
                failed = f"{response.status_code}: {response.text[:500]}"
            except httpx.TransportError as error:
                failed = repr(error)
            if time.monotonic() > until:
                raise SystemExit(f"{method} {path} failed for {_PATIENCE:.0f} s, at last by {failed}")
            self.log.n_again += 1
            await asyncio.sleep(pause * self.random.uniform(0.5, 1))
            pause = min(2 * pause, longest)
