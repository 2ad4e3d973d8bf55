"""What Rulewright says to people, by language: `en.toml`, `pl.toml` and so on; a ruleset brings its own words."""
