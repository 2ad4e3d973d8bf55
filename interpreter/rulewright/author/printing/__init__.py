"""A game on paper: its cards, tiles and tokens, maps, score sheet and rules as sheets to print and cut.

`paper` knows sizes, `box_contents` what is printed and what has changed since an earlier version, `sheets` lays it out
as one HTML page that needs nothing else, `pdf` has a browser of this machine turn that into a PDF.
"""
