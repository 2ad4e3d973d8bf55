"""Checks of documents before anything is compiled: their shape, their references, oddities."""
