"""Packages: folders of their own that a ruleset is played with; where they are, of which version, and their bytes."""
