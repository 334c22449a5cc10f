"""Corpora in our own form, the lists beside films, transcripts and screenplays."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.alignment.align_script import align_script, match_script
from cinescribe.corpus.checks.check_corpus import check_corpus
from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.commonsense.atomic import read_atomic, read_other_relations
from cinescribe.corpus.core.clip_names import parse_timed_name
from cinescribe.corpus.core.corpus import check_kind, read_corpus
from cinescribe.corpus.core.json_lines import read_json_lines, record_or_fault
from cinescribe.corpus.core.stills import inspect_stills, read_stills
from cinescribe.corpus.extraction.film_features import check_features
from cinescribe.corpus.extraction.still_features import check_still_features
from cinescribe.corpus.film_folder.build_films import build_films
from cinescribe.corpus.film_folder.corrections import read_corrections
from cinescribe.corpus.film_folder.film_annotation import annotate_film
from cinescribe.corpus.film_folder.film_folder import films_in
from cinescribe.corpus.film_folder.genre_list import read_genres
from cinescribe.corpus.narration.transcripts import read_time, read_transcript
from cinescribe.corpus.screenplays.screenplay import read_screenplay, script_cast
from cinescribe.corpus.splits.split_file import read_split_list
from cinescribe.corpus.splits.splits import FilmToSplit, update_split_list
from cinescribe.corpus.statistics.corpus_statistics import count_corpus
from cinescribe.corpus.statistics.score_breakdown import read_item_scores
from cinescribe.errors import CorpusError
from cinescribe.input_files import read_text
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Clip
from fuzz.reader import Reader, Seed, file_reader, seed_file
from fuzz.samples.corpora import corpus_files, still_seed
from fuzz.samples.features import region_store_files, store_files
from fuzz.samples.films import film

_CORRECTIONS = (
    b"film\tsentence\tstart\tend\ttext\tkeep\twas_start\twas_end\twas_text\twas_keep\tnote\n"
    b"film\td0001\t0.5\t1.5\tHe runs.\tyes\t0.5\t1.25\tHe ran.\tyes\t\n"
)
_TABLE = b'start,end,text\n0.5,1.5,"He runs."\n00:00:02.000,00:00:03.000,"She sits, "\n'
_DESCRIBED = b"WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nMr. Smith opens the door.\n"
_DIALOGUE = (
    b"1\n00:00:01,000 --> 00:00:02,500\nHello there. Who is it?\n\n"
    b"2\n00:00:03,000 --> 00:00:04,000\nIt is us.\n\n3\n00:00:08,000 --> 00:00:09,000\nWait! Stop.\n"
)
_FOLDER = {
    "film.srt": _DIALOGUE,
    "film.fountain": seed_file("play.fountain"),
    "film.described.vtt": _DESCRIBED,
    "film.names.txt": b"Anna Smith, Anna\n",
    "corrections.tsv": _CORRECTIONS,
    "genres.tsv": b"film\tgenres\nfilm\tdrama, war\n",
    "splits.tsv": b"film\tsplit\tknown by\nfilm\ttrain\tk1 | k2\n",
}


def _read_folder(folder: Path) -> None:
    read_corpus(folder)
    inspect_corpus(folder)
    check_corpus(folder)


def _stills(folder: Path) -> None:
    inspect_stills(folder)
    corpus = read_stills(folder)
    for still in corpus.stills:
        corpus.picture(still)


def _clips(path: Path) -> None:
    for line in read_json_lines(path):
        record_or_fault(line, Clip)


def _update_splits(path: Path) -> None:
    read_split_list(path)
    update_split_list([FilmToSplit("film"), FilmToSplit("other")], path)


def _screenplay(path: Path) -> None:
    read_screenplay(path)
    script_cast(path)


def _times(path: Path) -> None:
    for line in read_text(path).split("\n")[:100]:
        parse_timed_name(line)
        read_time(line.strip() or "0")


def _align(folder: Path) -> None:
    align_script(folder / "play.fountain", folder / "film.srt", duration=60.0)


def _build(folder: Path) -> None:
    built = build_films(folder)
    if built.corpus is None:
        raise CorpusError("no corpus came")


def _count(folder: Path) -> None:
    count_corpus(folder, parser=shipped_parser(), scores={"ours": folder / "scores.csv"})


def _with_features() -> list[Seed]:
    features = {f"features/{name}": content for name, content in store_files().items()}
    return [Seed({"f1.mp4": film(), **corpus_files(), **features}, ("films.jsonl", *features))]


def _stills_with_features() -> list[Seed]:
    features = {f"features/regions/{name}": content for name, content in region_store_files().items()}
    return [Seed({**still_seed().files, **features}, ("stills.jsonl", *features))]


READERS = (
    Reader("corpus.check_features", check_features, _with_features, (check_features,), share=0.5),
    Reader(
        "corpus.check_still_features", check_still_features, _stills_with_features, (check_still_features,), share=0.5
    ),
    Reader(
        "corpus.read_corpus",
        _read_folder,
        lambda: [Seed({"f1.mp4": film(), **corpus_files()}, tuple(corpus_files()))],
        (read_corpus, inspect_corpus, check_corpus, check_kind),
    ),
    Reader("corpus.read_stills", _stills, lambda: [still_seed()], (read_stills, inspect_stills)),
    file_reader(
        _clips,
        "clips.jsonl",
        lambda: [corpus_files()["clips.jsonl"]],
        label="corpus.read_json_lines",
        covers=[read_json_lines, record_or_fault],
    ),
    file_reader(
        read_atomic,
        "atomic.csv",
        [b'event,xIntent,xAttr\nPersonX waits,"[""to see""]","[""none""]"\n'],
        label="corpus.read_atomic.csv",
    ),
    file_reader(
        read_atomic,
        "atomic.tsv",
        [b"PersonX waits\txIntent\tto see\n", b"PersonX waits @@ xAttr\tpatient| none\n"],
        label="corpus.read_atomic.tsv",
    ),
    file_reader(
        read_other_relations,
        "atomic.csv",
        [b'event,xNeed,oWant\nPersonX waits,"[""time""]","[""none""]"\n', b"PersonX waits\txNeed\ttime\n"],
    ),
    file_reader(read_corrections, "corrections.tsv", [_CORRECTIONS]),
    file_reader(read_genres, "genres.tsv", [_FOLDER["genres.tsv"]]),
    file_reader(
        _update_splits,
        "splits.tsv",
        [_FOLDER["splits.tsv"]],
        label="corpus.update_split_list",
        covers=[read_split_list, update_split_list],
    ),
    file_reader(read_transcript, "t.csv", [_TABLE, _TABLE.replace(b",", b";")], label="corpus.read_transcript.csv"),
    file_reader(
        read_transcript, "t.tsv", [b"start\tend\ttext\n0.5\t1.5\tHe runs.\n"], label="corpus.read_transcript.tsv"
    ),
    file_reader(
        read_transcript,
        "t.jsonl",
        [b'{"start": 0.5, "end": 1.0, "text": "He runs and"}\n{"start": 1.5, "end": 3, "text": "sits."}\n'],
        label="corpus.read_transcript.jsonl",
    ),
    file_reader(read_transcript, "t.vtt", [_DESCRIBED, seed_file("cues.vtt")], label="corpus.read_transcript.vtt"),
    *(
        file_reader(
            _screenplay,
            f"play.{form}",
            [seed_file(f"play.{form}")],
            label=f"corpus.read_screenplay.{form}",
            covers=[read_screenplay, script_cast],
        )
        for form in ("fountain", "txt", "fdx", "pdf")
    ),
    file_reader(
        _times,
        "times.txt",
        [b"0:01:02.5\n1.5\n01:02:03,456"],
        label="corpus.read_time",
        covers=[read_time, parse_timed_name],
    ),
    Reader(
        "corpus.align_script",
        _align,
        lambda: [Seed({"play.fountain": seed_file("play.fountain"), "film.srt": _DIALOGUE})],
        (align_script, match_script),
        share=0.5,
    ),
    Reader(
        "corpus.build_films",
        _build,
        lambda: [Seed({"film.mp4": film(), **_FOLDER}, tuple(_FOLDER))],
        (build_films, annotate_film, films_in),
        share=0.1,
    ),
    Reader(
        "corpus.count_corpus",
        _count,
        lambda: [
            Seed(
                {**corpus_files(), "scores.csv": b"clip,METEOR,CIDEr-D\nf1_1,0.5,1\nf1_2,0.25,2\n"},
                ("clips.jsonl", "scores.csv"),
            )
        ],
        (count_corpus, read_item_scores),
        share=0.1,
    ),
)
