"""The Python back end: a lowered program as the source of plain functions."""
