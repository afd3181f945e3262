"""Everything that changes a match, by topic."""
