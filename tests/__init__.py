"""The tests, by the folder of what they test; ``support`` is what they share."""
