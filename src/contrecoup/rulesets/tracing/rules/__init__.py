"""The rules by subject: short pure functions over the values that they need."""
