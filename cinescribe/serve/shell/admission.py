"""Who may see the pages of a site: the protocol that a site asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from starlette.responses import Response

from cinescribe.serve.security.sessions import Visitor

if TYPE_CHECKING:
    from cinescribe.serve.shell.calls import Call


class Admission(Protocol):
    """Lets visitors in."""

    def recognised(self, visitor: Visitor) -> Visitor:
        """Return a visitor with what is known of who that is.

        Raises:
            DatabaseError: when that cannot be read.
        """

    def admits(self, visitor: Visitor) -> bool:
        """Whether a visitor may see pages that are not for everybody."""

    def refused(self, call: Call) -> Response:
        """Return what others see in place of such a page."""
