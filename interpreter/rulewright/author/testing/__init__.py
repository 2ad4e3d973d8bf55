"""How good the scenarios of a ruleset are, and where new ones come from.

    coverage/     what scenarios or games reach        test, simulate --coverage
    mutation/     what scenarios would notice          test --mutate
    extraction/   a moment of play as a scenario       replay --to-scenario, `s` in play
    ledgers/      who cites rules, where values come from   rules, sources
"""
