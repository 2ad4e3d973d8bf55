"""What differs between two rulesets, or between a ruleset and a house rule, and what that does to games."""
