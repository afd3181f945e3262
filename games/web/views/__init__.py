"""Thin: parse, call a service or a few selectors, render."""
