"""Text to ids, lessons 01 to 03: ``tokens``, ``vocabulary``, ``ids``, ``zen``; ``torchtext_dropin`` for torchtext."""
