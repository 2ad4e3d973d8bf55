"""Ledgers of a ruleset: its rules with the entries that cite them, its values with their sources."""
