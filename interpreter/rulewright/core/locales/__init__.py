"""Rulewright's own messages by language: `en.toml`, `pl.toml` and so on.

A ruleset has its own titles.
"""
