"""Reads the facts of films' stories: written ones, and those that Backlot knows of its films."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.errors import CorpusError, brief
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.language.names.names import NamedPerson
from cinescribe.metrics.description.action_score import actions
from cinescribe.metrics.description.described_film import Casts
from cinescribe.metrics.description.story_recall import StoryFact
from cinescribe.metrics.identity.person_ids import person_ids
from cinescribe.store import read_record
from cinescribe.tables import read_table_rows

_TRUTH = ".truth.json"
_THING = "box"
# Common verbs say an action only with their complements.
_LIGHT = frozenset(
    (
        *("be", "bring", "come", "get", "give", "go", "have", "hold", "lift", "lower", "make", "move", "put", "raise"),
        *("reach", "set", "take", "turn"),
    )
)
_NO_VERBS = frozenset(("have", "on"))  # relations of possessives and places, which no verb says
_WAYS = {"{to}": ("to", "into", "onto"), "{along}": ("through", "along", "down", "across")}  # in the templates' graphs
# What fills the slots of Backlot's caption templates when only their verbs matter.
_SLOTS = {
    "a": "Anna", "b": "Ben", "o": f"a {_THING}", "it": "it", "his": "her", "himself": "herself", "place": "kitchen",
    "at": " in the kitchen", "into": "into the kitchen", "through": "through the kitchen",
}  # fmt: skip


@dataclass(frozen=True)
class Story:
    """What happens in films, and who their people are.

    Args:
        facts: in the order of the file.
        casts: the people of each film; None where the file does not have them.
    """

    facts: tuple[StoryFact, ...]
    casts: Casts | None = None


def read_story(path: Path) -> Story:
    """Return the facts of a file.

    Args:
        path: a text file with a fact a line, of one film; CSV, TSV or JSONL with `fact` and perhaps `film`; or what
            Backlot knows of a film, `<film>.truth.json`.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: when it has no fact, or a row has none.
    """
    path = Path(path)
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(_TRUTH):
        return backlot_story([read_record(path, FilmTruth)])
    if name.endswith(".txt"):
        facts = tuple(StoryFact("", line.strip()) for _, line in numbered_lines(read_text(path)))
        if not facts:
            raise CorpusError(f"{str(path)!r} has no fact; expected one a line")
        return Story(facts)
    rows = read_table_rows(path)
    bare = next((row for row in rows if not row.text("fact")), None)
    if bare is not None:
        raise CorpusError(f"{bare.where} has no fact; expected a sentence in the column fact")
    return Story(tuple(StoryFact(row.text("film"), row.text("fact")) for row in rows))


def backlot_story(truths: Iterable[FilmTruth]) -> Story:
    """Return a fact for each action of Backlot's films: its verbs, and who does it to whom.

    A verb that belongs to several actions (`walks into`, `walks away`) counts only with its complement.

    Raises:
        CorpusError: when a clip has no caption, an unknown action, or a person outside the cast.
    """
    facts: list[StoryFact] = []
    casts: dict[str, tuple[NamedPerson, ...]] = {}
    for truth in truths:
        names = {member.id: member.name for member in truth.cast}
        casts[truth.id] = tuple(NamedPerson(name, (name,)) for name in names.values())
        facts += [_fact(truth.id, clip, names) for clip in truth.clips]
    return Story(tuple(facts), casts)


def _fact(film: str, clip: FilmedClip, names: Mapping[str, str]) -> StoryFact:
    doers = (clip.actor,) if clip.partner is None else (clip.actor, clip.partner)
    named = {*doers, *person_ids("".join(caption.text for caption in clip.captions[:1]))}
    if clip.action not in TEMPLATES or not named <= names.keys() or not clip.captions:
        raise CorpusError(
            f"the truth of the film {brief(film)} has the action {brief(clip.action)} of {', '.join(sorted(named))}; "
            "expected a known action of people of its cast, with a caption"
        )
    text = named_text(clip.captions[0].text, names)
    thing = (clip.thing or _THING).rpartition(" ")[2]
    verbs = frozenset(
        verb.removesuffix(_THING) + thing if verb.endswith(f" {_THING}") else verb
        for verb in action_verbs()[clip.action]
    )
    return StoryFact(film, text, verbs, frozenset(names[id] for id in doers))


@cache
def action_verbs() -> Mapping[str, frozenset[str]]:
    """Return what says each of Backlot's actions: verbs, or verbs with their complements; `box` is any thing."""
    from cinescribe.language.parser.parse import shipped_parser  # noqa: PLC0415  spaCy is slow to import

    found: dict[str, set[tuple[str | None, str | None]]] = {}
    for name, templates in TEMPLATES.items():
        parsed = actions([template.format(**_SLOTS) for template, *_ in templates], shipped_parser())
        found[name] = {(action.verb, action.complement) for own in parsed for action in own}
        found[name] |= {pair for _, *graph in templates for each in graph for pair in _graph_verbs(each)}
    uses = Counter(verb for own in found.values() for verb in {verb for verb, _ in own})
    return {name: frozenset(key for pair in own if (key := _key(*pair, uses))) for name, own in found.items()}


def _graph_verbs(written: str) -> Iterator[tuple[str, str | None]]:
    """Yield the verb of a template's tuple with each complement: `{a}|walk {to}|{place}`, `{a}|take|seat`."""
    _, relation, *ends = written.split("|")
    verb, _, rest = relation.partition(" ")
    if verb in _NO_VERBS:
        return
    for way in _WAYS.get(rest, (rest,)):
        end = ends[0] if ends and not rest else ""
        yield verb, way or {"{thing}": _THING, "{b}": "someone"}.get(end, end) or None


def _key(verb: str | None, complement: str | None, uses: Mapping[str | None, int]) -> str | None:
    if uses[verb] == 1 and verb not in _LIGHT:
        return verb
    return f"{verb} {complement}" if complement else None
