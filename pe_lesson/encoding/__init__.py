"""The encoding, lessons 00, 04 to 08 and 14: ``properties``, ``table``, ``module``, ``shift``, ``rotation``, ``diagnose``."""
