from .blanks import (
    answers as answers,
)
from .blanks import (
    blanked as blanked,
)
from .blanks import (
    caption_of as caption_of,
)
from .blanks import (
    filled as filled,
)
from .blanks import (
    with_local_ids as with_local_ids,
)
from .clip_faults import captions_of as captions_of
from .clip_faults import clip_faults as clip_faults
from .clip_names import (
    dotted_clock as dotted_clock,
)
from .clip_names import (
    id_or_timed_name as id_or_timed_name,
)
from .clip_names import (
    parse_timed_name as parse_timed_name,
)
from .clip_names import (
    timed_name as timed_name,
)
from .clip_names import (
    unique_names as unique_names,
)
from .corpus import (
    CARD as CARD,
)
from .corpus import (
    CLIPS as CLIPS,
)
from .corpus import (
    FEATURES as FEATURES,
)
from .corpus import (
    FILMS as FILMS,
)
from .corpus import (
    STILLS as STILLS,
)
from .corpus import (
    Corpus as Corpus,
)
from .corpus import (
    CorpusCard as CorpusCard,
)
from .corpus import (
    CorpusFilm as CorpusFilm,
)
from .corpus import (
    check_kind as check_kind,
)
from .corpus import (
    read_corpus as read_corpus,
)
from .corpus import (
    write_corpus as write_corpus,
)
from .json_lines import (
    JsonLine as JsonLine,
)
from .json_lines import (
    SomeRecord as SomeRecord,
)
from .json_lines import (
    read_json_lines as read_json_lines,
)
from .json_lines import (
    record_or_fault as record_or_fault,
)
from .malformed import MALFORMED as MALFORMED
from .malformed import wrong_format as wrong_format
from .picture_folder import LINK as LINK
from .picture_folder import link_pictures as link_pictures
from .sentences import (
    NOT_CHOSEN as NOT_CHOSEN,
)
from .sentences import (
    FilmSentence as FilmSentence,
)
from .sentences import (
    Flag as Flag,
)
from .sentences import (
    Origin as Origin,
)
from .sentences import (
    outside_film as outside_film,
)
from .stills import (
    SPLITS as SPLITS,
)
from .stills import (
    StillCorpus as StillCorpus,
)
from .stills import (
    StillSplit as StillSplit,
)
from .stills import (
    has_stills as has_stills,
)
from .stills import (
    inspect_stills as inspect_stills,
)
from .stills import (
    read_stills as read_stills,
)
from .stills import (
    write_stills as write_stills,
)
from .videosets import disjoint_sets as disjoint_sets
from .videosets import overlapping_sets as overlapping_sets
