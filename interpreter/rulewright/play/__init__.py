"""Games in play: tables with people and bots, what is written down of them, and who decides.

    session/    one table in play: choices, drafts, taking back, what each seat hears; matches of several games
    policies/   what decides for a seat: random, greedy, searches, learned players
    records/    replays, saves and matches on file; what comes back is checked
    series/     many games without people, summed up
    jobs/       runs of many games: worker pools, shards, checkpoints
    scenarios/  scenarios read, run and judged

What is drawn, served or proved is decided above. Begin with `session/table_in_play.py`.
"""
