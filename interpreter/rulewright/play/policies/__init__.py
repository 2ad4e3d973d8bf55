"""Policies: what decides for a seat, from random to tree search with a learned player."""
