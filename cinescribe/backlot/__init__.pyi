from .drawing.actions import IN_PLACE as IN_PLACE
from .films.continuity import filmed_clips as filmed_clips
from .films.encode import write_film as write_film
from .films.encode import write_sound as write_sound
from .films.reel import Frame as Frame
from .films.reel import reel as reel
from .films.shoot import (
    MAX_HEIGHT as MAX_HEIGHT,
)
from .films.shoot import (
    MIN_HEIGHT as MIN_HEIGHT,
)
from .films.shoot import (
    SIZES as SIZES,
)
from .films.shoot import (
    FilmJob as FilmJob,
)
from .films.shoot import (
    Size as Size,
)
from .films.shoot import (
    shoot as shoot,
)
from .films.shoot import (
    shoot_film as shoot_film,
)
from .films.shoot import (
    truth_path as truth_path,
)
from .plan.plan import (
    PLACES as PLACES,
)
from .plan.plan import (
    SHARED_ACTIONS as SHARED_ACTIONS,
)
from .plan.plan import (
    SOLO_ACTIONS as SOLO_ACTIONS,
)
from .plan.plan import (
    THINGS as THINGS,
)
from .plan.plan import (
    FilmPlan as FilmPlan,
)
from .plan.plan import (
    Take as Take,
)
from .plan.truth import (
    Deviation as Deviation,
)
from .plan.truth import (
    FilmedClip as FilmedClip,
)
from .plan.truth import (
    FilmTruth as FilmTruth,
)
from .plan.truth import (
    FrameSightings as FrameSightings,
)
from .plan.truth import (
    ScriptElement as ScriptElement,
)
from .plot.caption_truth import truthfulness as truthfulness
from .plot.fountain import screenplay as screenplay
from .plot.screenplay import plan_film as plan_film
from .sound.film_sound import film_sound as film_sound
from .sound.narration import (
    NarratedSentence as NarratedSentence,
)
from .sound.narration import (
    described_sound as described_sound,
)
from .sound.narration import (
    narrate as narrate,
)
from .sound.samples import Samples as Samples
from .sound.samples import gain as gain
from .sound.voices import narrator as narrator
from .sound.voices import voiced_lines as voiced_lines
from .sound.voices import with_voiced_lines as with_voiced_lines
from .stills.shoot_stills import shoot_stills as shoot_stills
from .stills.stills import (
    HEIGHT as HEIGHT,
)
from .stills.stills import (
    WIDTH as WIDTH,
)
from .stills.stills import (
    StillPlan as StillPlan,
)
from .stills.stills import (
    draw_still as draw_still,
)
from .stills.stills import (
    plan_still as plan_still,
)
