"""Tables without a server: a folder of static files in which the browser runs the interpreter itself.

`folder.py` writes it, `page_server.py` runs inside the page; the pages, the forms and the table are those of `serve`.
"""
