"""Runs of many games: cut into chunks, played anywhere, merged in order."""
