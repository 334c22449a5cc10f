from .database import Database as Database
from .database import inserted_id as inserted_id
from .database import sqlite_url as sqlite_url
from .studies import StoredStudy as StoredStudy
from .studies import read_study as read_study
from .studies import write_study as write_study
