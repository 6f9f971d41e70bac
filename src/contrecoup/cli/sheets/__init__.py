"""Sheets at the terminal: files, forms, and what they look like."""
