"""Long proofs that are not part of the tests: seeded, bounded, with progress."""
