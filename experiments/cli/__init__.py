"""The command line: thin commands over the packages; nothing is computed here."""
