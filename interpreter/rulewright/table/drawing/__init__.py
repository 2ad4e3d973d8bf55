"""The table and its parts as drawings: HTML and SVG from what one seat may see, and the style sheet they need.

How a page is served, and what a click does, is not known here.
"""
