"""The encoding, lessons 00 and 04 to 08: ``properties``, ``table``, ``module``, ``shift``."""
