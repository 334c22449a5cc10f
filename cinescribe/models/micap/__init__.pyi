from .memory import Memory as Memory
from .micap import Micap as Micap
from .micap import MicapState as MicapState
from .micap import micap_joint as micap_joint
from .sizes import ACTION as ACTION
from .sizes import FACE as FACE
from .sizes import FRAME as FRAME
from .sizes import MicapSizes as MicapSizes
