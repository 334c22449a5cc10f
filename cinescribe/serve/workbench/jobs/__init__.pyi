from .job import Job as Job
from .job import JobTask as JobTask
from .job_pages import answered_job as answered_job
from .job_pages import job_html as job_html
from .job_pages import job_routes as job_routes
from .jobs import Jobs as Jobs
