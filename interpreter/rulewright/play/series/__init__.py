"""Many games without people, in Python or natively, summed up."""
