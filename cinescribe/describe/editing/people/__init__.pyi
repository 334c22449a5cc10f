from .joined_names import repeats_name as repeats_name
from .joined_names import with_single_names as with_single_names
from .people_preview import CuePreview as CuePreview
from .people_preview import Doubt as Doubt
from .people_preview import PeoplePreview as PeoplePreview
from .people_preview import answered as answered
from .people_preview import preview as preview
from .people_preview import reassigned as reassigned
