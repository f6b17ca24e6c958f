"""Attention that needs positions, from lesson 09 on: ``model``, ``tasks``, ``training``, ``alternatives``."""
