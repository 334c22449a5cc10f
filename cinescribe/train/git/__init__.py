"""Trains the small GIT on drawn Backlot takes."""
