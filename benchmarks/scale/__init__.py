"""How long archives of thousands of films take on many machines: a simulation, and a run that it is held to."""
