from .batch import Batch as Batch
from .batch import ClipInput as ClipInput
from .batch import PictureLevels as PictureLevels
from .blank_embedding_cache import CachedBlanks as CachedBlanks
from .blank_text import EncodedBlanks as EncodedBlanks
from .blank_text import blanked_text as blanked_text
from .blank_text import encoded_blanks as encoded_blanks
from .frames import (
    METERED_HZ as METERED_HZ,
)
from .frames import (
    FrameWriter as FrameWriter,
)
from .frames import (
    PictureMeter as PictureMeter,
)
from .frames import (
    read_frames as read_frames,
)
from .set_batch import SetBatch as SetBatch
from .set_batch import SetSizes as SetSizes
from .set_faces import (
    FaceTokens as FaceTokens,
)
from .set_faces import (
    clip_clusters as clip_clusters,
)
from .set_faces import (
    detections as detections,
)
from .set_faces import (
    shuffled_clusters as shuffled_clusters,
)
from .set_reader import SetReader as SetReader
