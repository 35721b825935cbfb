"""Step 10: an `Article` goes in, the bytes of a format come out."""
