"""The table as HTML and SVG: drawings of what one seat may see, and their style sheet.

This package knows neither how a page is served nor what a click does.
"""
