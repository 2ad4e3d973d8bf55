"""The facts at each place of a whole program, and the places where a game may stop: see `soundness.py`."""
