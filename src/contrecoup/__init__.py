"""Contrecoup: referees, plays and solves hacking and machine-war scenes."""
