from .describe_trial import describe_trial as describe_trial
from .describe_trial import trial_films as trial_films
