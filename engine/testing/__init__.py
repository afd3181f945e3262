"""Helpers for tests of titles: positions from records, built positions, random walks."""
