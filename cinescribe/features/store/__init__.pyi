from .clip_level_features import (
    ClipLevelFeatures as ClipLevelFeatures,
)
from .clip_level_features import (
    join_clip_features as join_clip_features,
)
from .clip_level_features import (
    join_clip_regions as join_clip_regions,
)
from .film_shards import (
    Provenance as Provenance,
)
from .film_shards import (
    Shard as Shard,
)
from .film_shards import (
    StreamFeatures as StreamFeatures,
)
from .film_shards import (
    write_shard as write_shard,
)
from .film_store import (
    CLIP_STREAMS as CLIP_STREAMS,
)
from .film_store import (
    FILM_STREAMS as FILM_STREAMS,
)
from .film_store import (
    MANIFEST as MANIFEST,
)
from .film_store import (
    STREAMS as STREAMS,
)
from .film_store import (
    ClipStream as ClipStream,
)
from .film_store import (
    FeatureStore as FeatureStore,
)
from .film_store import (
    Stream as Stream,
)
