"""Work on translation files: a file brought up to date with its game, and the exchange with translators' programs."""
