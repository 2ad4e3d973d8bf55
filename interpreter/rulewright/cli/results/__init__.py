"""The results of verbs, as text for people and as data for programs."""
