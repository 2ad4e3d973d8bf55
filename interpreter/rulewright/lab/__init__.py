"""Many games, and what they show.

    statistics/  intervals, evidence, verdicts
    comparing/   pairs of games that share all chance, under two rulesets
    reports/     what a game is like: seats, skill, luck, length, options
    ladders/     policies against each other
    tuning/      values with which a game is as its author wants it
    training/    players that learn a game from its rules
    machines/    runs on the machines of a cluster

Begin with `comparing/pairs.py` and `statistics/evidence.py`.
"""
