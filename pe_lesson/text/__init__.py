"""Text to ids, lessons 01 to 03: ``tokens``, ``vocabulary`` (``torchtext_*`` stands in), ``ids``, ``zen``."""
