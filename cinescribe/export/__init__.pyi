from .description import FORMATS as FORMATS
from .description import export_description as export_description
from .folder import (
    CAST as CAST,
)
from .folder import (
    EVIDENCE as EVIDENCE,
)
from .folder import (
    FACES as FACES,
)
from .folder import (
    FEATURES as FEATURES,
)
from .folder import (
    LOG as LOG,
)
from .folder import (
    SCRIPT as SCRIPT,
)
from .folder import (
    read_script as read_script,
)
from .pages.attribution_page import write_attribution_page as write_attribution_page
from .pages.caption_attribution import (
    AttributionMethod as AttributionMethod,
)
from .pages.caption_attribution import (
    CaptionAttribution as CaptionAttribution,
)
from .pages.caption_attribution import (
    GridCell as GridCell,
)
from .pages.caption_attribution import (
    WordAttribution as WordAttribution,
)
from .pages.embedded_pictures import FrameFolder as FrameFolder
