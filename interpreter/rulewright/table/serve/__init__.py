"""The table in the browser: pages of what one seat may see, choices that are stored before they are acknowledged.

The server draws everything; a page holds no game and sends nothing but the option somebody chose. It needs the
extra `web`.
"""
