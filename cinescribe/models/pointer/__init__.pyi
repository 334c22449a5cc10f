from .matching import NEVER as NEVER
from .matching import best_matching as best_matching
from .matching import log_matchings as log_matchings
from .matching import matching_marginals as matching_marginals
from .pointer import Pointer as Pointer
from .pointer import Pointing as Pointing
from .sizes import POINTER_ROLES as POINTER_ROLES
from .sizes import PointerSizes as PointerSizes
