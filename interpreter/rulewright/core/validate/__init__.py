"""What can be said about documents before anything is compiled: their shape, their references, what looks odd."""
