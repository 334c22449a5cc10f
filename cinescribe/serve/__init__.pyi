from .app import web_app as web_app
from .server import serve_challenge as serve_challenge
from .server import serve_studies as serve_studies
from .server import serve_trial as serve_trial
from .studies.clip_files import cut_study_clips as cut_study_clips
from .workbench.server import serve_workbench as serve_workbench
