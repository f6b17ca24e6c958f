"""The encoding, lessons 00 and 04 to 08: ``conditions``, ``table``, ``module``, ``shift``."""
