"""Scenarios: read from files, compiled into their game, run, and judged."""
