"""What `make` runs, and how it and the tests read the lessons."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
