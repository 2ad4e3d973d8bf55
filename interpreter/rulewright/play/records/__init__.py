"""Games on file: replays, saved states and matches, written by names and checked when they are read."""
