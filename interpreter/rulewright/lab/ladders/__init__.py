"""Ladders: policies play each other and are rated."""
