"""What is said, by subject."""
