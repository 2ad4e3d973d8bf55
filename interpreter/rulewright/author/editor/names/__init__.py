"""What a ruleset defines, and where each of its names is used."""
