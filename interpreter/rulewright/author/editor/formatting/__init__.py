"""The canonical layout of a ruleset's files: `rulewright fmt`.

A file is rewritten from its values and comments: spaces, indentation, quotes and blank lines are made alike; its
words, the order of its keys and the author's line breaks stay.
"""
