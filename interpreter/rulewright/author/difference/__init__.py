"""Differences between two rulesets, or between a ruleset and a house rule, and their effect on games."""
