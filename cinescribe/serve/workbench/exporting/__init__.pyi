from .export_files import ExportFile as ExportFile
from .export_files import export_files as export_files
from .export_page import ExportPage as ExportPage
from .open_work import OpenWork as OpenWork
from .open_work import open_work as open_work
