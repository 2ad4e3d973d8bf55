"""What is typed after a verb: the options that several verbs share, and what is said of wrong ones."""
