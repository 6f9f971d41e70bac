"""The web: pages for one viewer at a time, rendered here, so that a secret never leaves the server.

`pages` renders, `pieces` holds what templates are given, `assets` is what browsers get beside the pages.
"""
