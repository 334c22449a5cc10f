from .clip_extractors import (
    ClipExtractor as ClipExtractor,
)
from .clip_extractors import (
    clip_extractor as clip_extractor,
)
from .clip_extractors import (
    clips_digest as clips_digest,
)
from .extract import (
    ExtractionResult as ExtractionResult,
)
from .extract import (
    Extractor as Extractor,
)
from .extract import (
    FilmTask as FilmTask,
)
from .extract import (
    StreamExtractor as StreamExtractor,
)
from .extract import (
    Workforce as Workforce,
)
from .extract import (
    extract as extract,
)
from .extractors import FACES_HZ as FACES_HZ
from .extractors import OWN as OWN
from .extractors import extractor as extractor
