"""{{title}} in Python."""
