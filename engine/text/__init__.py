"""Positions, moves and events as text, worded by a table of phrases."""
