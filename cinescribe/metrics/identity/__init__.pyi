from .fitb import ACCURACIES as ACCURACIES
from .fitb import FitbScores as FitbScores
from .fitb import fitb as fitb
from .fitb import score_fitb as score_fitb
from .fitb_files import Blanks as Blanks
from .ispice import identity_terms as identity_terms
from .ispice import ispice as ispice
from .person_ids import (
    PERSON as PERSON,
)
from .person_ids import (
    normalise_ids as normalise_ids,
)
from .person_ids import (
    person_ids as person_ids,
)
from .person_ids import (
    rename_ids as rename_ids,
)
from .sensitivity import sensitivity as sensitivity
