"""Bound trees as a program of few operations, and all that can be derived from that program."""
