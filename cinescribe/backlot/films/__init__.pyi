from .continuity import filmed_clips as filmed_clips
from .encode import write_film as write_film
from .encode import write_sound as write_sound
from .reel import Frame as Frame
from .reel import reel as reel
from .shoot import (
    MAX_HEIGHT as MAX_HEIGHT,
)
from .shoot import (
    MIN_HEIGHT as MIN_HEIGHT,
)
from .shoot import (
    RATE_HZ as RATE_HZ,
)
from .shoot import (
    SIZES as SIZES,
)
from .shoot import (
    TRUTH as TRUTH,
)
from .shoot import (
    FilmJob as FilmJob,
)
from .shoot import (
    Size as Size,
)
from .shoot import (
    check_truth as check_truth,
)
from .shoot import (
    shoot as shoot,
)
from .shoot import (
    shoot_film as shoot_film,
)
from .shoot import (
    truth_path as truth_path,
)
