"""Names that a ruleset defines, and the places where each is used."""
