"""What newcomers read of a game, made of a game in play alone: the first part of the handbook, and the rules that are
opened at a table. Only examples come from files: from the scenarios of the ruleset.
"""
