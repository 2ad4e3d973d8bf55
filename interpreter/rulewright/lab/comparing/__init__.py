"""Two rulesets compared by pairs of games that share all chance."""
