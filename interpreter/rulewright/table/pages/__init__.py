"""Pages of HTML that work offline: `html.py` writes elements and escapes every text, `page.py` is what surrounds a
body, `charts.py` draws intervals and curves. What a page is about is not known here.
"""
