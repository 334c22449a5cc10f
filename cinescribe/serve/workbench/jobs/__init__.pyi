from .job import Job as Job
from .job import Task as Task
from .jobs import Jobs as Jobs
