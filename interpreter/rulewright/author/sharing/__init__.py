"""Packages on their way between people: packed, published in a folder, fetched, installed, updated and removed."""
