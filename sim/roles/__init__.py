"""One file a role: its input, its output and its scripted twin."""
