"""The meanings of a name: as a word of the language, a code of a message, an entry of a ruleset."""
