"""Reports on one game: advantage of seats, skill and luck, length, drama, options."""
