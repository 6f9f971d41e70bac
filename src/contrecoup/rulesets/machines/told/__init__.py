"""What is said of a step, by scene."""
