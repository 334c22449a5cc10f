from .folder_lock import locked_folder as locked_folder
from .inspection import journal_values as journal_values
from .journal import DamagedJournal as DamagedJournal
from .journal import Journal as Journal
