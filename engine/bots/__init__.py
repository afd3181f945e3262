"""Computer players. They see a redealt world, never the truth."""
