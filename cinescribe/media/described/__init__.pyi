from .residual import (
    HOP as HOP,
)
from .residual import (
    BandPowers as BandPowers,
)
from .residual import (
    Values as Values,
)
from .residual import (
    band_powers as band_powers,
)
from .residual import (
    transfer_function as transfer_function,
)
from .residual import (
    transfer_gain as transfer_gain,
)
from .residual import (
    unducked_gain as unducked_gain,
)
from .residual_voice import steady_gain as steady_gain
from .residual_voice import write_voice as write_voice
from .sound_alignment import (
    SoundAlignment as SoundAlignment,
)
from .sound_alignment import (
    aligned_film as aligned_film,
)
from .sound_alignment import (
    sound_alignment as sound_alignment,
)
