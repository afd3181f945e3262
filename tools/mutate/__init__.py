"""`make mutate`: small faults are put into the code, one at a time; the tests should notice."""
