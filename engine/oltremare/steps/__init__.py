"""The steps of a turn, in the order they come."""
