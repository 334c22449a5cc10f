from .concepts import ConceptTuple as ConceptTuple
from .spice import (
    SpiceMatch as SpiceMatch,
)
from .spice import (
    match_tuples as match_tuples,
)
from .spice import (
    spice as spice,
)
from .spice import (
    spice_from_tuples as spice_from_tuples,
)
from .spice_categories import CATEGORIES as CATEGORIES
from .tuples import Tuples as Tuples
from .tuples import check_items as check_items
from .tuples import pair_tuples as pair_tuples
