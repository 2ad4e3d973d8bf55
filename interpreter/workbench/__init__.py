"""What an author does with a ruleset besides playing it: one folder a subject, each over the whole pipeline.

Nothing here prints or exits; `cli/` has a verb for each.
"""
