"""The rules, a file a subject: pure functions over the values that they need."""
