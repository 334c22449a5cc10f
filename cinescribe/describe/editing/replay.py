"""The script that follows from a draft and its journal. It is a pure function: the same ones give the same script."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from cinescribe.describe.editing.people_edits import described_people, spoken_label
from cinescribe.describe.editing.revisions import NameAtRevision, PersonChange, Revision, effective
from cinescribe.language.names.name_replacement import with_names
from cinescribe.schema import Cue, Person, Script

_DRAFT = 0  # in place of the number of a revision


def replay(draft: Script, revisions: Sequence[Revision]) -> Script:
    """Return a draft with all edits by hand.

    A cue that was edited is as its last revision left it, whatever the draft has under its id; only the names of people
    who are called differently now are replaced in it.

    Args:
        draft: the script as `describe` wrote it.
        revisions: the whole journal.
    """
    return Replayed(draft, revisions).script


class Replayed:
    """A draft with a journal that grows: a further revision costs what it changes, however long the journal is.

    Args:
        draft: the script as `describe` wrote it.
        revisions: the journal so far.
    """

    def __init__(self, draft: Script, revisions: Iterable[Revision] = ()) -> None:
        self.draft = draft
        self._revisions: list[Revision] = []
        self._of_people: list[int] = []  # numbers of revisions that change people, which are few
        self._n_undoing: Counter[int] = Counter()  # revisions that hold and take this one back
        self._versions: dict[str, list[tuple[int, Cue | None]]] = defaultdict(list)
        for cue in draft.cues:
            self._versions[cue.id].append((_DRAFT, cue))
        changed: set[str] = set()
        for revision in revisions:
            changed |= self._added(revision)
        self._people = self._people_after(self._person_changes())
        self._cues: dict[str, Cue] = {}
        self._refresh(self._versions)
        self._script: Script | None = None

    @property
    def revisions(self) -> tuple[Revision, ...]:
        """The journal."""
        return tuple(self._revisions)

    @property
    def script(self) -> Script:
        """The draft with all edits."""
        if self._script is None:
            order = {name: n for n, name in enumerate(self._versions)}  # of cues that begin together: it never changes
            ordered = sorted(self._cues.items(), key=lambda item: (item[1].span.start, order[item[0]]))
            self._script = self.draft.replace(cues=tuple(cue for _, cue in ordered), people=self._people)
        return self._script

    def apply(self, revision: Revision) -> None:
        """Add a revision to the end of the journal."""
        self._script = None
        changed = self._added(revision)
        people = self._people_after(self._person_changes())
        if people != self._people or revision.people or self._concerns_people(revision):
            self._people = people
            self._refresh(self._versions)
        else:
            self._refresh(changed)

    def _concerns_people(self, revision: Revision) -> bool:
        while revision.undoes is not None and 0 < revision.undoes < len(self._revisions):
            revision = self._revisions[revision.undoes - 1]
        return bool(revision.people)

    def _added(self, revision: Revision) -> set[str]:
        """Take a revision in; return the ids of the cues that may differ now."""
        self._revisions.append(revision)
        number = len(self._revisions)
        if revision.people:
            self._of_people.append(number)
        for change in revision.changes:
            self._versions[change.cue].append((number, change.after))
        changed = {change.cue for change in revision.changes}
        return changed | (self._taken_back(number) if not self._n_undoing[number] else set())

    def _taken_back(self, number: int) -> set[str]:
        """Let the undo with this number hold; what it takes back, and so on, holds or does not from now on."""
        changed: set[str] = set()
        holds, revision = True, self._revisions[number - 1]
        while revision.undoes is not None and 0 < revision.undoes <= len(self._revisions):
            target = revision.undoes
            self._n_undoing[target] += 1 if holds else -1
            if self._n_undoing[target] != (1 if holds else 0):  # others take it back too: nothing follows
                break
            holds, revision = not holds, self._revisions[target - 1]
            changed |= {change.cue for change in revision.changes}
        return changed

    def _person_changes(self) -> list[tuple[int, PersonChange]]:
        return [
            (number, change)
            for number in self._of_people
            if not self._n_undoing[number]
            for change in self._revisions[number - 1].people
        ]

    def _people_after(self, changes: Sequence[tuple[int, PersonChange]]) -> tuple[Person, ...]:
        return described_people(self.draft.people, (), [change for _, change in changes])[0]

    def _refresh(self, names: Iterable[str]) -> None:
        """Make the cues of these ids as they are now."""
        changes = self._person_changes()
        people_before: dict[int, tuple[Person, ...]] = {}  # by number of changes
        for name in names:
            number, cue = next(
                (pair for pair in reversed(self._versions[name]) if not self._n_undoing[pair[0]]), (_DRAFT, None)
            )
            if cue is None:
                self._cues.pop(name, None)
                continue
            n_earlier, n_before = sum(at < number for at, _ in changes), sum(at <= number for at, _ in changes)
            for n in {n_earlier, n_before} - people_before.keys():
                people_before[n] = self._people_after(changes[:n])
            if number != _DRAFT:
                # `called` is from before the revision, which has reworded its cues itself.
                then = self._revisions[number - 1].called
                cue = renamed(cue, then, people_before[n_earlier], language=self.draft.language)
            later = [change for _, change in changes[n_before:]]
            self._cues[name] = _after_changes(people_before[n_before], cue, later, self.draft.language)


def _after_changes(people: Sequence[Person], cue: Cue, changes: Sequence[PersonChange], language: str) -> Cue:
    return described_people(people, (cue,), changes, language=language)[1][0] if changes else cue


def edited_ids(revisions: Sequence[Revision]) -> frozenset[str]:
    """Return the ids of the cues that a draft has no say in: changed, added or removed by hand."""
    return frozenset(change.cue for number in effective(revisions) for change in revisions[number - 1].changes)


def renamed(cue: Cue, called: Sequence[NameAtRevision], people: Sequence[Person], *, language: str) -> Cue:
    """Return a cue with the names that people have now, in place of those that they had when it was written.

    Args:
        cue: the cue.
        called: what people were called then.
        people: the people now.
        language: of the cue, as BCP 47 tag.
    """
    now = {person.id: person for person in people}
    names: dict[str, str] = {}
    for then in called:
        person = now.get(then.person)
        if person is not None and then.name != person.called:
            name = person.name or spoken_label(person.label, language)
            names[then.name] = name
            if not then.is_named:  # the voice does not say P1 but person 1
                names[spoken_label(then.name, language)] = name
    text = with_names(cue.text, names)
    return cue if text == cue.text else cue.replace(text=text, shorter=())
