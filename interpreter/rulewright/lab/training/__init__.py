"""Training: players learn a game from games of searches and of themselves."""
