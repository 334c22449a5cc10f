from .caption_files import item_id as item_id
from .caption_files import read_candidates as read_candidates
from .caption_files import read_references as read_references
from .item_files import check_suffix as check_suffix
from .item_files import write_items as write_items
from .tabular_files import (
    FileRecord as FileRecord,
)
from .tabular_files import (
    read_file_records as read_file_records,
)
from .tabular_files import (
    read_json as read_json,
)
from .tabular_files import (
    read_text as read_text,
)
from .tabular_files import (
    suffix_of as suffix_of,
)
