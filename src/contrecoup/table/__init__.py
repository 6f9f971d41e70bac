"""The table: campaigns that several people share, each seeing what is theirs to see."""
