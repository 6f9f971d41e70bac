"""Rule sets: one folder each, found by the registry; there is no list of them anywhere."""
