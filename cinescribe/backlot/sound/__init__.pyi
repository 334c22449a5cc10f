from .film_sound import film_sound as film_sound
from .film_sound import music_spans as music_spans
from .narration import NarratedSentence as NarratedSentence
from .narration import described_sound as described_sound
from .narration import narrate as narrate
from .samples import RATE_HZ as RATE_HZ
from .samples import Samples as Samples
from .samples import gain as gain
from .samples import to_sample as to_sample
from .voices import (
    N_SPEAKERS as N_SPEAKERS,
)
from .voices import (
    narrator as narrator,
)
from .voices import (
    voiced_lines as voiced_lines,
)
from .voices import (
    with_voiced_lines as with_voiced_lines,
)
