"""What the site adds to Sphinx and myst-nb, one small extension per file."""
