"""Which places of the rules scenarios or games reach, and for the others why not: a report, as data and as a page.

The counts come from covered builds (`core/compile/covered.py`, `play/series/coverage.py`).
"""
