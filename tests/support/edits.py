"""What learners type for each parameter: good values and bad ones, as code."""

EDITS = {
    "sentences": [
        '["Hello"]',
        '[""]',
        "[]",
        '["", ""]',
        '["?!", "..."]',
        '["word " * 200]',
        '["one", "one two three", ""]',
        '["an unseen zebra, twice: zebra"]',
        '["나는 학교에 간다", "東京へ行く。"]',
        '["😀😀 hi", "👋"]',
        '["1 2 3", "4.5"]',
        "[1, 2]",
        '"one sentence"',
    ],
    "sentence": ['"dog"', '""', '"?!"', '"word " * 200', '"나는 학교에 간다"', '"😀😀 hi"', '["a"]', "5"],
    "seq_length": ["1", "2", "128", "200", "10**9", "0", '"a"'],
    "length": ["5", "1", '"a"'],
    "padding": ["1", "20", "0", "-1"],
    "trained": ["5", "3", "1.5"],
    "steps": ["3", "0"],
    "seeds": ["1", "0"],
    "d_model": ["1", "2", "5", "512", "0", "-4", "4.0", '"4"', "True"],
    "max_length": ["1", "3", "6", "5000", "0", "2.5"],
    "n": ["1", "1.5", "10", "1e8", "0", "-1", 'float("nan")'],
    "dropout": ["0", "0.5", "1", "-0.1", "1.5", '"a"'],
}
# sizes that no memory holds: check_parameters refuses them in every lesson
TOO_LARGE = {"d_model": ["10**12"], "max_length": ["10**13"], "length": ["10**6"]}
