"""Ids that pick rows, drawn: each number is read back where it stands."""

import pytest
import torch

from pe_lesson import build_vocab_from_iterator, numericalize, plots, source, tokenize
from tests.support.drawn import frames, texts, written

SENTENCES = [["I", "wonder"], ["what", "will", "come", "next"], ["Hello", "what", "is"]]
VOCAB = build_vocab_from_iterator(map(tokenize, source.SENTENCES), specials=["<pad>"], special_first=False)


def line(said: dict[str, str], name: str, width: int) -> list[str]:
    return [said[f"{name}-{c}"] for c in range(width)]


def aims_at_its_row(figure, mark: int, arrows: int) -> bool:
    """Whether one row is framed, beside its number, and so many arrows end there."""
    axes = figure.axes[0]
    top = written(figure)[f"row-{mark}"].get_position()[1]
    (framed,) = frames(figure)
    ends = [text.xy[1] for text in axes.texts if getattr(text, "arrow_patch", None)]
    return framed.get_y() < top < framed.get_y() + framed.get_height() and ends == pytest.approx([top] * arrows)


def test_padding_is_hatched_in_ids_and_mask_and_the_rest_are_tokens_ids_and_true():
    ids = numericalize(SENTENCES, VOCAB)
    figure = plots.padded_rows(SENTENCES, ids, ids != 14)
    said = texts(figure)
    for r, sentence in enumerate(SENTENCES):
        filled = 4 - len(sentence)
        assert line(said, f"tokens-{r}-0", len(sentence)) == sentence
        assert line(said, f"ids-{r}-0", 4) == [*map(str, VOCAB(sentence)), *["14"] * filled]
        assert line(said, f"mask-{r}-0", 4) == ["True"] * len(sentence) + ["False"] * filled
    hatched = {tuple(patch.get_xy()) for patch in figure.axes[0].patches if patch.get_hatch()}
    boxes = {tuple(patch.get_xy()) for patch in figure.axes[0].patches if not patch.get_hatch()}
    assert len(hatched) == 2 * 3
    assert hatched <= boxes
    assert figure.alt.startswith("Sentences of 2, 4, 3 tokens become 4 ids each: 5, 13, 14, 14; ")


@pytest.mark.parametrize("mark", [0, 3])
def test_a_row_with_a_single_one_leads_to_the_row_of_the_table(mark):
    ids, table = [3, 0, 3], torch.arange(10.0).reshape(5, 2)
    figure = plots.one_hot_rows(torch.eye(5, dtype=torch.long)[ids], table, mark)
    said = texts(figure)
    for r in range(5):
        assert line(said, f"table-{r}", 2) == [str(2 * r), str(2 * r + 1)]
    for r in range(3):
        assert said[f"id-{r}"] == f"id {ids[r]}"
        assert line(said, f"one-{r}", 5) == ["1" if c == ids[r] else "0" for c in range(5)]
    assert aims_at_its_row(figure, mark, ids.count(mark))
    assert figure.alt.endswith(f"to row {mark} of 5: {2 * mark}, {2 * mark + 1}.")


@pytest.mark.parametrize("word", ["what", "basic", "I"])
def test_every_place_of_a_word_leads_to_its_one_row(word):
    sentences = [tokenize(sentence) for sentence in source.SENTENCES]
    vocab = build_vocab_from_iterator(sentences)
    two, mark = [sentences[0], sentences[2]], vocab.get_itos().index(word)
    figure = plots.rows_of_a_table(numericalize(two, vocab), source.EMBEDDINGS, vocab.get_itos(), mark)
    said = texts(figure)
    for r, row in enumerate(source.EMBEDDINGS.tolist()):
        assert line(said, f"table-{r}", 4) == [f"{value:.2f}" for value in row]
        assert said[f"word-{r}"] == vocab.get_itos()[r]
    for s, sentence in enumerate(two):
        for k, token in enumerate(sentence):
            drawn = [said[f"position-{s}-{k}"], said[f"token-{s}-{k}-0"], said[f"id-{s}-{k}-0"]]
            assert drawn == [str(k), token, str(vocab[token])]
    assert aims_at_its_row(figure, mark, sum(sentence.count(word) for sentence in two))
