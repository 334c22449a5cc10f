from .attribution_page import write_attribution_page as write_attribution_page
from .caption_attribution import AttributionMethod as AttributionMethod
from .caption_attribution import CaptionAttribution as CaptionAttribution
from .caption_attribution import GridCell as GridCell
from .caption_attribution import WordAttribution as WordAttribution
from .embedded_pictures import FrameFolder as FrameFolder
from .page import write_page as write_page
