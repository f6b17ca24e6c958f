"""The encoding, lessons 00, 04 to 08 and 14: ``table`` and ``module``, and what tests, shifts and diagnoses them."""
