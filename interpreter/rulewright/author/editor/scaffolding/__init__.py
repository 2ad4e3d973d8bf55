"""Small valid beginnings of what an author writes: rulesets, modules, variants, scenarios. `rulewright new`."""
