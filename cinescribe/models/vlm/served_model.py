"""A chat model behind a server, with what it can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import brief
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.models.vlm.answer_store import AnswerStore, default_answers
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.known_server import KnownServer, known_server, remember_server
from cinescribe.models.vlm.limits import ServerLimits
from cinescribe.models.vlm.probing import capabilities
from cinescribe.models.vlm.server import ChatServer
from cinescribe.models.vlm.server_models import ListedModel, is_called

_NAMED = 5  # models of a server's list that a line names


@dataclass(frozen=True)
class ServedModel:
    """A model behind a server; a `ChatModel`.

    Args:
        server: the model on its server.
        can: what it can do.
    """

    server: ChatServer
    can: Capabilities

    @property
    def name(self) -> str:
        """`server:URL#MODEL`."""
        return f"server:{self.server.address}"

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answer to each request, in order.

        Raises:
            ModelError: when a request fails for good.
            OutputError: when answers cannot be kept.
        """
        return self.server.ask(requests, can=self.can)


def served_model(
    address: str,
    *,
    announce: Callable[[str], None] = to_stderr,
    answers: Path | None = None,
    sent: str = "frames of the film",
) -> ServedModel:
    """Return a model on a server that speaks OpenAI's chat interface; it may be one that takes no pictures.

    Args:
        address: `URL#MODEL`.
        announce: called with one line before anything leaves this machine, where a server that was there is gone, and
            where its model thinks before it answers.
        answers: the folder that keeps answers; by default one in the user's cache.
        sent: what leaves this machine, in words.

    Raises:
        ModelError: when the address is malformed, or the model does not answer or is unknown.
        OutputError: when answers cannot be kept.
    """
    folder = default_answers() if answers is None else Path(answers)
    server = ChatServer(server_address(address), AnswerStore(folder))
    if not server.address.is_local:
        announce(f"{sent} are sent to {server.address.url}")
    can = _known_or_probed(server, folder / "servers", announce)
    if can.thinks:
        announce(
            f"{server.address.model} thinks before it answers, and {server.address.url} cannot turn that off: answers "
            "may be slow or empty; a model without thoughts suits better"
        )
    return ServedModel(server, can)


def _known_or_probed(server: ChatServer, folder: Path, announce: Callable[[str], None]) -> Capabilities:
    """Return what a model can do, and give the server its limits: as remembered, unless its server has changed."""
    known = known_server(server.address, folder)
    if known is not None and not server.is_up():
        announce(f"nothing answers at {server.address.url}; only answers that are kept can be used")
        server.limits = known.limits
        return known.can
    models = server.models()
    listed = next((one for one in models if is_called(one.name, server.address.model)), None)
    fingerprint = listed.fingerprint if listed else ""
    if known is not None and fingerprint in ("", known.fingerprint):  # a busy server lists nothing
        server.limits = known.limits
        can = known.can
    else:
        server.limits = _limits_of(listed)
        can = capabilities(server)
        remember_server(server.address, folder, KnownServer(can, server.limits, fingerprint))
    server.remember = lambda limits: remember_server(server.address, folder, KnownServer(can, limits, fingerprint))
    if models and listed is None:  # some servers answer to any name
        announce(_not_listed(server, [one.name for one in models]))
    return can


def _not_listed(server: ChatServer, names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return (
        f"{server.address.url} does not list {server.address.model!r}, so another model may answer; it lists "
        f"{', '.join(map(brief, names[:_NAMED]))}{more}"
    )


def _limits_of(listed: ListedModel | None) -> ServerLimits:
    return ServerLimits(n_context=listed.n_context if listed else None)
