"""Coverage of a ruleset by scenarios or games, with reasons for what is not reached: as data and as a page.

The counts come from covered builds (`core/compile/covered.py`, `play/series/coverage.py`).
"""
