"""What learners answer wrongly in lesson 01, and the words that the check should answer with."""

LINES = "def tokenize_lines(text):\n    return "

MISTAKES = {
    "01.1": [
        ('answer = ["Do", "n\'t", "panic", ",", "it", "\'s", "a", "test", "!"]', "punctuation is still a token"),
        ('answer = ["Do", "n\'t", "panic,", "it", "\'s", "a", "test!"]', "stuck to a word"),
        ('answer = ["Don\'t", "panic", "it\'s", "a", "test"]', "a contraction is still one piece"),
        ('answer = ["Don", "\'t", "panic", "it", "\'s", "a", "test"]', "cut of the first contraction"),
        ('answer = ["do", "n\'t", "panic", "it", "\'s", "a", "test"]', "capital letters"),
        ('answer = ["Do", "n\u2019t", "panic", "it", "\u2019s", "a", "test"]', "but for the apostrophes"),
        ('answer = ["n\'t", "Do", "panic", "it", "\'s", "a", "test"]', "in another order"),
        ('answer = ["Do", "n\'t", "panic"]', "these are 3 tokens"),
        ("answer = \"Do n't panic it 's a test\"", "list of strings"),
    ],
    "01.2": [
        (LINES + "[token for line in text.splitlines() for token in tokenize(line)]", "one flat list"),
        (LINES + "[tokenize(line) for line in text.splitlines()]", "an empty list is left in"),
        (LINES + "[line.split() for line in text.splitlines() if line]", "split at spaces"),
        (LINES + "[tokenize(text)]", "at once"),
        (LINES + "[tokenize(line) for line in text.splitlines() if line][:2]", "2 lists came back"),
        (LINES + "[word_tokenize(s, preserve_line=True) for s in text.splitlines() if tokenize(s)]", "use tokenize"),
        (LINES + "[t for s in text.splitlines() if (t := word_tokenize(s, preserve_line=True))]", "use tokenize"),
        (LINES + "[tokenize(line) for line in text]", "letter by letter"),
        (LINES + "[t for line in text if (t := tokenize(line))]", "letter by letter"),
        (LINES + "[[t.lower() for t in tokenize(s)] for s in text.splitlines() if tokenize(s)]", "tokens differ"),
        (LINES + "[t for line in text.splitlines() if (t := tokenize(line))] or None", "returned None"),
        (LINES + "tokenize(text.splitlines())", "your function stopped with TypeError"),
    ],
}
