"""The time of readers grows no faster than their input, also on inputs that are made to take long."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cinescribe.corpus.alignment.comparable_words import normalised_words
from cinescribe.corpus.datasets.mpii_md import named_people
from cinescribe.corpus.film_folder.sentence_filter import sentence_flags
from cinescribe.corpus.narration.sentence_ends import split_sentences
from cinescribe.corpus.narration.transcripts import read_transcript
from cinescribe.corpus.screenplays.screenplay import read_screenplay, script_cast
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.name_replacement import with_names
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.media.speech.caption_text import subtitle_words, without_tags
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.metrics.embedding.metaphor import metaphor
from tests.growth_of_readers.growth import TOO_MUCH, growth

pytestmark = pytest.mark.slow

ASS = "[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,"
TTML = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{}</div></body></tt>'
FDX = '<FinalDraft><Content><Paragraph Type="Action"><Text>{}</Text></Paragraph></Content></FinalDraft>'
ANNA = NamedPerson("Anna", ("Anna",))

FILES: dict[str, Mapping[str, Callable[[int], str]]] = {
    "a.fountain": {
        "open notes": lambda n: "[" * n,
        "notes that end nowhere": lambda n: "[[\n\n" * n + "]]",
        "notes": lambda n: "[[a]]\n" * n,
        "open emphasis": lambda n: "**a " * n,
        "escaped emphasis": lambda n: "*\\*a" * n,
        "spaces in a line": lambda n: "A" + " " * n + "#",
        "brackets in a name": lambda n: "@A" + " (" * n + "\nb",
        "dashes in a name": lambda n: "@A" + " -" * n + "b\nc",
        "comments": lambda n: "/*" * n,
        "many speakers": lambda n: "\n".join(f"\nANNA {k}\nAnna {k}.\n\nAnna {k} waits.\n" for k in range(n)),
    },
    "a.txt": {
        "spaces in a row": lambda n: "INT. A" + " " * n + "x",
        "page and spaces": lambda n: "page" + " " * n + "x",
        "stars": lambda n: "* " * n + "x",
        "dashes": lambda n: "A - " * n,
        "names and colons": lambda n: "A : (b\n" * n,
        "short rows": lambda n: "A\n\n" * n,
        "pairs": lambda n: "ANNA   BOB\na   b\n" * n,
    },
    "a.fdx": {
        "nested tags": lambda n: FDX.format("<a>x" * n),
        "paragraphs": lambda n: FDX.format("</Text></Paragraph><Paragraph><Text>" * n),
    },
    "a.srt": {
        "times alone": lambda n: "0:00.0-->0:01.0\n" * n,
        "arrows": lambda n: "-->" * n,
        "open brackets": lambda n: "0:00.0-->0:01.0\n" + "(" * n,
        "open nested brackets": lambda n: "0:00.0-->0:01.0\n" + "((a)" * n,
        "notes": lambda n: "0:00.0-->0:01.0\n" + "\u266aa\n" * n,
        "dashes": lambda n: "0:00.0-->0:01.0\n" + "-\n" * n,
        "spaces before a colon": lambda n: "0:00.0-->0:01.0\na" + " " * n + "b",
        "open tags": lambda n: "0:00.0-->0:01.0\n" + "<a" * n,
    },
    "a.ass": {
        "open overrides": lambda n: ASS + "{" * n,
        "overrides": lambda n: ASS + "{\\k}" * n,
        "dialogues": lambda n: ASS + ("a\n" + ASS[ASS.index("Dialogue") :]) * n,
    },
    "a.vtt": {
        "notes": lambda n: "WEBVTT\n\n" + "NOTE\n" * n,
        "tags": lambda n: "WEBVTT\n\n0:00.0-->0:01.0\n" + "<1" * n,
    },
    "a.ttml": {
        "paragraphs": lambda n: TTML.format('<p begin="1s" end="2s">a</p>' * n),
        "breaks": lambda n: TTML.format(f'<p begin="1s" end="2s">{"a<br/>" * n}</p>'),
        "spans": lambda n: TTML.format(f'<p begin="1s" end="2s">{"<span>a</span>" * n}</p>'),
    },
    "d.csv": {"unfinished sentences": lambda n: "start,end,text\n" + "".join(f"{k},{k}.9,and\n" for k in range(n))},
}
READERS = {".fountain": script_cast, ".txt": script_cast, ".fdx": read_screenplay, ".csv": read_transcript}

TEXTS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "MPII-MD, many people": (lambda text: named_people("SOMEONE, " * text.count(",") + "y", text), lambda n: "a, " * n),
    "spoken words, stars": (subtitle_words, lambda n: "*a\n" * n),
    "spoken words, hashes": (subtitle_words, lambda n: "- # a\n" * n),
    "tags, open": (without_tags, lambda n: "{\\" * n),
    "comparable words, brackets": (normalised_words, lambda n: "([" * n),
    "comparable words, line breaks": (normalised_words, lambda n: "\n" * n),
    "sentences, abbreviations": (split_sentences, lambda n: "Mr. A " * n),
    "sentences, quotes": (split_sentences, lambda n: ".''' " * n),
    "sentences, one word": (split_sentences, lambda n: "a" * n + ". B"),
    "flags, articles": (sentence_flags, lambda n: "a b " * n),
    "names, everywhere": (NameFinder([ANNA]).mentions, lambda n: "Anna sees " * n),
    "names, spaces": (NameFinder([ANNA]).mentions, lambda n: "the" + " " * n + "Anna" + " " * n),
    "put-in names": (lambda text: with_names(text, {"P1": "Anna"}), lambda n: "P1 " * n),
    "tokens, one word": (lambda text: tokenize([text]), lambda n: "a" * n),
    "tokens, dots": (lambda text: tokenize([text]), lambda n: "a." * n),
    "tokens, digits": (lambda text: tokenize([text]), lambda n: "1" * n),
    "tokens, signs": (lambda text: tokenize([text]), lambda n: "(<&-" * n),
    "metaphor, as": (metaphor, lambda n: "a is as " * n),
    "parse, brackets": (lambda text: shipped_parser().parse([text]), lambda n: "a" + "[" * n),
    "tokens, accents": (lambda text: tokenize([text]), lambda n: "\u00e9a" * n),
}


@pytest.mark.parametrize(("name", "pattern"), [(name, key) for name, some in FILES.items() for key in some])
def test_file_readers_take_linear_time(tmp_path: Path, name: str, pattern: str) -> None:
    path = tmp_path / name
    reader = READERS.get(path.suffix, read_subtitles)

    def read(n: int) -> object:
        path.write_text(FILES[name][pattern](n))
        return reader(path)

    assert growth(read, 500) < TOO_MUCH


@pytest.mark.parametrize("what", TEXTS)
def test_text_readers_take_linear_time(what: str) -> None:
    reader, text = TEXTS[what]
    assert growth(lambda n: reader(text(n)), 500) < TOO_MUCH
