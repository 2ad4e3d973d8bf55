"""An introduction to a game, for the first part of the handbook and for the rules opened at a table.

It is made of a game in play alone. Only examples come from files: from the scenarios of the ruleset.
"""
