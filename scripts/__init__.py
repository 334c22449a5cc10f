"""Scripts for the project itself: generated docs and the trial of the wheel."""
