"""Odds: a scene's states walked once with the rules that referee it, weighed anew for each question."""
