"""A game on paper: its cards, tiles and tokens, maps, score sheet and rules as sheets to print and cut.

`paper` knows sizes, `box_contents` the components and what has changed since an earlier version, `discs` what
stands on maps and tracks, `boards` the tracks, rows and places. `sheets` lays it all out as one HTML page that needs
nothing else. `by_browser` has a browser of this machine turn that into a PDF or pictures, over a `browser_pipe`.
"""
