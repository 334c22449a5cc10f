from .answering import store_answers as store_answers
from .leases import RATER as RATER
from .leases import lease_page as lease_page
from .own_pages import RaterProgress as RaterProgress
from .own_pages import own_page as own_page
from .own_pages import rater_progress as rater_progress
from .pages import Page as Page
