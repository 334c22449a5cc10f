from .expert import ExpertProgress as ExpertProgress
from .expert import WrittenMetaphor as WrittenMetaphor
from .expert import decide as decide
from .expert import expert_progress as expert_progress
from .expert import next_metaphor as next_metaphor
from .expert import page_to_validate as page_to_validate
from .expert import waiting_metaphor as waiting_metaphor
from .expert import waiting_metaphors as waiting_metaphors
