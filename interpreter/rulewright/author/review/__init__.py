"""The review of an author's files behind `check`, `lint`, the editor and the browser. Each game is bound once."""
