from .caption_templates import (
    PLACE_WORDS as PLACE_WORDS,
)
from .caption_templates import (
    TEMPLATES as TEMPLATES,
)
from .caption_templates import (
    article as article,
)
from .caption_templates import (
    shortest_caption as shortest_caption,
)
from .caption_templates import (
    template_captions as template_captions,
)
from .naming import with_names as with_names
from .plan import (
    N_LAYOUTS as N_LAYOUTS,
)
from .plan import (
    OUTDOORS as OUTDOORS,
)
from .plan import (
    PLACES as PLACES,
)
from .plan import (
    SHARED_ACTIONS as SHARED_ACTIONS,
)
from .plan import (
    SOLO_ACTIONS as SOLO_ACTIONS,
)
from .plan import (
    THINGS as THINGS,
)
from .plan import (
    UNBUILT as UNBUILT,
)
from .plan import (
    FilmPlan as FilmPlan,
)
from .plan import (
    Gender as Gender,
)
from .plan import (
    Line as Line,
)
from .plan import (
    Member as Member,
)
from .plan import (
    Move as Move,
)
from .plan import (
    Scale as Scale,
)
from .plan import (
    Take as Take,
)
from .scenes import (
    Scene as Scene,
)
from .scenes import (
    action_take as action_take,
)
from .scenes import (
    scenes as scenes,
)
from .scenes import (
    span_of as span_of,
)
from .scenes import (
    takes_by_clip as takes_by_clip,
)
from .truth import (
    VERSION as VERSION,
)
from .truth import (
    CastMember as CastMember,
)
from .truth import (
    Deviation as Deviation,
)
from .truth import (
    DeviationKind as DeviationKind,
)
from .truth import (
    FilmedClip as FilmedClip,
)
from .truth import (
    FilmedShot as FilmedShot,
)
from .truth import (
    FilmTruth as FilmTruth,
)
from .truth import (
    FrameSightings as FrameSightings,
)
from .truth import (
    Metaphor as Metaphor,
)
from .truth import (
    Narration as Narration,
)
from .truth import (
    ScriptElement as ScriptElement,
)
from .truth import (
    Sighting as Sighting,
)
from .truth import (
    SpokenLine as SpokenLine,
)
