"""Fuzzing: every reader of outside data gets many damaged files, and may only succeed or refuse them in one line."""
