"""Packages that a ruleset is played with: folders of their own, with a version, addressed by their bytes."""
