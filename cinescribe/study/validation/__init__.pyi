from .decisions import Decision as Decision
from .decisions import read_decisions as read_decisions
from .expert import WrittenMetaphor as WrittenMetaphor
from .expert import decide as decide
from .expert import waiting_metaphors as waiting_metaphors
