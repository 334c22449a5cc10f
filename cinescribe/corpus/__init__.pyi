from .alignment.align_script import AlignedLine as AlignedLine
from .alignment.align_script import align_script as align_script
from .alignment.word_alignment import matched_words as matched_words
from .checks.check_corpus import (
    CorpusSummary as CorpusSummary,
)
from .checks.check_corpus import (
    SplitSummary as SplitSummary,
)
from .checks.check_corpus import (
    check_corpus as check_corpus,
)
from .checks.check_corpus import (
    corpus_summary as corpus_summary,
)
from .checks.inspect_corpus import inspect_corpus as inspect_corpus
from .checks.still_summary import (
    StillSplitSummary as StillSplitSummary,
)
from .checks.still_summary import (
    StillSummary as StillSummary,
)
from .checks.still_summary import (
    still_summary as still_summary,
)
from .core.blanks import (
    answers as answers,
)
from .core.blanks import (
    blanked as blanked,
)
from .core.blanks import (
    caption_of as caption_of,
)
from .core.blanks import (
    filled as filled,
)
from .core.blanks import (
    with_local_ids as with_local_ids,
)
from .core.corpus import (
    CARD as CARD,
)
from .core.corpus import (
    CLIPS as CLIPS,
)
from .core.corpus import (
    FEATURES as FEATURES,
)
from .core.corpus import (
    FILMS as FILMS,
)
from .core.corpus import (
    STILLS as STILLS,
)
from .core.corpus import (
    Corpus as Corpus,
)
from .core.corpus import (
    CorpusCard as CorpusCard,
)
from .core.corpus import (
    CorpusFilm as CorpusFilm,
)
from .core.corpus import (
    read_corpus as read_corpus,
)
from .core.corpus import (
    write_corpus as write_corpus,
)
from .core.sentences import Flag as Flag
from .core.stills import (
    SPLITS as SPLITS,
)
from .core.stills import (
    StillCorpus as StillCorpus,
)
from .core.stills import (
    StillSplit as StillSplit,
)
from .core.stills import (
    has_stills as has_stills,
)
from .core.stills import (
    inspect_stills as inspect_stills,
)
from .core.stills import (
    read_stills as read_stills,
)
from .core.stills import (
    write_stills as write_stills,
)
from .core.videosets import disjoint_sets as disjoint_sets
from .core.videosets import overlapping_sets as overlapping_sets
from .datasets.backlot import HEIGHT as HEIGHT
from .datasets.backlot import LICENCE as LICENCE
from .datasets.backlot import build_backlot as build_backlot
from .datasets.backlot import clip_id as clip_id
from .datasets.backlot_stills import build_backlot_stills as build_backlot_stills
from .datasets.coco import SOURCE as SOURCE
from .datasets.coco import build_coco as build_coco
from .datasets.formats import FORMS as FORMS
from .datasets.formats import READERS as READERS
from .datasets.formats import export_corpus as export_corpus
from .datasets.image_sequences import build_sequences as build_sequences
from .datasets.lsmdc import build_lsmdc as build_lsmdc
from .datasets.submissions import write_submission as write_submission
from .extraction.film_features import check_features as check_features
from .extraction.film_features import extract_corpus as extract_corpus
from .extraction.still_features import check_still_features as check_still_features
from .extraction.still_features import extract_stills as extract_stills
from .film_folder.build_films import build_films as build_films
from .film_folder.script_film import align_script_to_film as align_script_to_film
from .film_folder.script_film import film_beside as film_beside
from .film_folder.sentence_filter import flag_sentences as flag_sentences
from .film_folder.sentence_filter import sentence_flags as sentence_flags
from .narration.described_track import (
    RATE_HZ as RATE_HZ,
)
from .narration.described_track import (
    DescriptionAudio as DescriptionAudio,
)
from .narration.described_track import (
    segment_ad as segment_ad,
)
from .narration.recognisers import Recogniser as Recogniser
from .narration.recognisers import recogniser as recogniser
from .narration.transcripts import read_transcript as read_transcript
from .splits.splits import (
    LSMDC_FILMS as LSMDC_FILMS,
)
from .splits.splits import (
    FilmToSplit as FilmToSplit,
)
from .splits.splits import (
    imbalance as imbalance,
)
from .splits.splits import (
    split_films as split_films,
)
from .statistics.corpus_statistics import count_corpus as count_corpus
from .statistics.report_folder import corpus_stats as corpus_stats
from .statistics.report_folder import write_stats as write_stats
from .statistics.tables import Table as Table
from .statistics.tables import format_cell as format_cell
from .statistics.tables import tables as tables
