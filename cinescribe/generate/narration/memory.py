"""What the listener knows: the story so far, the sentences so far, the named people, and the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.wording import Candidate, Draft

_MAX_SYNOPSIS = 70  # words (measured.md: models lose what matters in more)
_MAX_ABOUT = 80  # words of title and story
_MAX_SENTENCES = 6  # sentences, the last ones


@dataclass(frozen=True)
class ListenerMemory:
    """What the listener knows before a pause. It starts empty with each scene, so that scenes are written in parallel.

    Args:
        about: title and story of the film.
        synopsis: what happened in the scene, in the writer's words.
        sentences: the sentences of the scene that were found true, the last ones.
        named: the people whom these name.
        place: where the scene is, once a sentence named it.
    """

    about: str = ""
    synopsis: str = ""
    sentences: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    place: str = ""

    def lines(self) -> list[str]:
        """Return it as lines of a prompt."""
        lines = [f"The film: {_words(self.about, _MAX_ABOUT)}"] if self.about else []
        if self.synopsis:
            lines.append(f"So far in this scene: {self.synopsis}")
        if self.sentences:
            lines.append(f"The listener knows already: {'; '.join(text.rstrip('.') for text in self.sentences)}.")
        if self.named:
            lines.append(f"The listener has heard of: {', '.join(self.named)}.")
        if self.place:
            lines.append(f"The listener knows the place: {self.place}.")
        return lines

    def after(self, draft: Draft, sentence: Candidate | None, roles: Sequence[Role]) -> ListenerMemory:
        """Return what the listener knows after a pause.

        Args:
            draft: of the pause, with the writer's synopsis.
            sentence: the chosen one; None for silence, after which the listener knows nothing more.
            roles: the people of the film.
        """
        if sentence is None:
            return self
        named = (role.spoken for role in people_named(sentence.text, roles))
        place = draft.view.place
        return replace(
            self,
            synopsis=_words(draft.synopsis, _MAX_SYNOPSIS) or self.synopsis,
            sentences=(*self.sentences, sentence.text)[-_MAX_SENTENCES:],
            named=tuple(dict.fromkeys((*self.named, *named))),
            place=place if place and _last_word(place) in sentence.text.casefold() else self.place,
        )


def _words(text: str, at_most: int) -> str:
    return " ".join(text.split()[:at_most])


def _last_word(text: str) -> str:
    return text.rsplit(maxsplit=1)[-1].strip(".,;").casefold()
