"""Lints: what an author would want to look at again even though it is not wrong.

`review.py` runs them over the choices of modules that a check tries, `lints.py` lists them; one file a family. What
keeps a ruleset from being used is not looked for here: that is an error, found while it is read and compiled.
"""
