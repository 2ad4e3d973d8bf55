"""Intervals, sequential evidence and verdicts: arithmetic that knows no game."""
