"""HTML pages for offline use, independent of their subject.

`html.py` writes elements and escapes every text, `page.py` adds the head of a page, `charts.py` draws intervals and
curves.
"""
