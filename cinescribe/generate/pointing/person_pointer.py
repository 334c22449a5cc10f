"""A pointer over a whole film: who is meant by the person words of its captions, by the people its faces show."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from cinescribe.corpus.core.blanks import blanked
from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.film_people import FilmPeople, people_of_features
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.generate.pointing.point import PointedPerson, point
from cinescribe.language.names.name_replacement import with_names
from cinescribe.metrics.identity.person_ids import person_ids
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.model_table import FACE_TOKENS
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.schema import Caption, Clip, ClipSet, Evidence, Person

_BATCH_SIZE = 16  # sets that are read together


@dataclass(frozen=True)
class PointedFilm:
    """What a pointer knows of a film.

    Args:
        clips: that captions describe, in order.
        people: whose faces are known.
        features: of the film.
        owners: the person of each face and figure, as `people_of_features` numbers them; one who is not among `people`
            where no face shows who it is; or None.
    """

    clips: Sequence[Clip]
    people: Sequence[Person]
    features: FilmFeatures
    owners: Sequence[str | None]

    @cached_property
    def seen(self) -> FilmPeople:
        """The faces and figures of the film."""
        return people_of_features(self.features)

    @cached_property
    def rows_of(self) -> Mapping[str | None, Sequence[int]]:
        """The rows of each owner among `seen`."""
        found = defaultdict[str | None, list[int]](list)
        for n, owner in enumerate(self.owners):
            found[owner].append(n)
        return dict(found)


@dataclass(frozen=True)
class _Mention:
    """The person of a caption's blank, its probability, and the faces and figures that show it; None if unknown."""

    person: str
    probability: float
    owner: str | None


class _PersonWords:
    """The words of a film's people; those whose faces show nowhere get one when they are first meant.

    Args:
        known: the people whose faces show.
        new_ids: unused ids.
    """

    def __init__(self, known: Collection[str], new_ids: Iterator[str]) -> None:
        self._known, self._new_ids = known, new_ids
        self._faceless: dict[str, str] = {}  # the person of each owner who is not known

    def named(
        self, found: Sequence[PointedPerson], words: Sequence[tuple[int, str]], seen: Sequence[str]
    ) -> dict[int, dict[str, _Mention]]:
        """Return whom each person of each caption of one set turns out to be.

        Args:
            found: the people at its blanks.
            words: the caption of each blank, by its number, and the person whom the captioner meant.
            seen: the owner of each face group.
        """
        votes = defaultdict[str | int, Counter[str]](Counter)  # for unknown owners, and for unassigned numbers
        for one, (_, meant) in zip(found, words, strict=True):
            key = one.number if one.group is None else seen[one.group]
            if key not in self._known:
                votes[key][meant] += meant not in seen
        own: dict[str | int, str] = {key: self._faceless[key] for key in votes if key in self._faceless}
        for key, meant_people in votes.items():
            free = (who for who, n in meant_people.most_common() if n and who not in own.values())
            own.setdefault(key, next(free, None) or next(self._new_ids))
        self._faceless |= {key: person for key, person in own.items() if isinstance(key, str)}
        out = defaultdict[int, dict[str, _Mention]](dict)
        for one, (n, meant) in zip(found, words, strict=True):
            owner = None if one.group is None else seen[one.group]
            person = own.get(one.number if owner is None else owner, owner)
            assert person is not None  # everybody who is not known has one
            # A person whom a caption names twice is one person: the first word decides.
            out[n].setdefault(meant, _Mention(person, one.probability, owner))
        return out


class PersonPointer:
    """Assigns the person words of a film's captions to the people of the film.

    Captions in a row are read together, as many as the pointer was trained with. The face groups are the people of the
    film, so that a person with a visible face keeps one word from beginning to end. A person without a visible face
    keeps the captioner's word, unless it is the word of a person with one.

    Args:
        checkpoint: a trained pointer.
        name: its name in logs.

    Raises:
        ModelError: when the checkpoint is no pointer.
    """

    def __init__(self, checkpoint: Checkpoint, *, name: str) -> None:
        if not isinstance(checkpoint.model, Pointer):
            raise ModelError(
                f"{str(checkpoint.folder)!r} holds a {checkpoint.card.model}, which does not point at people; name the "
                "checkpoint of a pointer"
            )
        self.name = name
        self._checkpoint = checkpoint

    @property
    def reads_figures(self) -> bool:
        """Whether it also sees people whose faces are not found."""
        return self._checkpoint.card.face_tokens == "grouped-people"

    def pointed(self, captions: Sequence[Caption], film: PointedFilm) -> list[Caption]:
        """Return the captions with the people that the pointer means, each with its probability as evidence.

        Captions without people, those too long for the pointer and those whose person words match no person are
        unchanged.

        Args:
            captions: of the film, in its order.
            film: what is known of it.

        Raises:
            FeatureError: when features of a clip are missing, or have other widths than the model's.
            ModelError: when scores are not finite.
        """
        called = {person.id: person.called for person in film.people}
        called |= {one: called.get(one, one.upper()) for caption in captions for one in caption.people}
        words, out = _PersonWords({person.id for person in film.people}, _new_ids(called)), list(captions)
        for numbers, people in self._read(captions, film, called, words):
            for n in numbers:
                mentions = people[n]
                for mention in mentions.values():
                    called.setdefault(mention.person, mention.person.upper())
                out[n] = _repointed(captions[n], mentions, film, called)
        return out

    def _read(
        self, captions: Sequence[Caption], film: PointedFilm, called: Mapping[str, str], words: _PersonWords
    ) -> Iterator[tuple[list[int], dict[int, dict[str, _Mention]]]]:
        """Yield the numbers of the captions of each set, and whom the persons of each turn out to be."""
        card, tokens = self._checkpoint.card, self._checkpoint.tokens
        face_tokens = FACE_TOKENS[card.face_tokens]
        reader = SetReader(lambda _: film.features, tokens, sizes=card.sets, face_tokens=face_tokens)
        clips = _caption_clips(captions, film.clips, called)
        sets = list(_sets(clips, reader))
        for at in range(0, len(sets), _BATCH_SIZE):
            some = sets[at : at + _BATCH_SIZE]
            batch = reader.batch([ClipSet(tuple(clips[n] for n in numbers)) for numbers in some])
            batch, seen = _with_people(batch, film.owners, n_groups=self._checkpoint.model.sizes.n_clusters)
            for numbers, found, people in zip(some, point(self._checkpoint.model, batch), seen, strict=True):
                meant = [(n, captions[n].people[k]) for n in numbers for k in _places(captions[n], called)]
                yield numbers, words.named(found, meant, people)


def _caption_clips(captions: Sequence[Caption], clips: Sequence[Clip], called: Mapping[str, str]) -> dict[int, Clip]:
    """Return a clip with a blanked text for each caption with a text, by its number."""
    spans, film = {clip.id: clip.span for clip in clips}, clips[0].film if clips else ""
    texts = {
        n: _with_numbers(one, called) for n, one in enumerate(captions) if one.text and _names_its_people(one, called)
    }
    made = {
        n: Clip(f"caption-{n}", film, captions[n].span or spans[captions[n].clip], text) for n, text in texts.items()
    }
    return {n: blanked(ClipSet((clip,))).clips[0] for n, clip in made.items()}


def _sets(clips: Mapping[int, Clip], reader: SetReader) -> Iterator[list[int]]:
    """Yield the captions that are read together: as many in a row as fit, those apart that fit in none left out."""
    numbers: list[int] = []
    for n in clips:
        longer = ClipSet(tuple(clips[one] for one in (*numbers, n)))
        if numbers and (len(longer.clips) > reader.sizes.n_clips or not reader.fits(longer)):
            yield numbers
            numbers = []
        if numbers or reader.fits(ClipSet((clips[n],))):
            numbers.append(n)
    if numbers:
        yield numbers


def _with_people(
    batch: SetBatch, owners: Sequence[str | None], *, n_groups: int
) -> tuple[SetBatch, list[tuple[str, ...]]]:
    """Return a batch whose face groups are people of the film, and those of each set.

    Groups are numbered by first appearance. Of more people than `n_groups`, those with most faces are taken.
    """
    groups, people = batch.face_cluster.new_zeros(batch.face_cluster.shape), []
    for b in range(len(batch)):
        kept = batch.face_mask[b].nonzero()[:, 0].tolist()
        who = {at: owners[int(batch.face_index[b, at])] for at in kept}
        most = {one for one, _ in Counter(one for one in who.values() if one is not None).most_common(n_groups)}
        number: dict[str, int] = {}
        for at, one in who.items():
            if one is not None and one in most:
                groups[b, at] = number.setdefault(one, len(number) + 1)
        people.append(tuple(number))
    return dataclasses.replace(batch, face_cluster=groups), people


def _repointed(
    caption: Caption, mentions: Mapping[str, _Mention], film: PointedFilm, called: Mapping[str, str]
) -> Caption:
    """Return a caption with the people it turns out to mean; what was measured of others for their words goes."""
    names = {called[meant]: called[mention.person] for meant, mention in mentions.items()}
    replaced = {old for old, new in names.items() if old != new}
    kept = tuple(
        item
        for item in caption.evidence
        if item.word not in replaced and with_names(item.what, dict.fromkeys(replaced, "")) == item.what
    )
    return caption.replace(
        text=with_names(caption.text, names),
        shorter=tuple(with_names(text, names) for text in caption.shorter),
        people=tuple(dict.fromkeys(mentions[one].person if one in mentions else one for one in caption.people)),
        evidence=(*kept, *(_evidence(caption, one, film, called[one.person]) for one in mentions.values())),
    )


def _evidence(caption: Caption, mention: _Mention, film: PointedFilm, name: str) -> Evidence:
    """Return how likely a word means a person, with their clearest face in the clip, or figure, if there is one."""
    span = caption.span or next(clip.span for clip in film.clips if clip.id == caption.clip)
    seen, theirs = film.seen, film.rows_of.get(mention.owner, ()) if mention.owner is not None else ()
    rows = [n for n in theirs if span.has(float(seen.times[n]))]
    if not theirs:
        return _of_word(span.start, f"the word means {name}, whose face is not seen here", mention, name)
    what = "whose face" if any(seen.has_face[n] for n in rows or theirs) else "whose figure"
    if not rows:
        return _of_word(span.start, f"the word means {name}, {what} is seen in clips around this", mention, name)
    row = max(rows, key=lambda n: (bool(seen.has_face[n]), float(seen.scores[n])))
    x0, y0, x1, y1 = seen.boxes[row].tolist()
    found = _of_word(float(seen.times[row]), f"the word means {name}, {what} this is", mention, name)
    return found.replace(box=(x0, y0, x1, y1))


def _of_word(time: float, what: str, mention: _Mention, name: str) -> Evidence:
    # Of a word, so that it moves no cue.
    return Evidence(time, f"{what} ({mention.probability:.0%} likely)", score=mention.probability, word=name)


def _with_numbers(caption: Caption, called: Mapping[str, str]) -> str:
    """Return a caption with `P1`, `P2` in place of its people, by their place in it."""
    return with_names(caption.text, {called[person]: f"P{n}" for n, person in enumerate(caption.people, 1)})


def _names_its_people(caption: Caption, called: Mapping[str, str]) -> bool:
    """Return whether all person words of a caption are of its people: what a captioner of photos calls `P9` is not."""
    return not person_ids(with_names(caption.text, {called[person]: "" for person in caption.people}))


def _places(caption: Caption, called: Mapping[str, str]) -> list[int]:
    """Return the place among a caption's people of each of its person words."""
    return [int(one[1:]) - 1 for one in person_ids(_with_numbers(caption, called))]


def _new_ids(taken: Mapping[str, str]) -> Iterator[str]:
    """Yield unused ids: `p7` after `p1` to `p6`."""
    highest = max((int(one[1:]) for one in taken if one[1:].isdigit()), default=0)
    return (f"p{n}" for n in count(highest + 1))
