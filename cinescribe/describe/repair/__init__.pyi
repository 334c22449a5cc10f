from .repair_journal import Repaired as Repaired
from .repair_journal import repair_journal as repair_journal
