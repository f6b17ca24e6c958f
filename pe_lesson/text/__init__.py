"""Text to ids, lessons 01 to 03: ``tokens``, ``vocabulary`` (or ``torchtext_dropin``), ``ids``, ``zen``; and lesson 14's
``sentences``.
"""
