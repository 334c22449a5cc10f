"""The approaches of *Movie Description* on Backlot films, beside the paper's figures."""
