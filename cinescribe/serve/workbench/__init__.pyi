from .films import Films as Films
from .films import OpenFilm as OpenFilm
from .owner import Owner as Owner
from .program import workbench_program as workbench_program
from .server import serve_workbench as serve_workbench
