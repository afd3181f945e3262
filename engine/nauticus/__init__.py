"""Nauticus (W. Kramer and M. Kiesling, Kosmos 2013) for 2 to 4 players.

The rules, numbered and in our own words: docs/rules/nauticus.md. An independent implementation;
texts, data layout and code are ours.
"""
