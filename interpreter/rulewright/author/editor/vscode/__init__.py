"""The extension for Visual Studio Code: what it says of itself, its grammar, its client, and the file of them all."""
