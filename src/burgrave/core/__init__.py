"""What all games share: the rule compiler, positions, matches, batches, records and grids."""
