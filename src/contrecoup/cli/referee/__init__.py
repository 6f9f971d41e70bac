"""The referee at the terminal: shows the table, asks, understands what is typed, says what happened."""
