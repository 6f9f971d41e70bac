"""What is said of a step, by scene; `blow` is common to both."""
