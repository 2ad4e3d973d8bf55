"""From files to documents: strict YAML with positions, ruleset folders, chosen modules, patches."""
