"""What tools and tests share."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
