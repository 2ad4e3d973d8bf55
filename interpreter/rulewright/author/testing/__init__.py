"""Quality of a ruleset's scenarios, and tools that write new ones.

coverage/     what scenarios or games reach        test, simulate --coverage
mutation/     what scenarios would notice          test --mutate
extraction/   a moment of play as a scenario       replay --to-scenario, `s` in play
ledgers/      who cites rules, where values come from   rules, sources
"""
