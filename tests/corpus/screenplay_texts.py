"""Screenplays of Backlot films that were never shot, with subtitles and shots; also as typescripts and PDF."""

from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.plot.fountain import Screenplay, screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.media.speech.srt import srt_block
from cinescribe.schema import Shot
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class Written:
    """A film's screenplay, subtitles, duration and shots."""

    screenplay: Screenplay
    script: Path
    subtitles: Path
    duration: Seconds
    shots: tuple[Shot, ...]


def written(folder: Path, seed: int, *, n_clips: int = 10) -> Written:
    """Plan a film, and write its screenplay and subtitles."""
    plan = plan_film(seed, n_clips=n_clips)
    script, subtitles = folder / f"{plan.id}.fountain", folder / f"{plan.id}.srt"
    made = screenplay(plan)
    script.write_text(made.text, encoding="utf-8")
    write_srt(subtitles, [(line.span.start, line.span.end, line.text) for line in plan.lines])
    shots = tuple(Shot(take.span, take.transition) for take in plan.takes)
    return Written(made, script, subtitles, plan.duration, shots)


def write_srt(path: Path, cues: list[tuple[Seconds, Seconds, str]]) -> None:
    """Write subtitles from (start, end, text)."""
    blocks = [srt_block(n, Span(start, end), text) for n, (start, end, text) in enumerate(cues, 1)]
    path.write_text("\n".join(blocks), encoding="utf-8")


def typed(made: Screenplay, *, action: int, speech: int, name: int, width: int = 35) -> str:
    """Return a screenplay as a typescript: in columns, with page numbers, headers, scene numbers and revision stars."""
    rows: list[str] = []
    cues = {element.line: made.text.split("\n")[element.line - 2] for element in made.elements if element.member}
    n_scenes = 0
    for n, element in enumerate(made.elements):
        if element.kind == "heading":
            n_scenes += 1
            rows += [f"{n_scenes}{' ' * max(action, 2)}{element.text}    {n_scenes}", ""]
        elif element.kind == "action":
            rows += [" " * action + part + ("      *" if n % 3 == 0 else "") for part in _wrapped(element.text, 60)]
            rows.append("")
        else:
            rows += [" " * name + cues[element.line] + (" (V.O.)" if n % 5 == 0 else "")]
            rows += [" " * speech + part for part in _wrapped(element.text, width)] + [""]
        if n % 9 == 8:
            rows += ["(CONTINUED)", "", f"A FILM - Rev. 11/21/98{' ' * 40}{n // 9 + 2}.", "", "CONTINUED:", ""]
    return "\n".join(rows)


def _wrapped(text: str, width: int) -> list[str]:
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) > width:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def write_pdf(path: Path, text: str, *, n_rows: int = 54) -> None:
    """Write typewritten pages: 12-point Courier, ten letters and six rows to the inch."""
    rows = text.split("\n")
    pages = [rows[at : at + n_rows] for at in range(0, len(rows), n_rows)]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ]
    kids = []
    for page in pages:
        drawn = "".join(
            f"BT /F1 12 Tf {36 + 7.2 * (len(row) - len(row.lstrip())):.1f} {740 - 12 * n} Td ({_escaped(row)}) Tj ET\n"
            for n, row in enumerate(page)
            if row.strip()
        ).encode("latin-1")
        kids.append(f"{len(objects) + 2} 0 R")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    _write_objects(path, objects)


def _escaped(row: str) -> str:
    return row.strip().replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _write_objects(path: Path, objects: list[bytes]) -> None:
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size, start = len(objects) + 1, len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    path.write_bytes(out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start))
