"""The visible part of a game, and its wording.

    naming.py   names and titles of what a state holds as numbers
    sight/      what one seat may see and know: views, offers, beliefs, determinizations
    words/      events, rules and reasons in words for people

`words` builds on `sight`, never the other way round. This wing reads no file and changes no state. Begin with
`sight/view.py`, then `words/events.py`.
"""
