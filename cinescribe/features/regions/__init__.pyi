from .hub_regions import HubDetector as HubDetector
from .hub_regions import HubGrid as HubGrid
from .hub_regions import hub_detector as hub_detector
from .region_batch import PictureRegions as PictureRegions
from .region_batch import RegionBatch as RegionBatch
from .region_batch import RegionSizes as RegionSizes
from .region_extractors import (
    BOXES as BOXES,
)
from .region_extractors import (
    REGION_KINDS as REGION_KINDS,
)
from .region_extractors import (
    RegionKind as RegionKind,
)
from .region_extractors import (
    region_extractor as region_extractor,
)
from .region_reader import RegionReader as RegionReader
from .region_reader import RegionSource as RegionSource
from .region_store import (
    MANIFEST as MANIFEST,
)
from .region_store import (
    SHARD_SIZE as SHARD_SIZE,
)
from .region_store import (
    RegionProvenance as RegionProvenance,
)
from .region_store import (
    RegionStore as RegionStore,
)
from .regions import (
    CELLS as CELLS,
)
from .regions import (
    KnownBoxes as KnownBoxes,
)
from .regions import (
    RegionExtractor as RegionExtractor,
)
from .regions import (
    cell_boxes as cell_boxes,
)
