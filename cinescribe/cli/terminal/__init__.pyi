from .printable import PrintableWriter as PrintableWriter
from .printable import printable as printable
from .printable import printable_streams as printable_streams
from .progress_display import ProgressDisplay as ProgressDisplay
