"""One review of an author's files, behind `check`, `lint`, the editor and the browser; each game is bound once."""
