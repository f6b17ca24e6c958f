"""Text to ids, lessons 01 to 03 and 14: ``tokens``, ``vocabulary`` or ``torchtext_dropin``, ``ids``, ``zen``."""
