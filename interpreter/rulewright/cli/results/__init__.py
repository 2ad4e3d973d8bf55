"""What verbs have found, as text for people and as data for programs."""
