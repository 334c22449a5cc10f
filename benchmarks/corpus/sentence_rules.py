"""Share of sentences flagged by the rules, among sentences about text or sound and among sentences about pictures.

The data are sixty sentences written before the rules were tried on them (words for wind, thunder and songs were added
afterwards), captions of photographs, and the published description of a film.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.corpus.core.sentences import Flag
from cinescribe.corpus.film_folder.sentence_filter import flag_sentences, sentence_flags
from cinescribe.corpus.narration.transcripts import read_transcript

NOTE = (
    "The sixty sentences were written before the rules were tried on them; 22 of 30 were flagged then. Words for wind, "
    "thunder and songs were added afterwards, so the present figure is not held out."
)
FILM_SECONDS = 653.0  # duration of Elephants Dream
TEXT_SENTENCES = """A subtitle reads: Berlin, 1961.
Over black, white text reads: Based on a true story.
The clock on the wall shows the caption LIVE.
Gold lettering on the door says Private.
Title: One year later
A title appears: Chapter Two.
A road sign reads Welcome to Ohio.
The book's title reads Great Expectations.
Caption: Moscow.
Words appear on screen: In memory of our fathers.
A handwritten note says Meet me at noon.
"Two weeks earlier"
The newspaper headline declares War Is Over.
The date, May 1st, is superimposed.
Green text scrolls down the monitor."""
SOUND_SENTENCES = """A door slams somewhere.
Dance music plays.
Sirens wail in the distance.
An alarm sounds.
Somebody screams off screen.
The wind howls.
A muffled explosion rumbles.
Gentle violin music swells.
Applause rings out.
There is silence.
We hear the sea.
The song ends.
Thunder crashes.
A telephone rings.
Footsteps approach."""
PICTURE_SENTENCES = """She signs the letter and seals it.
A waiter takes a note from his pocket.
Her name tag falls to the floor.
He turns the page of the newspaper.
A girl with a poster marches past.
The screen goes dark.
He says nothing and looks away.
The musicians pack up their drums.
The bell hangs in the tower.
A dog barks at the postman.
She whistles for the dog.
The phone lies on the bed.
A text arrives on his phone and he smiles.
Ben shouts at Anna.
The siren dives into the sea.
The guard sounds the horn.
The train approaches the station.
A woman on the billboard smiles.
He plays a record.
The date goes badly; she leaves.
Shots are poured at the bar.
A car horn makes her turn.
Anna approaches the stage.
The crowd cheers Ben.
A red sign glows above the bar.
Voices make him look up.
The label peels off the bottle.
The echo of the flash fades from his eyes.
A drum stands in the corner.
He reads the plaque."""


def flagged(texts: Iterable[str], flag: Flag | None = None) -> list[str]:
    """Return the texts with this flag, or with any flag."""
    return [text for text in texts if (flag in sentence_flags(text) if flag else sentence_flags(text))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    text = arguments.shared / "data/text"
    texts, sounds, pictures = (lines.split("\n") for lines in (TEXT_SENTENCES, SOUND_SENTENCES, PICTURE_SENTENCES))
    rows = json.loads((text / "coco_captions/captions_val2017_part.json").read_text(encoding="utf-8"))["annotations"]
    captions = flagged(row["caption"].strip() for row in rows)
    print("captions flagged:", *captions, sep="\n    ")
    sentences = read_transcript(text / "elephants_dream_vtt/descriptions.en.vtt")
    left_out = [one for one in flag_sentences(sentences, duration=FILM_SECONDS) if one.left_out]
    print("left out:", *(f"{one.left_out}: {one.text[:70]}" for one in left_out), sep="\n    ")
    written, heard = flagged(texts, "on-screen text"), flagged(sounds, "sound only")
    seen = flagged(pictures)
    table = print_table(
        "Flagged sentences",
        ("sentences about", "flagged", "of"),
        [
            ("text on screen", len(written), len(texts)),
            ("sounds", len(heard), len(sounds)),
            ("pictures", len(seen), len(pictures)),
            ("photographs (COCO)", len(captions), len(rows)),
            ("a film (Elephants Dream): left out", len(left_out), len(sentences)),
        ],
    )
    n_right, n_wanted = len(written) + len(heard), len(texts) + len(sounds)
    headlines = [
        Headline("on-screen text and mere sounds flagged", f"{n_right} of {n_wanted}"),
        Headline("sentences about pictures flagged", f"{len(seen)} of {len(pictures)}", "0"),
    ]
    title = "Rules on sentences about text and sound"
    report_results("sentence_rules", title, headlines=headlines, tables=[table], notes=[NOTE], write=arguments.write)


if __name__ == "__main__":
    main()
