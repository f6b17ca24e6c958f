"""What to do about an error that says too little in its own words, whatever the exercise."""

import re

IMPORTS = {
    "math": "import math",
    "np": "import numpy as np",
    "sqrt": "from math import sqrt",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
}
ONE_TRUTH = {  # what in a line asks for one True or False, and the words for it; the first one found counts
    r"\band\b": "Python's `and` asks for one truth value, and a tensor has one per entry; & joins entry by entry",
    r"\bor\b": "Python's `or` asks for one truth value, and a tensor has one per entry; | joins entry by entry",
    r"\bnot\b": "Python's `not` asks for one truth value, and a tensor has one per entry; ~ negates entry by entry",
    r"\b(min|max)\(": "Python's min and max compare single numbers; .clamp bounds all entries of a tensor",
    r"(<|>|[=!]=)=?((?!\b(if|else)\b)[^<>=!()])+(<|>|[=!]=)": "a chain such as a < b < c asks for one truth value, and a "
    "tensor has one per entry; put each comparison in parentheses, and join them with & or ==",
    r"\b(if|elif|while|assert)\b": "`{}` asks for one truth value, and a tensor has one per entry; torch.where chooses "
    "entry by entry, .any() and .all() make one of many",
    "": "a tensor has a truth value per entry, and one alone is asked for here; .any() and .all() make one of many",
}


def remark(error: str, line: str) -> str:
    """A remark in plain words, after a semicolon, on an error in a learner's line; nothing if the error says enough."""
    if re.search(r"(Tensor|array) with more than one (value|element) is ambiguous", error):
        found = ((re.search(pattern, line), words) for pattern, words in ONE_TRUTH.items())
        return next(f"; {words.format(match[0])}" for match, words in found if match)
    if named := re.match(r"NameError: name '(\w+)' is not defined", error):
        if module := IMPORTS.get(named[1]):
            return f"; `{named[1]}` is not imported here: write `{module}` as the first line of the cell"
        return f"; `{named[1]}` has no value here: is it spelt right, and did its cell run?"
    return ""
